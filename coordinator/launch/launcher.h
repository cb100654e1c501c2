/// The interface for starting agents; implemented by the local, ssh, MPI and PVM launchers.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

#include "base/descriptor.h"
#include "base/result.h"
#include "coordinator/placement/placement.h"

namespace dps::coordinator {

/// The launcher's child that leads to an agent, and our ends of the pipes to it. Whoever holds it
/// reaps the child.
struct LaunchedAgent {
  Descriptor input;   ///< frames down: the child's stdin
  Descriptor output;  ///< frames up, after the marker: its stdout
  Descriptor errors;  ///< words for people: its stderr
  pid_t pid = -1;     ///< -1: no child of its own (a trunk; tests)
  /// The child is not the agent, it only leads there (ssh): to end it hurts nothing on the host.
  bool leads_away = false;
};

/// What a launcher makes of an agent that never said HELLO.
struct LaunchVerdict {
  bool try_again = false;  ///< refused under load: the next try may succeed
  std::string next_step;   ///< what the user can do; may be empty
};

class Launcher {
 public:
  virtual ~Launcher() = default;
  /// "local", "ssh", …
  [[nodiscard]] virtual std::string name() const = 0;
  /// True if agents have our own clock: then nothing has to be measured.
  [[nodiscard]] virtual bool shares_clock() const = 0;
  /// The hosts that the launcher knows of itself, where the user names none; usually none.
  virtual Result<std::vector<Host>> own_hosts() { return std::vector<Host>{}; }
  /// What the user should know before the run, a line each.
  [[nodiscard]] virtual std::vector<std::string> notes() const { return {}; }
  /// True if every child that will run has to be known before anything starts (mpirun). Hosts of
  /// which the terrain must learn something are then surveyed first: prepare() and start() with
  /// hosts that serve no process, BYE to all, prepare() and start() again with the final placement.
  [[nodiscard]] virtual bool needs_placement() const { return false; }
  /// Before the start() of its hosts: all of them, and their processes where they are known.
  /// `host_of` is empty in a survey and, without needs_placement(), always: then the terrain is
  /// matched when the agents have said HELLO.
  virtual Result<void> prepare(const Placement& /*placement*/) { return {}; }
  /// Starts the agent of a host; does not wait for it. In a session of its own, so that a
  /// terminal's Ctrl-C reaches only dps. Errors say what could not be started and what to do.
  virtual Result<LaunchedAgent> start(const Host& host) = 0;
  /// `words` are what was said on the child's standard error, and how it ended.
  [[nodiscard]] virtual LaunchVerdict judge(const Host& /*host*/,
                                            const std::string& /*words*/) const {
    return {};
  }
};

}  // namespace dps::coordinator
