/// The hosts of a run, and the assignment of processes to hosts.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "base/ids.h"
#include "blueprint/program.h"
#include "blueprint/terrain/assignment.h"

namespace dps::coordinator {

/// A host of the run, as described by the user. Missing properties are taken from its agent's
/// HELLO.
struct Host {
  std::string name;                   ///< the name in messages and in the profile
  std::string address = "127.0.0.1";  ///< the address at which its simulators listen
  std::uint64_t speed = 1000;
  std::vector<std::string> htags;       ///< the logical hosts that are assigned to it
  std::string type;                     ///< architecture; empty: unknown
  std::optional<std::uint32_t> cores;   ///< or slots
  std::optional<std::uint64_t> memory;  ///< bytes
  bool address_given = false;           ///< the user gave it; else HELLO may replace `address`
  std::string login;                    ///< user name there; empty: the launcher's choice
  std::string program_path;  ///< folders there that have dps-simulator, a:b; empty: the launcher's
  std::string folder;        ///< working directory of `exec` there; empty: the blueprint's folder
};

/// The path on the host of the program that has `path` on this machine: in the first folder of
/// program_path if there is one, else the same path.
std::string path_on(const Host& host, const std::string& path);

/// The hosts of a run in the user's order, and the host of each process once that is decided.
struct Placement {
  std::vector<Host> hosts;
  std::vector<std::uint32_t> host_of;  ///< index in hosts, by process; empty: not yet decided
  bool ignores_terrain = false;        ///< on_this_machine(): T lines are ignored

  /// True if every process has a host.
  [[nodiscard]] bool is_complete(const blueprint::Program& program) const {
    return host_of.size() == program.process_count();
  }
  [[nodiscard]] const Host& host(ProcessId process) const { return hosts[host_of[index(process)]]; }
  [[nodiscard]] std::vector<ProcessId> processes_of(std::uint32_t host) const;
  /// The number of processes with a smaller id on the same host.
  [[nodiscard]] std::uint32_t place_on_host(ProcessId process) const;
};

/// The report for the user if no placement satisfies the T lines. The first line is a summary; the
/// last has no line end.
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

/// Matches the terrain (blueprint/terrain/assignment.h). The placement contains all hosts in the
/// same order, with their htags. There must be at least one host.
tl::expected<Placement, TerrainFailure> place(const blueprint::Program& program,
                                              std::span<const Host> hosts);

/// The decision of place(): the host of every htag and of every process.
tl::expected<terrain::Assignment, TerrainFailure> assign_terrain(
    const blueprint::Program& program, std::span<const terrain::HostFacts> hosts);

/// The assignment matrix of hosts with which place() succeeds
/// (blueprint/terrain/conflict_report.h).
std::string assignment_matrix(const blueprint::Program& program, std::span<const Host> hosts);

/// The columns of the matrix: by host, the htags whose constraints it satisfies.
std::vector<std::vector<std::string>> satisfied_htags(const blueprint::Program& program,
                                                      std::span<const Host> hosts);

/// True if the T lines have constraints on properties of these hosts that are not known yet.
bool needs_facts(const blueprint::Program& program, std::span<const Host> hosts);

/// True if further facts about the hosts cannot change the result of place(): the T lines need
/// none, and the numbers of cores are known if processes without a T line have to be distributed.
bool is_placement_final(const blueprint::Program& program, std::span<const Host> hosts);

/// Removes the hosts without processes. Returns the former indices of the remaining hosts in
/// ascending order.
std::vector<std::uint32_t> drop_idle_hosts(Placement& placement);

struct HostCores {
  std::string_view name;
  std::optional<std::uint32_t> cores;  ///< nullopt: unknown
};

/// A warning for each host with more processes than cores: the first three, and the number of the
/// others. `host_of_process` has indices of `hosts`.
std::vector<std::string> oversubscription(std::span<const HostCores> hosts,
                                          std::span<const std::uint32_t> host_of_process);
std::vector<std::string> oversubscription(const Placement& placement);

}  // namespace dps::coordinator
