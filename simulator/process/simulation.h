/// One blueprint process played in real time: pulls its engine, computes, sends, waits, and keeps
/// the execution-history log in its record page. Knows nothing of agents and control frames.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "blueprint/program.h"
#include "engine/engine.h"
#include "profiles/record_page.h"
#include "transport/stop_signal.h"
#include "transport/transport.h"
#include "userfuncs/functions.h"

namespace dps::simulator {

struct SimulationOptions {
  profiles::Level level = profiles::Level::kProcess;
  std::uint64_t speed = 1000;  ///< of this host, for `compute`
  std::string folder;          ///< the blueprint's: where `exec` looks and runs
  std::uint64_t seed = 0;
  std::uint64_t largest_arrival = 0;  ///< bytes of the largest message that may come
  transport::StopSignal stop;         ///< that of StopFlag; the same that the transport has
};

enum class Ending : std::uint8_t { kComplete, kStopped, kFailed };

/// How a process's part in a run ended.
struct Outcome {
  Ending ending = Ending::kComplete;
  std::string failure;                     ///< kFailed: what and why, in one line
  std::uint32_t unit = 0;                  ///< where it was
  bool waiting = false;                    ///< kStopped: it waited for a message
  std::vector<engine::Progress> progress;  ///< kStopped while waiting: what it had and wanted
  std::vector<engine::Unclaimed> unclaimed;
};

class Simulation {
 public:
  /// Everything that takes time, and everything that may be missing, before READY: functions and
  /// programs are found (kInput names all that is missing, and what exists), the transport's
  /// buffers prepared, timer slack lowered. All references outlive the simulation. The page is of
  /// the same level and has a row for every pair that the process exchanges messages with.
  static Result<std::unique_ptr<Simulation>> prepare(const blueprint::Program& slice,
                                                     ProcessId self,
                                                     transport::Transport& transport,
                                                     profiles::RecordPage& page,
                                                     const userfuncs::Functions& functions,
                                                     const SimulationOptions& options);
  virtual ~Simulation() = default;

  /// Tells the transport that run `run` begins, resets the page, sleeps until `begin`, then plays
  /// the process until it is complete, fails, or is asked to stop. Every call is a new run with a
  /// new engine.
  virtual Outcome run(std::uint32_t run, std::chrono::steady_clock::time_point begin) = 0;

  /// After run(): takes what still comes and counts it as late, until taken and late messages are
  /// together `expected`, or `wake_fd` (if not -1) is readable.
  virtual Result<void> drain(int wake_fd, std::uint64_t expected) = 0;
};

}  // namespace dps::simulator
