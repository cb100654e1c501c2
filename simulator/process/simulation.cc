#include "simulator/process/simulation.h"

#include <sys/single_threaded.h>

#include "base/check.h"
#include "base/units.h"
#include "simulator/process/play.h"
#include "simulator/process/spinning.h"

namespace dps::simulator {
namespace {

using profiles::Level;
using profiles::ProcessState;

/// How long before BEGIN a process is awake, so that a wake-up does not make it late.
constexpr std::chrono::microseconds kAwakeBefore{150};

transport::Route route_of(blueprint::Route route) {
  switch (route) {
    case blueprint::Route::kPvmd:
      return transport::Route::kDaemon;
    case blueprint::Route::kTcp:
      return transport::Route::kDirect;
    case blueprint::Route::kOwn:
      break;
  }
  return transport::Route::kOwn;
}

std::vector<PreparedOutput> prepare_outputs(const blueprint::Program& slice) {
  std::vector<PreparedOutput> prepared;
  prepared.reserve(slice.outputs.size());
  for (const blueprint::Output& output : slice.outputs) {
    PreparedOutput one;
    one.letter = {output.mid, output.bytes, output.packed, output.xdr, route_of(output.route)};
    if (output.delay) {
      one.delay_ns = delay_ns_of(*output.delay);
    }
    one.varies = output.bytes_samples.count > 0 || output.delay_samples.count > 0;
    prepared.push_back(one);
  }
  return prepared;
}

/// What goes through the transport of all that the process may send.
std::vector<transport::Letter> letters_of(const blueprint::Program& slice, ProcessId self,
                                          const std::vector<PreparedOutput>& outputs) {
  std::vector<transport::Letter> letters;
  for (const std::uint32_t unit : slice.units_of(slice.plan(self))) {
    for (const std::uint32_t f : slice.functionalities_of(slice.units[unit])) {
      for (const std::uint32_t output : slice.outputs_of(slice.functionalities[f])) {
        if (outputs[output].delay_ns == PreparedOutput::kNoDelay) {
          letters.push_back(outputs[output].letter);
        }
      }
    }
  }
  return letters;
}

/// User functions are the only ones that may start threads later, and the clock is told of them.
profiles::Threads threads_now() {
  return __libc_single_threaded != 0 ? profiles::Threads::kOne : profiles::Threads::kMany;
}

class PreparedSimulation final : public Simulation {
 public:
  explicit PreparedSimulation(Stage stage) : stage_(std::move(stage)) {}

  Outcome run(std::uint32_t run, std::chrono::steady_clock::time_point begin) override;
  Result<void> drain(int wake_fd, std::uint64_t expected) override;

 private:
  Outcome play(std::chrono::steady_clock::time_point begin, std::uint32_t run);
  void count_late(const transport::Arrival& arrival);

  Stage stage_;
};

Outcome PreparedSimulation::run(std::uint32_t run, std::chrono::steady_clock::time_point begin) {
  stage_.transport.begin_run(run);
  stage_.page.reset(run);
  if (!stage_.sleeper->sleep_until(begin - kAwakeBefore) ||
      !spin_until(begin, stage_.options.stop)) {
    stage_.page.set_state(ProcessState::kStopped, 0);
    Outcome never_begun;
    never_begun.ending = Ending::kStopped;
    return never_begun;
  }
  return play(begin, run);
}

Outcome PreparedSimulation::play(std::chrono::steady_clock::time_point begin, std::uint32_t run) {
  switch (stage_.options.level) {
    case Level::kProcess:
      return Play<Level::kProcess>(stage_, begin, run).run();
    case Level::kUnit:
      return Play<Level::kUnit>(stage_, begin, run).run();
    case Level::kFunctionality:
      return Play<Level::kFunctionality>(stage_, begin, run).run();
  }
  DPS_CHECK(false && "a level");
  return {};
}

Result<void> PreparedSimulation::drain(int wake_fd, std::uint64_t expected) {
  profiles::PageHead& head = stage_.page.head();
  transport::WaitLimits limits;
  limits.wake_fd = wake_fd;
  while (head.traffic.msgs_in.get() + head.late.get() < expected) {
    const auto outcome = stage_.transport.wait(limits);
    if (!outcome) {
      return with_context(outcome.error(), "taking late messages");
    }
    if (*outcome == transport::WaitOutcome::kWoken) {
      return {};
    }
    if (*outcome != transport::WaitOutcome::kMessage) {
      return failure(ErrorCode::kInterrupted, "asked to stop");
    }
    count_late(stage_.transport.take());
  }
  return {};
}

void PreparedSimulation::count_late(const transport::Arrival& arrival) {
  const bool known = stage_.books.late(arrival.from, arrival.mid);
  profiles::PageHead& head = stage_.page.head();
  (known ? head.late : head.dropped).add(1);
}

}  // namespace

// The parts of a process, which others own, and the options.
// NOLINTNEXTLINE(readability-function-size)
Result<std::unique_ptr<Simulation>> Simulation::prepare(const blueprint::Program& slice,
                                                        ProcessId self,
                                                        transport::Transport& transport,
                                                        profiles::RecordPage& page,
                                                        const userfuncs::Functions& functions,
                                                        const SimulationOptions& options) {
  DPS_CHECK(page.level() == options.level);
  auto sleeper = Sleeper::create(options.stop);
  if (!sleeper) {
    return tl::unexpected(sleeper.error());
  }
  auto computations = Computations::prepare(slice, self, functions, **sleeper,
                                            {options.folder, options.speed, options.stop});
  if (!computations) {
    return tl::unexpected(computations.error());
  }
  std::vector<PreparedOutput> outputs = prepare_outputs(slice);
  const auto letters = letters_of(slice, self, outputs);
  if (auto buffers = transport.prepare(letters, options.largest_arrival); !buffers) {
    return tl::unexpected(buffers.error());
  }
  const auto record = page.read();
  if (!record) {
    return tl::unexpected(record.error());
  }
  return std::make_unique<PreparedSimulation>(
      Stage{slice, self, transport, page, options, *std::move(sleeper), *std::move(computations),
            std::move(outputs), Books(page, record->flows), profiles::ProcessClock(threads_now())});
}

}  // namespace dps::simulator
