/// Assigns a host to each htag and to each process. The hosts are real ones, or those of a machine
/// file.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tl/expected.hpp>

#include "blueprint/program.h"
#include "blueprint/terrain/assignment_matrix.h"
#include "blueprint/terrain/host_facts.h"

namespace dps::terrain {

/// The hosts of all htags and of all processes.
struct Assignment {
  std::vector<std::uint32_t> host_of_htag;     ///< index of the host, by logical host
  std::vector<std::uint32_t> host_of_process;  ///< index of the host, by process

  bool operator==(const Assignment&) const = default;
};

/// The proof that no assignment exists: n htags that fit only n-1 hosts.
struct Conflict {
  std::vector<std::uint32_t>
      htags;  ///< a minimal Hall violator: without any one of them there is no conflict
  std::vector<std::uint32_t> hosts;
};

/// Assigns distinct hosts, which satisfy all constraints, to distinct htags; of all such
/// assignments, the lexicographically first one (blueprint/terrain/matching.h). Then each process
/// without an htag, in process order, is assigned to the host with the fewest processes per core,
/// and to the first of several. A host with an unknown number of cores counts as having one.
/// Requires: at least one host, and distinct names.
/// Source: docs/language.md, "T: hosts"; the DPS paper, 5.1.
tl::expected<Assignment, Conflict> assign(const blueprint::Program& program,
                                          std::span<const HostFacts> hosts);

/// The conflicting htags of a matrix that has no matching of all htags. A bounded search looks for
/// the smallest conflict (finding it is NP-hard); the result is always minimal: without any one of
/// its htags there is no conflict.
Conflict find_conflict(const AssignmentMatrix& matrix);

}  // namespace dps::terrain
