// A run and a prediction report the same events. The list of events is a consumer like all others:
// a class that is combined with the other consumers of the run and of the prediction.
#include "blueprint/events/process_events.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "blueprint/events/combined.h"
#include "predictor/virtual_time/tallies.h"
#include "predictor/virtual_time/virtual_run.h"
#include "profiles/record_writer.h"
#include "simulator/process/late_messages.h"
#include "simulator/process/process_run.h"
#include "tests/simulator/record_memory.h"
#include "tests/simulator/rehearsal.h"
#include "tests/support/fixed_machine.h"
#include "tests/support/threaded_network.h"

namespace dps::events {
namespace {

using profiles::Level;
using Lines = std::vector<std::string>;

/// Writes a line for each event of each process. Arrivals are in separate lists, since a real
/// process may notice an arrival either while it works or when it waits.
class EventList : public IgnoredEvents {
 public:
  static constexpr bool kWantsEveryDetail = true;

  explicit EventList(std::size_t processes) : lines(processes), arrivals(processes) {}

  template <typename Time>
  void process_begin(ProcessId self, const Times<Time>& at) {
    add(self, at.real, "process begins");
  }
  template <typename Time>
  void process_end(ProcessId self, const Times<Time>& at, Ending ending) {
    add(self, at.real, fmt::format("process ends ({})", static_cast<int>(ending)));
  }
  template <typename Time>
  void unit_begin(ProcessId self, std::uint32_t unit, const Times<Time>& at) {
    add(self, at.real, fmt::format("unit {} begins", unit));
  }
  template <typename Time>
  void unit_end(ProcessId self, const Times<Time>& at) {
    add(self, at.real, "unit ends");
  }
  template <typename Time>
  void functionality_begin(ProcessId self, std::uint32_t position, const Times<Time>& at) {
    add(self, at.real, fmt::format("functionality {} begins", position));
  }
  template <typename Time>
  void functionality_end(ProcessId self, const Times<Time>& at) {
    add(self, at.real, "functionality ends");
  }
  template <typename Time>
  void computation_begin(ProcessId self, std::uint32_t /*computation*/, Time at) {
    add(self, at, "computation begins");
  }
  template <typename Time>
  void computation_end(ProcessId self, std::uint32_t /*computation*/, const EventSpan<Time>& span) {
    add(self, span.end, "computation ends");
  }
  template <typename Time>
  void send_begin(ProcessId self, std::uint32_t /*output*/, const Message& message, Time at) {
    add(self, at, "send begins: " + text_of(message));
  }
  template <typename Time>
  void send_end(ProcessId self, std::uint32_t /*output*/, const Message& message,
                const EventSpan<Time>& span, Time packing) {
    EXPECT_GE(packing.count(), 0);
    EXPECT_LE(packing.count(), span.length().count());
    add(self, span.end, "send ends: " + text_of(message));
  }
  template <typename Time>
  void arrival(ProcessId self, const Message& message, Time /*at*/) {
    arrivals[index(self)].push_back(text_of(message));
  }
  template <typename Time>
  void wait(ProcessId self, Time at) {
    add(self, at, "waits");
  }
  template <typename Time>
  void take(ProcessId self, const Message& message, std::uint32_t /*flow*/, Time at,
            Time /*work*/) {
    add(self, at, "takes " + text_of(message));
  }
  template <typename Time>
  void late(ProcessId self, const Message& message, Time at) {
    add(self, at, "late: " + text_of(message));
  }

  std::vector<Lines> lines;     // by process
  std::vector<Lines> arrivals;  // by process

 private:
  static std::string text_of(const Message& message) {
    return fmt::format("{}{} of type {}, {} to {}, {} bytes", message.is_timer ? "timer " : "",
                       message.number, index(message.mid), index(message.from), index(message.to),
                       message.bytes);
  }
  template <typename Time>
  void add(ProcessId self, Time at, const std::string& line) {
    EXPECT_GE(at.count(), latest_[index(self)]) << line;
    latest_[index(self)] = at.count();
    lines[index(self)].push_back(line);
  }
  std::vector<std::int64_t> latest_ = std::vector<std::int64_t>(lines.size());
};

/// A sets a timer, sends itself a message of the timer's type, and asks B, and asks again after
/// each answer. After the third answer it asks once more and sends two messages that halt B. The
/// second of these is late, and so is B's last answer.
constexpr const char* kExample = R"(
I tick.i 1 Tick.m
I ask.i  1 Ask.m
I pong.i 1 Pong.m
I last.i 3 Pong.m
I halt.i 1 Halt.m
C work.c sleep 1us
O tick.o A -t Tick.m -b 3 -d 2ms
O self.o A -t Tick.m -b 4
O ask.o  B -t Ask.m -b 5
O pong.o ACK -t Pong.m -b 6
O halt.o B -t Halt.m -n 2
F tick.f NULL   NULL   tick.o SAME
F tock.f tick.i NULL   self.o ask.u
F ask.f  tick.i work.c ask.o  SAME
F more.f pong.i NULL   ask.o  SAME
F last.f last.i NULL   halt.o NULL
F pong.f ask.i  work.c pong.o SAME
F done.f halt.i NULL   NULL   NULL
U tick.u tock.f tick.f
U ask.u  ask.f more.f last.f
U b.u    pong.f done.f
P A 1 tick.u ask.u
P B 1 b.u
)";

/// A process of a run and its consumers.
template <Level level>
struct Player {
  using Events = Combined<profiles::RecordWriter<level>, EventList>;

