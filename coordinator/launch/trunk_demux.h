/// Demultiplexes the streams of many agents that pass through one child of a launcher. Each agent
/// gets pipes of its own, so that sessions do not depend on the trunk. Source: docs/protocol.md,
/// "The trunk".
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

/// The hosts behind a trunk, and the explanations of its end.
struct TrunkOptions {
  std::vector<std::string> hosts;  ///< their names, by stream
  /// Explains the end of a host's stream; the reason becomes the words of its agent. Also called
  /// for the loss of a single process that has ended one agent. Called in the thread of the trunk.
  /// If null, describe_exit() explains it.
  std::function<Diagnosis(std::uint32_t host, const TrunkExit&)> diagnose = nullptr;
  /// Returns the host that has caused the end, which gets its diagnosis first. If it is null, no
  /// host has.
  std::function<std::optional<std::uint32_t>(const TrunkExit&)> culprit = nullptr;
  /// Returns true if the child's output shows that it can no longer reach its agents. The child
  /// gets SIGTERM if it has not ended after `break_grace`. Null if it always ends by itself.
  std::function<bool(const TrunkExit&)> is_broken = nullptr;
  std::chrono::milliseconds break_grace{2000};
  /// The time for the child to exit after the destruction of the trunk, before it is killed. It
  /// gets SIGTERM after a quarter of this time.
  std::chrono::milliseconds exit_grace{2000};
};

/// A thread of its own, with all signals blocked, copies the bytes. It forwards the bytes of each
/// pipe at once, and stops reading from a pipe if the other side does not keep up. A LostAgent line
/// on the child's standard error becomes an AGENT_LOST frame, the last one in the stream of that
/// host; an EndOfAgent line in the trunk's own stream becomes the words of that agent
/// (transport/control/launch_reports.h).
class TrunkDemux {
 public:
  /// Takes ownership of the child. Errors (kSystem): too few descriptors, no thread.
  static Result<std::unique_ptr<TrunkDemux>> start(LaunchedAgent child, TrunkOptions options);
  TrunkDemux(const TrunkDemux&) = delete;
  TrunkDemux& operator=(const TrunkDemux&) = delete;
  /// Closes the child's input and waits for its end; then sends SIGTERM; then kills its process
  /// group. Reaps the child.
  ~TrunkDemux();

  /// Returns the pipes to the agent of a host. For hosts with the same name, repeated calls return
  /// their agents in order. The agent has no pid, since the child belongs to the trunk.
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
