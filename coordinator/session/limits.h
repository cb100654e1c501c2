/// The limits of a run and of its hosts, which are checked before processes are started.
/// Source: docs/reliability.md, P7.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "blueprint/flows.h"
#include "blueprint/program.h"
#include "coordinator/agents/failure.h"
#include "coordinator/placement/placement.h"
#include "coordinator/session/session_options.h"
#include "transport/control/frames.h"

namespace dps::coordinator {

inline constexpr std::uint32_t kMostProcesses = 4'096;  // Source: docs/language.md, "Limits"
inline constexpr std::uint32_t kMostProcessesOfAHost = 1'024;
inline constexpr std::uint32_t kManyProcessesPerCore = 4;  ///< dps warns above this
/// Memory of a simulator without its messages. Source: twice the measured 2 MiB of private memory.
inline constexpr std::uint64_t kSimulatorBytes = 4ULL << 20;
/// Descriptors of a simulator in addition to one per connection.
inline constexpr std::uint64_t kDescriptorsOfASimulator = 32;

/// The resources that the simulators of one host need.
struct HostNeeds {
  std::uint32_t processes = 0;
  std::uint64_t bytes = 0;
  std::uint64_t touched = 0;      ///< bytes of buffers and records that are written before READY
  std::uint64_t events = 0;       ///< the number of recorded events; `bytes` includes them
  std::uint64_t connections = 0;  ///< sum over all simulators
  std::uint64_t most_connections = 0;  ///< maximum over the simulators
};

/// The needs of all hosts, by host. `trace`: the limits of each process; nullopt: no trace.
std::vector<HostNeeds> needs_of(const blueprint::Program& program, const Placement& placement,
                                const blueprint::FlowTable& flows,
                                const std::optional<traces::Limits>& trace = std::nullopt);
/// The maximum over the hosts.
std::uint32_t most_processes(std::span<const HostNeeds> needs);
std::uint64_t most_connections(std::span<const HostNeeds> needs);
std::uint64_t most_touched(std::span<const HostNeeds> needs);

// Each of these functions returns a message for the user if a limit is exceeded, else nullopt.

/// Limits of dps, independently of the hosts.
std::optional<std::string> exceeds_limits(const blueprint::Program& program,
                                          const std::vector<HostNeeds>& needs,
                                          const Placement& placement);
/// The largest message of the program against --max-message.
std::optional<std::string> exceeds_message_limit(const blueprint::Program& program,
                                                 const SessionOptions& options);
/// The memory of the host, as its agent reports it.
std::optional<std::string> exceeds_host(const HostNeeds& needs, const control::HelloFrame& hello);
/// A warning if there are far more processes than cores.
std::optional<std::string> crowded(const HostNeeds& needs, const control::HelloFrame& hello);
/// RLIMIT_NOFILE of this machine.
std::optional<std::string> exceeds_open_files(const HostNeeds& needs, std::uint64_t hard_limit);

/// Checks all limits that are known before the agents report their hosts. `is_local`: the
/// simulators run on this machine, so its limits apply.
std::optional<Failure> check_limits(const blueprint::Program& program, const Placement& placement,
                                    const blueprint::FlowTable& flows, bool is_local);

}  // namespace dps::coordinator