  Player(const blueprint::Program& program, ProcessId self, support::ThreadedNetwork& network,
         EventList& list)
      : transport(network, self),
        memory(simulator::page_shape(program, self, level)),
        process(simulator::PreparedProcess::prepare(
            {program, self, transport, memory.page, functions},
            {.level = level, .folder = "", .stop = network.signal()})),
        writer(memory.page, program),
        events(writer, list) {
    memory.page.reset(1);
  }

  void run(std::chrono::steady_clock::time_point begin) {
    simulator::ProcessRun<level, Events>(*process, begin, 1, events).run();
  }
  void take_late(std::chrono::steady_clock::time_point begin) {
    while (*transport.wait({.until = begin}) == transport::WaitOutcome::kMessage) {
      simulator::take_late(*process, begin, events);
    }
  }

  userfuncs::Functions functions;
  support::ThreadedTransport transport;
  simulator::RecordMemory memory;
  Result<simulator::PreparedProcess> process;
  profiles::RecordWriter<level> writer;
  Events events;
};

/// Runs each process in a thread of its own.
template <Level level>
EventList events_of_run(const blueprint::Program& program) {
  support::ThreadedNetwork network(program.process_count());
  EventList list(program.process_count());
  std::vector<std::unique_ptr<Player<level>>> players;
  for (std::uint32_t p = 0; p < program.process_count(); ++p) {
    players.push_back(std::make_unique<Player<level>>(program, ProcessId{p}, network, list));
  }
  const auto begin = std::chrono::steady_clock::now();
  std::vector<std::thread> threads;
  for (const auto& player : players) {
    threads.emplace_back([&player, begin] { player->run(begin); });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (const auto& player : players) {
    player->take_late(begin);
  }
  return list;
}

template <Level level>
EventList events_of_prediction(const blueprint::Program& program) {
  machines::FixedFigures figures;
  figures.transit = machines::picoseconds_of(1e-6);
  const machines::FixedMachine machine(figures);
  const std::vector<std::uint32_t> host_of{0, 1};
  EventList list(program.process_count());
  predictor::Tallies<level> tallies(program);
  Combined events(tallies, list);
  predictor::VirtualRun<decltype(events)> run(program, machine, host_of, {.level = level}, events);
  EXPECT_TRUE(run.run());
  run.steps().end_all();
  return list;
}

template <Level level>
void expect_the_same_events() {
  const blueprint::Program program = simulator::program_of(kExample);
  const EventList run = events_of_run<level>(program);
  const EventList prediction = events_of_prediction<level>(program);
  EXPECT_EQ(run.lines, prediction.lines);
  EXPECT_EQ(run.arrivals, prediction.arrivals);
}

TEST(ProcessEvents, ARunAndAPredictionReportTheSameAtEveryLevel) {
  expect_the_same_events<Level::kProcess>();
  expect_the_same_events<Level::kUnit>();
  expect_the_same_events<Level::kFunctionality>();
}

TEST(ProcessEvents, AreThoseOfTheProgram) {
  const blueprint::Program program = simulator::program_of(kExample);
  const EventList list = events_of_prediction<Level::kProcess>(program);
  const Lines expected = {
      "process begins",
      "unit 0 begins",
      "functionality 1 begins",
      "send begins: timer 1 of type 0, 0 to 0, 3 bytes",
      "send ends: timer 1 of type 0, 0 to 0, 3 bytes",
      "functionality ends",
      "waits",
      "takes timer 1 of type 0, 0 to 0, 3 bytes",
      "functionality 0 begins",
      "send begins: 1 of type 0, 0 to 0, 4 bytes",
      "send ends: 1 of type 0, 0 to 0, 4 bytes",
      "functionality ends",
      "unit ends",
      "unit 1 begins",
      "waits",
      "takes 1 of type 0, 0 to 0, 4 bytes",
      "functionality 0 begins",
      "computation begins",
      "computation ends",
      "send begins: 1 of type 1, 0 to 1, 5 bytes",
      "send ends: 1 of type 1, 0 to 1, 5 bytes",
      "functionality ends",
      "waits",
  };
  ASSERT_GT(list.lines[0].size(), expected.size());
  EXPECT_EQ(Lines(list.lines[0].begin(),
                  list.lines[0].begin() + static_cast<std::ptrdiff_t>(expected.size())),
            expected);
  EXPECT_EQ(list.lines[0].back(), "late: 4 of type 2, 1 to 0, 6 bytes");
  EXPECT_EQ(list.lines[1].back(), "late: 2 of type 3, 0 to 1, 0 bytes");
}

}  // namespace
}  // namespace dps::events
