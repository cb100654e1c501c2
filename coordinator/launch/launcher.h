/// The interface for starting agents; implemented by the local, ssh, MPI and PVM launchers.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

#include "base/descriptor.h"
#include "base/result.h"
#include "coordinator/placement/placement.h"

namespace dps::coordinator {

/// The launcher's child that is, or connects to, an agent, and our ends of its pipes. The owner
/// reaps the child.
struct LaunchedAgent {
  Descriptor input;   ///< frames down: the child's stdin
  Descriptor output;  ///< frames up, after the marker: its stdout
  Descriptor errors;  ///< text: its stderr
  pid_t pid = -1;     ///< -1: there is no child for this agent alone (a trunk; tests)
  /// The child is not the agent but only connects to it (ssh), so it may be killed at any time.
  bool leads_away = false;
};

/// A launcher's judgement of an agent that has not sent HELLO.
struct LaunchVerdict {
  bool try_again = false;  ///< refused under load: the next attempt may succeed
  std::string next_step;   ///< advice for the user; may be empty
};

/// A way to start agents: on this machine, over ssh, by mpirun, in PVM; and a fake in the tests.
class Launcher {
 public:
  virtual ~Launcher() = default;
  /// "local", "ssh", …
  [[nodiscard]] virtual std::string name() const = 0;
  /// True if all agents use the clock of this machine, so that no offsets need to be measured.
  [[nodiscard]] virtual bool shares_clock() const = 0;
  /// The hosts to use if the user names none; usually none.
  virtual Result<std::vector<Host>> own_hosts() { return std::vector<Host>{}; }
  /// Notes for the user before the run, a line each.
  [[nodiscard]] virtual std::vector<std::string> notes() const { return {}; }
  /// True if every process must be placed before anything starts (mpirun). If the terrain needs
  /// facts that the hosts file does not give, the hosts are surveyed first: prepare() and start()
  /// without processes, BYE to all, then prepare() and start() again with the final placement.
  [[nodiscard]] virtual bool needs_placement() const { return false; }
  /// Called before start() with all hosts, and their processes if they are placed. `host_of` is
  /// empty in a survey and, without needs_placement(), always: the terrain is then matched after
  /// HELLO.
  virtual Result<void> prepare(const Placement& /*placement*/) { return {}; }
  /// Starts the agent of a host without waiting for it, in a session of its own, so that a
  /// terminal's Ctrl-C reaches only dps. Errors name the program that could not be started, and a
  /// remedy.
  virtual Result<LaunchedAgent> start(const Host& host) = 0;
  /// Judges the loss of an agent. `words` contains the end of the child's standard error and how
  /// the child ended.
  [[nodiscard]] virtual LaunchVerdict judge(const Host& /*host*/,
                                            const std::string& /*words*/) const {
    return {};
  }
  /// The next step if no agent has sent HELLO in time, and nothing was reported as lost; may be
  /// empty.
  [[nodiscard]] virtual std::string advice_if_none_answers() const { return ""; }
};

}  // namespace dps::coordinator
