/// The hosts to which each logical host may be assigned.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "blueprint/program.h"
#include "blueprint/terrain/bit_set.h"
#include "blueprint/terrain/host_facts.h"

namespace dps::terrain {

/// The assignment matrix, with a row per htag. Htags with equal constraints share a row, so that a
/// thousand clones without constraints need one row.
/// Source: the DPS paper, 5.1 and figure 13 (in which the rows are hosts).
struct AssignmentMatrix {
  std::vector<std::uint32_t> row_of;  ///< index in `rows`, by logical host
  std::vector<BitSet> rows;           ///< the hosts that satisfy all constraints

  [[nodiscard]] const BitSet& hosts_of(std::uint32_t htag) const { return rows[row_of[htag]]; }
  [[nodiscard]] std::size_t htag_count() const { return row_of.size(); }
};

AssignmentMatrix make_matrix(const blueprint::Program& program, std::span<const HostFacts> hosts);

}  // namespace dps::terrain
