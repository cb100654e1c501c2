/// The messages of collective operations on a machine with a network, as each member sends and
/// receives them. Source: docs/programs.md, "Collective operations on a network".
#pragma once

#include <cstdint>
#include <vector>

#include "mpi_programs/library/functions.h"

namespace dps::sequencer {

/// A message that a member of a collective operation sends or receives. Members are numbered from
/// 0; each brings data, as a whole or in a block for each member.
struct CollectiveStep {
  enum class Size : std::uint8_t {
    kNone,   ///< 0 bytes
    kWhole,  ///< the data of member `of`
    kBlock,  ///< the block of member `of` for member `block`
    kRange,  ///< the data of the members from `of` to `block`, which is not one of them
  };

  bool sends = false;
  std::uint32_t peer = 0;
  Size size = Size::kNone;
  std::uint32_t of = 0;
  std::uint32_t block = 0;

  bool operator==(const CollectiveStep&) const = default;
};

/// The steps of the member `self` of `members`, in order. Functions without a schedule, such as
/// those that make communicators, have the steps of a barrier.
std::vector<CollectiveStep> steps_of(mpi_library::Function function, std::uint32_t members,
                                     std::uint32_t self, std::uint32_t root);

}  // namespace dps::sequencer
