/// Which hosts may stand for which logical hosts.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "blueprint/program.h"
#include "terrain/bit_set.h"
#include "terrain/host_facts.h"

namespace dps::terrain {

/// The assignment matrix, an htag a row. Htags that ask for the same share a row, so that a
/// thousand clones that want any host at all cost one.
/// Source: the DPS paper, 5.1 and figure 13 (which has the hosts as rows).
struct AssignmentMatrix {
  std::vector<std::uint32_t> row_of;  ///< by logical host: position in rows
  std::vector<BitSet> rows;           ///< by host: satisfies all constraints

  [[nodiscard]] const BitSet& hosts_of(std::uint32_t htag) const { return rows[row_of[htag]]; }
  [[nodiscard]] std::size_t htag_count() const { return row_of.size(); }
};

AssignmentMatrix make_matrix(const blueprint::Program& program, std::span<const HostFacts> hosts);

}  // namespace dps::terrain
