/// The terrain of a program matched with hosts: which host stands for which htag and serves which
/// process. The same for real hosts and for those of a machine file.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tl/expected.hpp>

#include "blueprint/program.h"
#include "terrain/assignment_matrix.h"
#include "terrain/host_facts.h"

namespace dps::terrain {

struct Assignment {
  std::vector<std::uint32_t> host_of_htag;     ///< by logical host: position among the hosts
  std::vector<std::uint32_t> host_of_process;  ///< by process

  bool operator==(const Assignment&) const = default;
};

/// Why there is no assignment: these htags can only be on these hosts, one fewer.
struct Conflict {
  std::vector<std::uint32_t> htags;  ///< none of them can be left out (a minimal Hall violator)
  std::vector<std::uint32_t> hosts;
};

/// Gives distinct htags distinct hosts that satisfy all their constraints: of all ways to do so the
/// first in the order of the hosts (terrain/matching.h). Then each process without an htag, in
/// process order, goes to the host with the fewest processes for its cores, the first among equals;
/// a host whose cores are not known counts as one core.
/// Needs:  at least one host, and names that differ.
/// Source: docs/language.md, "T: hosts"; the DPS paper, 5.1.
tl::expected<Assignment, Conflict> assign(const blueprint::Program& program,
                                          std::span<const HostFacts> hosts);

/// The conflicting htags of a matrix without a matching of all htags. The fewest there are, as far
/// as a bounded search can tell (to find the fewest is NP-hard); none of them can be left out in
/// any case.
Conflict find_conflict(const AssignmentMatrix& matrix);

}  // namespace dps::terrain
