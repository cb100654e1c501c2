/// One child of a launcher that leads to the agents of many hosts: takes its streams apart, so that
/// every host has pipes of its own and a session need not know (docs/protocol.md, "The trunk").
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

namespace dps::coordinator {

/// How the child of a trunk has ended.
struct TrunkEnd {
  std::string words;               ///< the newest 16 KiB of its standard error
  std::optional<int> wait_status;  ///< nothing: it has closed its output and lives on
  std::string violation;           ///< what it said that is no trunk; usually empty
};

struct TrunkOptions {
  std::uint32_t hosts = 0;
  /// What the session is to know of a host whose stream was open when the child ended: it appears
  /// as the words of its agent. Called in the trunk's thread; null: explain_end().
  std::function<std::string(std::uint32_t host, const TrunkEnd&)> explain = nullptr;
  /// Whose fault it is, if that can be told: that host hears of the end first. Null: nobody's.
  std::function<std::optional<std::uint32_t>(const TrunkEnd&)> culprit = nullptr;
  /// After such a line on its standard error the child cannot lead anywhere any more: when it has
  /// not ended `last_breath` later, it is asked to. Null: it always ends by itself.
  std::function<bool(std::string_view line)> is_lost = nullptr;
  std::chrono::milliseconds last_breath{2000};
  /// How long the child may take to exit after the trunk is destroyed, before it is killed; after
  /// a quarter of it, it is asked by SIGTERM.
  std::chrono::milliseconds patience{2000};
};

/// The child's own words, or how it ended where it had none.
std::string explain_end(const TrunkEnd& end);

/// A thread of its own moves the bytes, with every signal blocked; whatever it is told by one of
/// the hosts' pipes is passed on at once. It reads no more from where the other side does not keep
/// up. A line on the child's standard error that tells of a lost agent (parse_lost_agent()) becomes
/// an AGENT_LOST frame of that host, the last of its stream. A line of the trunk's own stream that
/// tells of an agent's end (parse_end_of_agent()) becomes the words of that agent.
class Trunk {
 public:
  /// Takes the child over. Errors: too few descriptors, no thread (kSystem).
  static Result<std::unique_ptr<Trunk>> start(LaunchedAgent child, TrunkOptions options);
  Trunk(const Trunk&) = delete;
  Trunk& operator=(const Trunk&) = delete;
  /// Ends the child's input, waits for it, else asks it to end, else kills it and its process
  /// group, and reaps it.
  ~Trunk();

  /// The line to the agent of a host; once for each. It has no pid: the child is the trunk's.
  Result<LaunchedAgent> agent(std::uint32_t host);

  /// A line for the far end of the trunk itself.
  void say(std::string_view line);

 private:
  class Switch;  // what the thread does

  explicit Trunk(std::unique_ptr<Switch> the_switch);

  std::unique_ptr<Switch> switch_;
};

}  // namespace dps::coordinator
