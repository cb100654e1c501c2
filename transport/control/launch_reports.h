/// Reports about processes that have ended between dps and its agents over MPI and PVM. They are
/// lines of text on standard error or in the trunk's own stream.
/// Source: docs/protocol.md, "Reports of a launch".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "transport/control/frames.h"

namespace dps::control {

/// One half of an agent (guardian or agent) has ended, and the other half has no stream to the
/// coordinator. Written to standard error.
struct LostAgent {
  std::uint32_t host = 0;  ///< index in the run's hosts
  AgentLostFrame lost;

  bool operator==(const LostAgent&) const = default;
};

/// The kinds of processes in a launch.
enum class LaunchRole : std::uint8_t {
  kMpirun,
  kOrted,    ///< Open MPI's daemon on a host
  kPvmd,     ///< PVM's daemon on a host
  kBridge,   ///< the task that connects dps to PVM
  kCarrier,  ///< the PVM task that starts the agent of a host
  kLogin,    ///< the ssh process to a host
};

/// The way in which a process has ended.
enum class LaunchEnd : std::uint8_t {
  kUnknown,     ///< no wait status: the reporting process is not its parent
  kSignal,      ///< `value` is the signal
  kExit,        ///< `value` is the exit status
  kNotStarted,  ///< could not be executed or did not become ready; `words` are the reason
  kDeleted,     ///< its host has left the virtual machine
};

/// A process of the launch that ended before the run was over.
struct LostProcess {
  LaunchRole role{};
  std::string host;  ///< a legal name, as known to the reporting process
  LaunchEnd end = LaunchEnd::kUnknown;
  int value = 0;
  std::string words = {};  ///< output of a foreign program; to_line() joins its lines

  bool operator==(const LostProcess&) const = default;
};

/// Makes a report from a wait status.
LostProcess lost_process(LaunchRole role, const std::string& host, int wait_status);

/// An agent has ended because of the loss of a process. Sent in the trunk's own stream, before the
/// end of the agent's stream.
struct EndOfAgent {
  std::uint32_t host = 0;  ///< index in the run's hosts
  LostProcess cause;

  bool operator==(const EndOfAgent&) const = default;
};

/// Reports as lines without newlines. Each parse_ function returns nullopt for any other line.
std::string to_line(const LostAgent& lost);
std::string to_line(const LostProcess& lost);
std::string to_line(const EndOfAgent& end);
std::optional<LostAgent> parse_lost_agent(std::string_view line);
std::optional<LostProcess> parse_lost_process(std::string_view line);
std::optional<EndOfAgent> parse_end_of_agent(std::string_view line);

/// Writes the line and a newline with one write(), so that lines of different processes do not mix.
void write_line(int fd, std::string line);

/// Splits a stream of text into lines without newlines.
class LineSplitter {
 public:
  /// A longer line is returned in parts.
  static constexpr std::size_t kLongestLine = 64 << 10;

  void feed(std::span<const std::byte> bytes);
  std::optional<std::string> next();

 private:
  std::string text_;
};

}  // namespace dps::control
