/// How a session tells what it does while it does it.
#pragma once

#include <cstdint>
#include <string>

namespace dps::coordinator {

enum class Phase : std::uint8_t {
  kHello,    ///< agents are started
  kLaunch,   ///< simulators are started and get their plans
  kConnect,  ///< simulators connect to one another
  kRun,
  kCollect,  ///< late messages and the final records
  kStop,     ///< something failed or was asked for: everything is stopped
  kEnd,
};

/// "starting agents", "connecting", …: for people.
const char* phase_name(Phase phase);

struct Progress {
  Phase phase = Phase::kHello;
  std::uint32_t run = 0;   ///< from 1, warm-up runs included; 0 before the first
  std::uint32_t runs = 1;  ///< at most so many
  std::uint32_t processes = 0;
  std::uint32_t ready = 0;     ///< kLaunch: listening; kConnect: ready; kRun: complete; …
  std::uint64_t messages = 0;  ///< taken so far in this run, as last heard
  double elapsed_s = 0;        ///< since the session began
};

/// Implemented by the command line, which owns the terminal.
class ProgressListener {
 public:
  virtual ~ProgressListener() = default;
  /// Every change of phase, and at most about ten times a second in between.
  virtual void on_progress(const Progress& progress) = 0;
  /// A whole line for stderr, safe for a terminal: what a program wrote ("[Worker.p[2]] …"), or a
  /// warning of ours ("warning: …").
  virtual void on_line(const std::string& line) = 0;
};

}  // namespace dps::coordinator
