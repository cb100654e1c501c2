#include "coordinator/placement/placement.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/units.h"
#include "blueprint/terrain/assignment_matrix.h"
#include "blueprint/terrain/conflict_report.h"
#include "blueprint/terrain/constraints.h"

namespace dps::coordinator {
namespace {

std::vector<terrain::HostFacts> facts_of(std::span<const Host> hosts) {
  std::vector<terrain::HostFacts> facts;
  facts.reserve(hosts.size());
  for (const Host& host : hosts) {
    facts.push_back({host.name, host.type, host.speed, host.cores, host.memory});
  }
  return facts;
}

}  // namespace

std::string path_on(const Host& host, const std::string& path) {
  if (host.program_path.empty()) {
    return path;
  }
  const std::string folder = host.program_path.substr(0, host.program_path.find(':'));
  return folder + "/" + path.substr(path.rfind('/') + 1);
}

std::vector<ProcessId> Placement::processes_of(std::uint32_t host) const {
  std::vector<ProcessId> processes;
  for (std::uint32_t process = 0; process < host_of.size(); ++process) {
    if (host_of[process] == host) {
      processes.push_back(ProcessId{process});
    }
  }
  return processes;
}

std::uint32_t Placement::place_on_host(ProcessId process) const {
  const auto here = host_of.begin() + index(process);
  return static_cast<std::uint32_t>(std::count(host_of.begin(), here, *here));
}

Placement on_this_machine(const blueprint::Program& program) {
  Host host;
  host.name = kThisMachine;
  for (const blueprint::LogicalHost& logical : program.logical_hosts) {
    host.htags.push_back(logical.htag);
  }
  return {{host}, std::vector<std::uint32_t>(program.process_count(), 0), true};
}

tl::expected<terrain::Assignment, TerrainFailure> assign_terrain(
    const blueprint::Program& program, std::span<const terrain::HostFacts> hosts) {
  auto assigned = terrain::assign(program, hosts);
  if (!assigned) {
    std::string report = terrain::conflict_report(program, hosts, assigned.error());
    report.pop_back();  // the line end
    return tl::unexpected(TerrainFailure{std::move(report)});
  }
  return *std::move(assigned);
}

tl::expected<Placement, TerrainFailure> place(const blueprint::Program& program,
                                              std::span<const Host> hosts) {
  auto assigned = assign_terrain(program, facts_of(hosts));
  if (!assigned) {
    return tl::unexpected(std::move(assigned.error()));
  }
  Placement placement{{hosts.begin(), hosts.end()}, std::move(assigned->host_of_process), false};
  for (Host& host : placement.hosts) {
    host.htags.clear();
  }
  for (std::size_t htag = 0; htag < assigned->host_of_htag.size(); ++htag) {
    placement.hosts[assigned->host_of_htag[htag]].htags.push_back(program.logical_hosts[htag].htag);
  }
  return placement;
}

std::string assignment_matrix(const blueprint::Program& program, std::span<const Host> hosts) {
  const auto facts = facts_of(hosts);
  const auto assigned = terrain::assign(program, facts);
  return assigned ? terrain::matrix_table(program, facts, *assigned) : "";
}

std::vector<std::vector<std::string>> satisfied_htags(const blueprint::Program& program,
                                                      std::span<const Host> hosts) {
  const terrain::AssignmentMatrix matrix = terrain::make_matrix(program, facts_of(hosts));
  std::vector<std::vector<std::string>> htags(hosts.size());
  for (std::uint32_t htag = 0; htag < matrix.htag_count(); ++htag) {
    for (std::size_t host = 0; host < hosts.size(); ++host) {
      if (matrix.hosts_of(htag).test(host)) {
        htags[host].push_back(program.logical_hosts[htag].htag);
      }
    }
  }
  return htags;
}

bool needs_facts(const blueprint::Program& program, std::span<const Host> hosts) {
  const auto facts = facts_of(hosts);
  return std::any_of(facts.begin(), facts.end(), [&](const terrain::HostFacts& host) {
    return terrain::lacks_facts(program, host);
  });
}

bool is_placement_final(const blueprint::Program& program, std::span<const Host> hosts) {
  const auto& placed = program.logical_host_of;
  const bool spreads =
      placed.empty() || std::find(placed.begin(), placed.end(), blueprint::kNone) != placed.end();
  const bool knows_cores = std::all_of(hosts.begin(), hosts.end(),
                                       [](const Host& host) { return host.cores.has_value(); });
  return !needs_facts(program, hosts) && (!spreads || knows_cores);
}

std::vector<std::uint32_t> drop_idle_hosts(Placement& placement) {
  std::vector<bool> serves(placement.hosts.size());
  for (const std::uint32_t host : placement.host_of) {
    serves[host] = true;
  }
  std::vector<std::uint32_t> remaining;
  std::vector<std::uint32_t> position(serves.size());
  for (std::uint32_t host = 0; host < serves.size(); ++host) {
    if (serves[host]) {
      position[host] = static_cast<std::uint32_t>(remaining.size());
      std::swap(placement.hosts[remaining.size()], placement.hosts[host]);
      remaining.push_back(host);
    }
  }
  placement.hosts.resize(remaining.size());
  for (std::uint32_t& host : placement.host_of) {
    host = position[host];
  }
  return remaining;
}

std::vector<std::string> oversubscription(std::span<const HostCores> hosts,
                                          std::span<const std::uint32_t> host_of_process) {
  constexpr std::size_t kMostLines = 3;
  std::vector<std::uint64_t> processes(hosts.size());
  for (const std::uint32_t host : host_of_process) {
    ++processes[host];
  }
  std::vector<std::string> lines;
  std::size_t others = 0;
  for (std::size_t at = 0; at < processes.size(); ++at) {
    const auto& [name, cores] = hosts[at];
    if (!cores || processes[at] <= *cores) {
      continue;
    }
    if (lines.size() == kMostLines) {
      ++others;
      continue;
    }
    lines.push_back(fmt::format("{}: {} processes share {}", name, format_count(processes[at]),
                                counted(*cores, "core")));
  }
  if (others > 0) {
    lines.push_back(counted(others, "more host has", "more hosts have") +
                    " more processes than cores");
  }
  return lines;
}

std::vector<std::string> oversubscription(const Placement& placement) {
  std::vector<HostCores> hosts;
  hosts.reserve(placement.hosts.size());
  for (const Host& host : placement.hosts) {
    hosts.push_back({host.name, host.cores});
  }
  return oversubscription(hosts, placement.host_of);
}

}  // namespace dps::coordinator
