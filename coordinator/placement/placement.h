/// Where the processes of a program run: the hosts of a run, and which host serves which process.
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

/// A host of the run, as the user or the terrain knows it. What the user did not say of it is
/// learnt from its agent's HELLO.
struct Host {
  std::string name;                   ///< how messages and the profile call it
  std::string address = "127.0.0.1";  ///< where its simulators listen for one another
  std::uint64_t speed = 1000;
  std::vector<std::string> htags;       ///< the logical hosts that it stands for
  std::string type;                     ///< architecture; empty: not known
  std::optional<std::uint32_t> cores;   ///< or slots
  std::optional<std::uint64_t> memory;  ///< bytes
  bool address_given = false;           ///< by the user; else `address` is to be found out
  std::string login;                    ///< user name there; empty: the launcher's choice
  std::string program_path;  ///< folders there that have dps-simulator, a:b; empty: the launcher's
  std::string folder;        ///< where `exec` looks and runs there; empty: the blueprint's
};

/// By its name: the one on which dps runs.
bool is_this_machine(const Host& host);

/// Where the host has a program that is at `path` here: in the first folder that the user gave for
/// it, else at the same path.
std::string path_on(const Host& host, const std::string& path);

struct Placement {
  std::vector<Host> hosts;
  std::vector<std::uint32_t> host_of;  ///< by process: position in hosts

  [[nodiscard]] const Host& host(ProcessId process) const { return hosts[host_of[index(process)]]; }
  [[nodiscard]] std::vector<ProcessId> processes_of(std::uint32_t host) const;
  /// How many processes of its host come before it.
  [[nodiscard]] std::uint32_t place_on_host(ProcessId process) const;
};

/// Why no placement satisfies the T lines, for the user: lines, the first of them says it
/// all, the last has no end.
struct TerrainFailure {
  std::string report;
};

inline constexpr const char* kThisMachine = "localhost";

/// Everything on this machine, whatever the terrain says.
Placement on_this_machine(const blueprint::Program& program);
bool is_only_this_machine(std::span<const Host> hosts);
/// What the user should know then of a blueprint with T lines.
inline constexpr const char* kTerrainUnchecked =
    "everything runs on this machine: the logical hosts of the T lines share it, and their "
    "constraints are not checked";

/// Matches the terrain (terrain/assignment.h). The placement has the same hosts in the same order,
/// those that serve no process as well; their htags are filled in. At least one host.
tl::expected<Placement, TerrainFailure> place(const blueprint::Program& program,
                                              std::span<const Host> hosts);

/// What place() decides: which host stands for which htag and serves which process.
tl::expected<terrain::Assignment, TerrainFailure> assign_terrain(
    const blueprint::Program& program, std::span<const terrain::HostFacts> hosts);

/// Whether the T lines ask for something that is not known of these hosts yet.
bool needs_facts(const blueprint::Program& program, std::span<const Host> hosts);

/// Whether place() would decide the same whatever else is learnt of these hosts: what the T lines
/// ask for is known, and the cores too if processes without a T line are to be spread.
bool is_settled(const blueprint::Program& program, std::span<const Host> hosts);

/// Leaves only the hosts that serve a process, in the same order. The positions that they had.
std::vector<std::uint32_t> drop_idle_hosts(Placement& placement);

/// What the user should know of a placement: a line per host with more processes than cores.
std::vector<std::string> crowding(const Placement& placement);

}  // namespace dps::coordinator
