#include "blueprint/terrain/assignment.h"

#include <queue>
#include <utility>

#include "base/check.h"
#include "blueprint/terrain/matching.h"

namespace dps::terrain {
namespace {

struct Load {
  std::uint64_t processes;
  std::uint64_t cores;
  std::uint32_t host;
};

struct Fuller {
  bool operator()(const Load& a, const Load& b) const {
    const std::uint64_t of_a = a.processes * b.cores;
    const std::uint64_t of_b = b.processes * a.cores;
    return of_a != of_b ? of_a > of_b : a.host > b.host;
  }
};

using Loads = std::priority_queue<Load, std::vector<Load>, Fuller>;

Loads loads_of(const std::vector<std::uint32_t>& host_of_process,
               std::span<const HostFacts> hosts) {
  std::vector<Load> loads;
  loads.reserve(hosts.size());
  for (std::uint32_t host = 0; host < hosts.size(); ++host) {
    loads.push_back({0, std::max(hosts[host].cores.value_or(1), 1U), host});
  }
  for (const std::uint32_t host : host_of_process) {
    if (host != kUnmatched) {
      ++loads[host].processes;
    }
  }
  return Loads(Fuller{}, std::move(loads));
}

/// Assigns each process without a host to the one with the fewest processes per core.
void assign_the_rest(std::vector<std::uint32_t>& host_of_process,
                     std::span<const HostFacts> hosts) {
  Loads loads = loads_of(host_of_process, hosts);
  for (std::uint32_t& host : host_of_process) {
    if (host == kUnmatched) {
      Load least = loads.top();
      loads.pop();
      host = least.host;
      ++least.processes;
      loads.push(least);
    }
  }
}

}  // namespace

tl::expected<Assignment, Conflict> assign(const blueprint::Program& program,
                                          std::span<const HostFacts> hosts) {
  DPS_CHECK(!hosts.empty());
  const AssignmentMatrix matrix = make_matrix(program, hosts);
  auto matching = first_matching(matrix);
  if (!matching) {
    return tl::unexpected(find_conflict(matrix));
  }
  Assignment assignment{std::move(*matching), {}};
  assignment.host_of_process.assign(program.process_count(), kUnmatched);
  for (std::uint32_t process = 0; process < program.logical_host_of.size(); ++process) {
    const std::uint32_t htag = program.logical_host_of[process];
    if (htag != blueprint::kNone) {
      assignment.host_of_process[process] = assignment.host_of_htag[htag];
    }
  }
  assign_the_rest(assignment.host_of_process, hosts);
  return assignment;
}

}  // namespace dps::terrain
