// Runs with recorded events, with a thread for each process: the events add up to the record.
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "profiles/traces/event_memory.h"
#include "tests/profiles/traces/event_sums.h"
#include "tests/profiles/traces/random_blueprint.h"
#include "tests/simulator/rehearsal.h"
#include "tests/support/fake_transport.h"
#include "tests/support/threaded_network.h"

namespace dps::simulator {
namespace {

using profiles::Level;
using traces::Event;
using traces::EventKind;
using traces::EventMemory;
using traces::Flag;

/// The memory of a process's events.
struct RecordedEvents {
  explicit RecordedEvents(const traces::Limits& limits)
      : words(EventMemory::size_for(limits) / 8),
        memory(EventMemory::create(std::as_writable_bytes(std::span(words)), limits)) {}

  [[nodiscard]] std::vector<Event> all() const {
    std::vector<Event> events;
    for (const traces::Record& record : memory.read(0, memory.counts().recorded)) {
      events.push_back(event_of(record));
    }
    return events;
  }

  std::vector<std::uint64_t> words;
  EventMemory memory;
};

/// A traced run of all processes of a blueprint, which is stopped if it does not end.
class TracedRun {
 public:
  TracedRun(const std::string& text, Level level)
      : program_(program_of(text)), network_(program_.process_count()) {
    SimulationOptions options;
    options.level = level;
    options.stop = network_.signal();
    traces::Limits limits;
    limits.events = 100'000;
    for (std::uint32_t p = 0; p < program_.process_count(); ++p) {
      const ProcessId self{p};
      events_.push_back(std::make_unique<RecordedEvents>(limits));
      transports_.push_back(std::make_unique<support::ThreadedTransport>(network_, self));
      players_.push_back(std::make_unique<Rehearsal>(program_, self, *transports_[p], options,
                                                     &events_[p]->memory));
      EXPECT_EQ(players_[p]->missing(), "");
    }
  }

  void play() {
    std::vector<std::thread> threads;
    for (std::uint32_t p = 0; p < players_.size(); ++p) {
      threads.emplace_back([this, p] {
        players_[p]->run();
        network_.finish(ProcessId{p});
      });
    }
    network_.await_standstill(500);
    network_.stop();
    for (std::thread& thread : threads) {
      thread.join();
    }
  }

  [[nodiscard]] const blueprint::Program& program() const { return program_; }
  [[nodiscard]] std::size_t processes() const { return players_.size(); }
  [[nodiscard]] profiles::ProcessRecord record(std::size_t p) const {
    return players_[p]->record();
  }
  [[nodiscard]] std::vector<Event> events(std::size_t p) const { return events_[p]->all(); }

 private:
  blueprint::Program program_;
  support::ThreadedNetwork network_;
  std::vector<std::unique_ptr<RecordedEvents>> events_;
  std::vector<std::unique_ptr<support::ThreadedTransport>> transports_;
  std::vector<std::unique_ptr<Rehearsal>> players_;
};

TEST(TracedRuns, OfRandomBlueprintsAddUpToTheirRecordsToTheNanosecond) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    TracedRun run(traces::random_blueprint(seed), Level::kFunctionality);
    run.play();
    for (std::size_t p = 0; p < run.processes(); ++p) {
      const profiles::ProcessSums<Nanoseconds> expected = run.record(p);
      traces::EventSums<Nanoseconds> sums(run.program(), expected);
      for (const Event& event : run.events(p)) {
        sums.add(event);
      }
      EXPECT_EQ(sums.sums(), expected) << "process " << p;
    }
  }
}

constexpr const char* kLoop = R"(
I tick.i 1 Tick.m
I done.i 3 Tick.m
O set.o Self -t Tick.m -d 1us
F begin.f NULL NULL set.o SAME
F again.f tick.i NULL set.o SAME
F end.f done.i NULL NULL NULL
U loop.u begin.f again.f end.f
P Self 1 loop.u
)";

/// Returns true for the events that have CPU time at this level.
bool has_cpu_time(EventKind kind, Level level) {
  const bool is_process = kind == EventKind::kProcessBegin || kind == EventKind::kProcessEnd;
  const bool is_unit = kind == EventKind::kUnitBegin || kind == EventKind::kUnitEnd;
  return traces::is_nesting(kind) &&
         (is_process || level == Level::kFunctionality || (is_unit && level == Level::kUnit));
}

