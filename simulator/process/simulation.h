/// The simulation of a blueprint process in real time, run after run, with its record in its page.
/// Independent of agents and control frames.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "base/result.h"
#include "simulator/process/outcome.h"
#include "simulator/process/prepared_process.h"

namespace dps::simulator {

class Simulation {
 public:
  /// Prepares the process, and a writer for the level of the page. Errors:
  /// PreparedProcess::prepare().
  static Result<std::unique_ptr<Simulation>> prepare(const ProcessParts& parts,
                                                     const SimulationOptions& options);
  virtual ~Simulation() = default;

  /// Announces run `run` to the transport, resets the page, sleeps until `begin`, and runs the
  /// process until it is complete, fails, or is stopped. Every run has a new engine.
  virtual ProcessOutcome run(std::uint32_t run, std::chrono::steady_clock::time_point begin) = 0;

  /// To be called after run() if the run is over: counts the timers that a stopped process has left
  /// as late, takes the messages that still arrive and counts them as late, too, until the sum of
  /// taken and late messages is `expected` or `wake_fd` (unless -1) is readable.
  virtual Result<void> drain(int wake_fd, std::uint64_t expected) = 0;

  /// To be called after run() if the process was stopped: takes the messages that still arrive, so
  /// that their senders are not held, until `wake_fd` is readable. They are under way at the end of
  /// the run, so they are not counted.
  virtual Result<void> discard(int wake_fd) = 0;
};

}  // namespace dps::simulator
