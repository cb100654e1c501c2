#include "simulator/process/simulation.h"

#include <utility>

#include "profiles/record_writer.h"
#include "simulator/process/interference.h"
#include "simulator/process/process_run.h"
#include "simulator/process/spinning.h"

namespace dps::simulator {
namespace {

using profiles::Level;
using profiles::ProcessState;

/// A process wakes up this time before BEGIN, so that the latency of the wake-up does not delay it.
constexpr std::chrono::microseconds kAwakeBefore{150};

template <Level level>
class SimulationAt final : public Simulation {
 public:
  explicit SimulationAt(PreparedProcess process)
      : process_(std::move(process)), writer_(process_.page, process_.program) {}

  Outcome run(std::uint32_t run, std::chrono::steady_clock::time_point begin) override {
    process_.transport.begin_run(run);
    process_.page.reset(run, begin.time_since_epoch());
    process_.flows.begin_run();
    const Interference before = interference_so_far();
    if (!process_.sleeper->sleep_until(begin - kAwakeBefore) ||
        !spin_until(begin, process_.options.stop)) {
      process_.page.set_state(ProcessState::kStopped, Nanoseconds(0));
      Outcome never_begun;
      never_begun.ending = Ending::kStopped;
      return never_begun;
    }
    begin_ = begin;
    Outcome outcome = ProcessRun<level, Writer>(process_, begin, run, writer_).run();
    const Interference after = interference_so_far();
    outcome.interference = {after.switches - before.switches, after.steal - before.steal};
    return outcome;
  }

  Result<void> drain(int wake_fd, std::uint64_t expected) override {
    const profiles::PageHead& head = process_.page.head();
    transport::WaitLimits limits;
    limits.wake_fd = wake_fd;
    while (head.traffic.msgs_in.get() + head.late.get() < expected) {
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
      take_late(process_, begin_, writer_);
    }
    return {};
  }

 private:
  using Writer = profiles::RecordWriter<level>;

  PreparedProcess process_;
  Writer writer_;
  std::chrono::steady_clock::time_point begin_;  ///< of the last run
};

}  // namespace

Result<std::unique_ptr<Simulation>> Simulation::prepare(const ProcessParts& parts,
                                                        const SimulationOptions& options) {
  auto process = PreparedProcess::prepare(parts, options);
  if (!process) {
    return tl::unexpected(process.error());
  }
  switch (options.level) {
    case Level::kProcess:
      return std::make_unique<SimulationAt<Level::kProcess>>(*std::move(process));
    case Level::kUnit:
      return std::make_unique<SimulationAt<Level::kUnit>>(*std::move(process));
    case Level::kFunctionality:
      break;
  }
  return std::make_unique<SimulationAt<Level::kFunctionality>>(*std::move(process));
}

}  // namespace dps::simulator
