/// A session: everything from the launch of the agents to the last BYE.
/// Source: docs/architecture.md, "A run"; docs/protocol.md; docs/reliability.md.
#pragma once

#include <memory>

#include "blueprint/program.h"
#include "coordinator/launch/launcher.h"
#include "coordinator/placement/placement.h"
#include "coordinator/session/progress/progress.h"
#include "coordinator/session/session_options.h"
#include "coordinator/session/session_result.h"

namespace dps::coordinator {

/// Starts an agent on every host, runs the program as often as the options require, and ends
/// everything that it started, even after a failure. Uses one thread, with callbacks of Boost.Asio.
///
/// During run() SIGINT, SIGTERM and SIGHUP are handled: the first stops the run and keeps the
/// records so far, the second makes run() return at once. SIGTSTP (Ctrl-Z) is refused with a line
/// for the listener. SIGPIPE is ignored.
class Session {
 public:
  /// All references outlive the session.
  Session(const blueprint::Program& program, const Placement& placement,
          const SessionOptions& options, Launcher& launcher, ProgressListener& listener);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session();

  /// To be called once. Failures are in SessionResult::failure.
  SessionResult run();

 private:
  class Shell;
  std::unique_ptr<Shell> shell_;
};

}  // namespace dps::coordinator
