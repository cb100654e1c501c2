#include "simulator/process/simulation.h"

#include <utility>

#include "base/interference.h"
#include "blueprint/events/combined.h"
#include "profiles/record_writer.h"
#include "profiles/traces/recorder.h"
#include "simulator/process/event_sink.h"
#include "simulator/process/late_messages.h"
#include "simulator/process/process_run.h"
#include "simulator/process/spinning.h"

namespace dps::simulator {
namespace {

using profiles::Level;
using profiles::ProcessState;

/// A process wakes up this time before BEGIN, so that the latency of the wake-up does not delay it.
constexpr std::chrono::microseconds kAwakeBefore{150};

/// The consumer of events if they are not recorded.
template <Level level>
class Untraced {
 public:
  using Events = profiles::RecordWriter<level>;

  Untraced(PreparedProcess& process, traces::EventMemory* /*memory*/)
      : events_(process.page, process.program) {}

  void begin_run(std::uint32_t /*run*/) {}
  [[nodiscard]] Events& events() { return events_; }

 private:
  Events events_;
};

/// The consumers of events that are also recorded.
template <Level level>
class Traced {
  using Writer = profiles::RecordWriter<level>;
  using Recorder = traces::Recorder<Nanoseconds, EventSink<level>>;

 public:
  using Events = events::Combined<Writer, Recorder>;

  Traced(PreparedProcess& process, traces::EventMemory* memory)
      : memory_(*memory),
        writer_(process.page, process.program),
        recorder_(EventSink<level>(memory_, process.program, process.self)),
        events_(writer_, recorder_) {}

  void begin_run(std::uint32_t run) { memory_.reset(run); }
  [[nodiscard]] Events& events() { return events_; }

 private:
  traces::EventMemory& memory_;
  Writer writer_;
  Recorder recorder_;
  Events events_;
};

template <Level level, typename Consumer>
class SimulationAt final : public Simulation {
 public:
  SimulationAt(PreparedProcess process, traces::EventMemory* memory)
      : process_(std::move(process)), consumer_(process_, memory) {}

  ProcessOutcome run(std::uint32_t run, std::chrono::steady_clock::time_point begin) override {
    process_.transport.begin_run(run);
    process_.page.reset(run, begin.time_since_epoch());
    process_.flows.begin_run();
    consumer_.begin_run(run);
    const Interference before = interference_so_far();
    if (!process_.sleeper->sleep_until(begin - kAwakeBefore) ||
        !spin_until(begin, process_.options.stop)) {
      process_.timers = {};
      process_.page.set_state(ProcessState::kStopped, Nanoseconds(0));
      ProcessOutcome never_begun;
      never_begun.ending = Ending::kStopped;
      return never_begun;
    }
    begin_ = begin;
    ProcessOutcome outcome =
        ProcessRun<level, typename Consumer::Events>(process_, begin, run, consumer_.events())
            .run();
    const Interference after = interference_so_far();
    outcome.interference = {after.switches - before.switches, after.steal - before.steal};
    return outcome;
  }

  Result<void> drain(int wake_fd, std::uint64_t expected) override {
    const profiles::PageHead& head = process_.page.head();
    drop_timers(process_, consumer_.events());
    return take_while(
        wake_fd, [&] { return head.traffic.msgs_in.get() + head.late.get() < expected; },
        [&] { take_late(process_, begin_, consumer_.events()); });
  }

  Result<void> discard(int wake_fd) override {
    return take_while(
        wake_fd, [] { return true; }, [&] { process_.transport.take(); });
  }

 private:
  /// Calls `take` for each message that arrives while `lacks_some()`, until `wake_fd` is readable.
  template <typename Lacks, typename Take>
  Result<void> take_while(int wake_fd, Lacks lacks_some, Take take) {
    transport::WaitLimits limits;
    limits.wake_fd = wake_fd;
    while (lacks_some()) {
      const auto outcome = process_.transport.wait(limits);
      if (!outcome) {
        return with_context(outcome.error(), "taking late messages");
      }
      if (*outcome == transport::WaitOutcome::kWoken) {
        return {};
      }
      if (*outcome != transport::WaitOutcome::kMessage) {
        return failure(ErrorCode::kInterrupted, "asked to stop");
      }
      take();
    }
    return {};
  }

  PreparedProcess process_;
  Consumer consumer_;
  std::chrono::steady_clock::time_point begin_;  ///< the BEGIN instant of the last run
};

template <Level level>
std::unique_ptr<Simulation> make_simulation(PreparedProcess process, traces::EventMemory* memory) {
  if (memory == nullptr) {
    return std::make_unique<SimulationAt<level, Untraced<level>>>(std::move(process), memory);
  }
  return std::make_unique<SimulationAt<level, Traced<level>>>(std::move(process), memory);
}

}  // namespace

Result<std::unique_ptr<Simulation>> Simulation::prepare(const ProcessParts& parts,
                                                        const SimulationOptions& options) {
  auto process = PreparedProcess::prepare(parts, options);
  if (!process) {
    return tl::unexpected(process.error());
  }
  switch (options.level) {
    case Level::kProcess:
      return make_simulation<Level::kProcess>(*std::move(process), parts.events);
    case Level::kUnit:
      return make_simulation<Level::kUnit>(*std::move(process), parts.events);
    case Level::kFunctionality:
      break;
  }
  return make_simulation<Level::kFunctionality>(*std::move(process), parts.events);
}

}  // namespace dps::simulator
