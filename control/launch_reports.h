/// What the processes between dps and its agents report over MPI and PVM when one of them has
/// ended: lines of text, on their standard error or on the trunk's own stream (docs/protocol.md,
/// "Reports of a launch").
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "control/frames.h"

namespace dps::control {

/// One half of an agent has ended, and the other one has no stream up: written to standard error.
struct LostAgent {
  std::uint32_t host = 0;  ///< position among the run's hosts
  AgentLostFrame lost;

  bool operator==(const LostAgent&) const = default;
};

/// What a process of a launch is for.
enum class LaunchRole : std::uint8_t {
  kMpirun,
  kOrted,    ///< Open MPI's daemon of a host
  kPvmd,     ///< PVM's daemon of a host
  kBridge,   ///< the task between dps and PVM
  kCarrier,  ///< the PVM task that starts the agent of a host
  kLogin,    ///< the ssh to a host
};

enum class LaunchEnd : std::uint8_t {
  kUnknown,     ///< it has ended, or a guard of it has
  kSignal,      ///< `value` is the signal
  kExit,        ///< `value` is the exit status
  kNotStarted,  ///< it could not be executed or did not begin to serve; `words` say why
  kDeleted,     ///< its host has left the virtual machine
};

/// A process of the launch that has ended before the run was over.
struct LostProcess {
  LaunchRole role{};
  std::string host;  ///< as the process that reports it knows it; a legal name
  LaunchEnd end = LaunchEnd::kUnknown;
  int value = 0;
  std::string words = {};  ///< the output of a foreign program; to_line() joins its lines

  bool operator==(const LostProcess&) const = default;
};

/// From a wait status.
LostProcess lost_process(LaunchRole role, const std::string& host, int wait_status);

/// An agent has ended because of this process: a line of the trunk's own stream, before the end of
/// the agent's stream.
struct EndOfAgent {
  std::uint32_t host = 0;  ///< position among the run's hosts
  LostProcess cause;

  bool operator==(const EndOfAgent&) const = default;
};

/// The lines, without their newlines. Each parse_ function returns nothing for any other line.
std::string to_line(const LostAgent& lost);
std::string to_line(const LostProcess& lost);
std::string to_line(const EndOfAgent& end);
std::optional<LostAgent> parse_lost_agent(std::string_view line);
std::optional<LostProcess> parse_lost_process(std::string_view line);
std::optional<EndOfAgent> parse_end_of_agent(std::string_view line);

/// Writes the line and its newline by one write(), so that lines of several processes do not mix.
void write_line(int fd, std::string line);

/// Cuts the pieces of a stream of text into lines, without their newlines.
class LineSplitter {
 public:
  /// A longer line comes in pieces.
  static constexpr std::size_t kLongestLine = 64 << 10;

  void feed(std::span<const std::byte> bytes);
  std::optional<std::string> next();

 private:
  std::string text_;
};

}  // namespace dps::control
