/// The hosts of a run, and which of them serves which process.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "base/ids.h"
#include "blueprint/program.h"
#include "terrain/assignment.h"

namespace dps::coordinator {

/// A host of the run, as the user describes it; its agent's HELLO supplies what is missing.
struct Host {
  std::string name;                   ///< in messages and in the profile
  std::string address = "127.0.0.1";  ///< on which its simulators listen for one another
  std::uint64_t speed = 1000;
  std::vector<std::string> htags;       ///< the logical hosts that are assigned to it
  std::string type;                     ///< architecture; empty: not known
  std::optional<std::uint32_t> cores;   ///< or slots
  std::optional<std::uint64_t> memory;  ///< bytes
  bool address_given = false;           ///< by the user; else HELLO may replace `address`
  std::string login;                    ///< user name there; empty: the launcher's choice
  std::string program_path;  ///< folders there that have dps-simulator, a:b; empty: the launcher's
  std::string folder;        ///< working directory of `exec` there; empty: the blueprint's folder
};

/// Where the host has a program that is at `path` here: in the first folder of program_path, else
/// at the same path.
std::string path_on(const Host& host, const std::string& path);

struct Placement {
  std::vector<Host> hosts;
  std::vector<std::uint32_t> host_of;  ///< by process: position in hosts; empty: not yet decided
  bool ignores_terrain = false;        ///< on_this_machine(): the T lines are not looked at

  /// Every process has a host.
  [[nodiscard]] bool is_complete(const blueprint::Program& program) const {
    return host_of.size() == program.process_count();
  }
  [[nodiscard]] const Host& host(ProcessId process) const { return hosts[host_of[index(process)]]; }
  [[nodiscard]] std::vector<ProcessId> processes_of(std::uint32_t host) const;
  /// The number of processes with a smaller id on the same host.
  [[nodiscard]] std::uint32_t place_on_host(ProcessId process) const;
};

/// Why no placement satisfies the T lines, as lines for the user: the first is a summary, the last
/// has no line end.
struct TerrainFailure {
  std::string report;
};

inline constexpr const char* kThisMachine = "localhost";

/// All processes on this machine; the T lines are ignored.
Placement on_this_machine(const blueprint::Program& program);
/// The note for a blueprint with T lines that are ignored.
inline constexpr const char* kTerrainUnchecked =
    "everything runs on this machine: the logical hosts of the T lines share it, and their "
    "constraints are not checked";

/// Matches the terrain (terrain/assignment.h). The placement has the same hosts in the same order,
/// idle ones included, with their htags. At least one host.
tl::expected<Placement, TerrainFailure> place(const blueprint::Program& program,
                                              std::span<const Host> hosts);

/// The decision of place(): the host of every htag and of every process.
tl::expected<terrain::Assignment, TerrainFailure> assign_terrain(
    const blueprint::Program& program, std::span<const terrain::HostFacts> hosts);

/// The assignment matrix of hosts with which place() succeeds (terrain/conflict_report.h).
std::string assignment_matrix(const blueprint::Program& program, std::span<const Host> hosts);

/// True if the T lines constrain something that is not known of these hosts yet.
bool needs_facts(const blueprint::Program& program, std::span<const Host> hosts);

/// True if more facts about the hosts cannot change the result of place(): the T lines need none,
/// and if processes without a T line are to be spread over the hosts their cores are known.
bool is_placement_final(const blueprint::Program& program, std::span<const Host> hosts);

/// Removes the hosts that serve no process. Returns the former positions of those that remain, in
/// rising order.
std::vector<std::uint32_t> drop_idle_hosts(Placement& placement);

/// A warning for each host with more processes than cores.
std::vector<std::string> oversubscription(const Placement& placement);

}  // namespace dps::coordinator
