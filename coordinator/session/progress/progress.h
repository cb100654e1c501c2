/// The progress of a session, which is reported while the session runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "coordinator/session/phase.h"

namespace dps::coordinator {

/// Processes that wait for a message, servers apart.
struct WaitingProcesses {
  std::uint32_t count = 0;
  std::string names;    ///< "Worker.p[1..3], Master.p[0]"
  std::string longest;  ///< the one that has waited longest
  double longest_s = 0;
};

/// A report of the progress of a session. Counts are those of the current run.
struct SessionProgress {
  Phase phase = Phase::kHello;
  std::uint32_t run = 0;   ///< from 1, warm-up runs included; 0 before the first
  std::uint32_t runs = 1;  ///< the maximum, warm-up runs included
  std::uint32_t processes = 0;
  /// Processes that have finished the phase: kLaunch: listening; kConnect: ready; kRun: complete;
  /// kCollect: drained.
  std::uint32_t ready = 0;
  std::uint64_t messages = 0;  ///< kRun, kCollect: taken so far, according to the last reports
  std::uint64_t bytes = 0;     ///< of these messages
  double messages_per_s = 0;   ///< in the last two seconds
  double bytes_per_s = 0;      ///< in the last two seconds
  std::optional<WaitingProcesses> waiting;
  double elapsed_s = 0;  ///< since the start of the session
};

/// Implemented by the command line, which owns the terminal.
class ProgressListener {
 public:
  virtual ~ProgressListener() = default;
  /// Called at every change of phase, and about ten times a second in between.
  virtual void on_progress(const SessionProgress& progress) = 0;
  /// Prints a whole line on stderr, safe for a terminal: output of a process ("[Worker.p[2]] …") or
  /// a warning of dps ("warning: …").
  virtual void on_line(const std::string& line) = 0;
  /// Like on_line(), for the answer to a key that the user has pressed.
  virtual void on_answer(const std::string& line) = 0;
};

}  // namespace dps::coordinator