TEST(TracedRuns, HaveAllEventsAtEveryLevelAndCpuTimeWhereTheLevelReadsIt) {
  std::vector<EventKind> kinds;
  for (const Level level : {Level::kFunctionality, Level::kUnit, Level::kProcess}) {
    TracedRun run(kLoop, level);
    run.play();
    std::vector<EventKind> found;
    traces::Ticks latest = 0;
    for (const Event& event : run.events(0)) {
      found.push_back(event.kind);
      EXPECT_EQ(event.has(Flag::kCpuTime), has_cpu_time(event.kind, level));
      if (event.kind != EventKind::kArrival) {
        EXPECT_GE(event.time, latest);
        latest = event.time;
      }
    }
    EXPECT_FALSE(found.empty());
    kinds = kinds.empty() ? found : kinds;
    EXPECT_EQ(found, kinds);
  }
}

TEST(TracedRuns, ATimerArrivesWhenItIsDueButNotBeforeItIsSet) {
  TracedRun run(kLoop, Level::kProcess);
  run.play();
  std::vector<traces::Ticks> set;
  std::size_t arrived = 0;
  for (const Event& event : run.events(0)) {
    if (event.kind == EventKind::kSendBegin) {
      set.push_back(event.time);
      EXPECT_EQ(event.number, set.size());
    } else if (event.kind == EventKind::kArrival) {
      ASSERT_LT(arrived, set.size());
      EXPECT_GE(event.time, set[arrived++]);
      EXPECT_EQ(event.number, arrived);
    }
  }
  EXPECT_EQ(arrived, 3U);
}

TEST(TracedRuns, AMessageArrivesWhenItWasFoundAndNotWhenItWasTaken) {
  const blueprint::Program program = program_of(R"(
I in.i 1 m
O out.o B -t m
F send.f NULL NULL out.o NULL
F take.f in.i NULL NULL NULL
U a.u send.f
U b.u take.f
P A 1 a.u
P B 1 b.u
)");
  support::FakeTransport transport;
  const auto begin = std::chrono::steady_clock::now() - std::chrono::seconds(2);
  const auto found = begin + std::chrono::seconds(1);
  transport.arrivals.push_back({MessageId{0}, ProcessId{0}, 4, true, true, found});
  RecordedEvents events({});
  Rehearsal receiver(program, ProcessId{1}, transport, {}, &events.memory);
  receiver.simulation().run(1, begin);
  transport.arrivals.push_back({MessageId{0}, ProcessId{0}, 4, true, true, found});
  EXPECT_TRUE(receiver.simulation().drain(-1, 2));
  std::vector<traces::Ticks> arrivals;
  for (const Event& event : events.all()) {
    if (event.kind == EventKind::kArrival) {
      arrivals.push_back(event.time);
    }
  }
  EXPECT_EQ(arrivals, (std::vector<traces::Ticks>{1'000'000'000, 1'000'000'000}));
}

TEST(TracedRuns, AMessageThatIsThereAtTheWaitArrivesThenAndWasNotAwaited) {
  const blueprint::Program program = program_of(R"(
I in.i 2 m
O out.o B -t m -n 2
F send.f NULL NULL out.o NULL
F take.f in.i NULL NULL NULL
U a.u send.f
U b.u take.f
P A 1 a.u
P B 1 b.u
)");
  support::FakeTransport transport;
  const auto begin = std::chrono::steady_clock::now();
  const auto found = begin + std::chrono::hours(1);  // later than the first look
  transport.arrivals.push_back({MessageId{0}, ProcessId{0}, 4, true, true, found, true});
  transport.arrivals.push_back({MessageId{0}, ProcessId{0}, 4, true, true, found, false});
  RecordedEvents events({});
  Rehearsal receiver(program, ProcessId{1}, transport, {}, &events.memory);
  receiver.simulation().run(1, begin);
  std::vector<traces::Ticks> waits;
  std::vector<traces::Ticks> arrivals;
  std::vector<bool> waited;
  for (const Event& event : events.all()) {
    if (event.kind == EventKind::kWait) {
      waits.push_back(event.time);
    } else if (event.kind == EventKind::kArrival) {
      arrivals.push_back(event.time);
    } else if (event.kind == EventKind::kTake) {
      waited.push_back(event.has(Flag::kWaited));
    }
  }
  ASSERT_EQ(waits.size(), 2U);
  ASSERT_EQ(arrivals.size(), 2U);
  EXPECT_EQ(arrivals[0], waits[0]);
  EXPECT_GT(arrivals[1], waits[1]);
  EXPECT_EQ(waited, (std::vector<bool>{false, true}));
}

TEST(TracedRuns, ANewRunForgetsTheEventsOfTheLast) {
  const blueprint::Program program = program_of(kLoop);
  support::FakeTransport transport;
  RecordedEvents events({});
  Rehearsal process(program, ProcessId{0}, transport, {}, &events.memory);
  process.run();
  const std::uint64_t first = events.memory.counts().recorded;
  process.simulation().run(7, std::chrono::steady_clock::now());
  EXPECT_EQ(events.memory.counts().recorded, first);
  EXPECT_EQ(events.memory.run(), 7U);
}

}  // namespace
}  // namespace dps::simulator
