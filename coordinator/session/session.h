/// A run from the launch of the agents to the last BYE: design in docs/architecture.md, "A run";
/// frames in docs/protocol.md; promises in docs/reliability.md.
#pragma once

#include <memory>

#include "blueprint/program.h"
#include "coordinator/launch/launcher.h"
#include "coordinator/placement/placement.h"
#include "coordinator/session/progress.h"
#include "coordinator/session/session_options.h"
#include "coordinator/session/session_result.h"

namespace dps::coordinator {

/// Starts an agent on every host, plays the program as often as the options say, and ends
/// everything that it started, whatever happens. One thread, Boost.Asio callbacks.
///
/// While run() is at work SIGINT, SIGTERM and SIGHUP are its: the first stops the run and keeps
/// what there is, the second ends at once. SIGPIPE is ignored.
class Session {
 public:
  /// All references outlive the session.
  Session(const blueprint::Program& program, const Placement& placement,
          const SessionOptions& options, Launcher& launcher, ProgressListener& listener);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session();

  /// Once. Never fails as a call: what went wrong is SessionResult::failure.
  SessionResult run();

 private:
  class Shell;
  std::unique_ptr<Shell> shell_;
};

}  // namespace dps::coordinator
