/// What a run needs of its hosts, checked before anything is started (docs/reliability.md, P7).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "blueprint/flows.h"
#include "blueprint/program.h"
#include "control/frames.h"
#include "coordinator/placement/placement.h"
#include "coordinator/session/session_options.h"

namespace dps::coordinator {

inline constexpr std::uint32_t kMostProcesses = 4'096;
inline constexpr std::uint32_t kMostProcessesOfAHost = 1'024;
inline constexpr std::uint32_t kManyProcessesPerCore = 4;  ///< above it: a warning
/// A simulator without its messages: measured 2 MiB private, with room to spare.
inline constexpr std::uint64_t kSimulatorBytes = 4ULL << 20;
/// Descriptors of a simulator besides one per connection.
inline constexpr std::uint64_t kDescriptorsOfASimulator = 32;

/// What the simulators of one host need.
struct Needs {
  std::uint32_t processes = 0;
  std::uint64_t bytes = 0;
  std::uint64_t connections = 0;       ///< of all simulators
  std::uint64_t most_connections = 0;  ///< of one
};

/// By host.
std::vector<Needs> needs_of(const blueprint::Program& program, const Placement& placement,
                            const blueprint::FlowTable& flows);

/// What forbids the run whatever the hosts are; nothing if nothing does.
std::optional<std::string> exceeds_limits(const blueprint::Program& program,
                                          const std::vector<Needs>& needs,
                                          const Placement& placement);

/// The largest message of the program, if it is above what the options allow.
std::optional<std::string> exceeds_message_limit(const blueprint::Program& program,
                                                 const SessionOptions& options);

/// What forbids it on this host, now that its agent has told of it.
std::optional<std::string> exceeds_host(const Needs& needs, const control::HelloFrame& hello);

/// More processes than the host can serve at once: a warning, or nothing.
std::optional<std::string> crowded(const Needs& needs, const control::HelloFrame& hello);

/// Open files that a simulator may have here, if that is less than it needs.
std::optional<std::string> exceeds_open_files(const Needs& needs, std::uint64_t hard_limit);

}  // namespace dps::coordinator
