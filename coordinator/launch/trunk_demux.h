/// Takes the streams of many agents apart that come through one child of a launcher: every host
/// gets pipes of its own, so that the session does not know of the trunk (docs/protocol.md, "The
/// trunk").
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "coordinator/launch/launcher.h"
#include "coordinator/launch/trunk_exit.h"

namespace dps::coordinator {

struct TrunkOptions {
  std::vector<std::string> hosts;  ///< their names, by stream
  /// Explains the end of a host's stream; the reason becomes the words of its agent. Also called
  /// with the one process whose end has ended a single agent. Runs in the thread of the trunk.
  /// Null: describe_exit().
  std::function<Diagnosis(std::uint32_t host, const TrunkExit&)> diagnose = nullptr;
  /// Returns the host that has caused the end, which gets its diagnosis first. Null: none has.
  std::function<std::optional<std::uint32_t>(const TrunkExit&)> culprit = nullptr;
  /// True if the child cannot lead anywhere any more by what it has printed so far. It gets SIGTERM
  /// if it has not ended `break_grace` later. Null: it always ends by itself.
  std::function<bool(const TrunkExit&)> is_broken = nullptr;
  std::chrono::milliseconds break_grace{2000};
  /// The time that the child has to exit after the trunk is destroyed, before it is killed. It gets
  /// SIGTERM after a quarter of it.
  std::chrono::milliseconds exit_grace{2000};
};

/// A thread of its own moves the bytes, with every signal blocked. It forwards what a host's pipe
/// brings at once, and stops reading where the other side does not keep up. A LostAgent line on the
/// child's standard error becomes an AGENT_LOST frame, the last of that host's stream; an
/// EndOfAgent line on the trunk's own stream becomes the words of that agent
/// (control/launch_reports.h).
class TrunkDemux {
 public:
  /// Takes ownership of the child. Errors (kSystem): too few descriptors, no thread.
  static Result<std::unique_ptr<TrunkDemux>> start(LaunchedAgent child, TrunkOptions options);
  TrunkDemux(const TrunkDemux&) = delete;
  TrunkDemux& operator=(const TrunkDemux&) = delete;
  /// Closes the child's input and waits for it; then sends SIGTERM; then kills its process group.
  /// Reaps the child.
  ~TrunkDemux();

  /// Returns the pipes to the agent of a host, once for each; of two hosts of one name the second
  /// comes second. The agent has no pid, since the child belongs to the trunk.
  Result<LaunchedAgent> take_agent(const std::string& host);

  /// The next step of the host's diagnosis; empty before the end, or if there is none.
  [[nodiscard]] std::string next_step(const std::string& host) const;

  /// Sends a line on the trunk's own stream.
  void send_line(std::string_view line);

 private:
  class Loop;  // runs in the thread

  explicit TrunkDemux(std::unique_ptr<Loop> loop);

  std::unique_ptr<Loop> loop_;
};

}  // namespace dps::coordinator
