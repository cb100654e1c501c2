/// The simulation of one blueprint process in real time, run after run, with its record kept in its
/// page. Independent of agents and control frames.
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
  /// PreparedProcess::prepare(), and a writer of the page at its level.
  static Result<std::unique_ptr<Simulation>> prepare(const ProcessParts& parts,
                                                     const SimulationOptions& options);
  virtual ~Simulation() = default;

  /// Announces run `run` to the transport, resets the page, sleeps until `begin`, then runs the
  /// process until it is complete, fails, or is asked to stop. Every call is a new run with a new
  /// engine.
  virtual Outcome run(std::uint32_t run, std::chrono::steady_clock::time_point begin) = 0;

  /// After run(): takes the messages that still arrive and counts them as late, until taken and
  /// late messages are together `expected`, or `wake_fd` (if not -1) is readable.
  virtual Result<void> drain(int wake_fd, std::uint64_t expected) = 0;
};

}  // namespace dps::simulator
