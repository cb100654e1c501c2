/// The messages of collective operations between the two groups of an intercommunicator.
/// Source: docs/programs.md, "Collective operations of two groups".
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mpi_programs/library/functions.h"
#include "mpi_programs/sequencer/network/collective_steps.h"

namespace dps::sequencer {

/// The members from `begin` to `end`, which is not one of them.
struct MemberRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] std::uint32_t size() const { return end - begin; }
  [[nodiscard]] bool has(std::uint32_t member) const { return begin <= member && member < end; }
};

/// The members of the first group are those below `middle`.
struct TwoGroups {
  std::uint32_t middle = 0;
  std::uint32_t members = 0;

  [[nodiscard]] MemberRange own(std::uint32_t member) const {
    return member < middle ? MemberRange{0, middle} : MemberRange{middle, members};
  }
  [[nodiscard]] MemberRange other(std::uint32_t member) const {
    return member < middle ? MemberRange{middle, members} : MemberRange{0, middle};
  }
};

/// True if one member sends, or receives, the data of all others.
bool has_root(mpi_library::Function function);

/// The steps of the member `self`. `root`: for a function that has one; nullopt: `self` is in the
/// group of the root, which has not called yet. Blocks are numbered by their receiver's rank in its
/// group.
std::vector<CollectiveStep> steps_of(mpi_library::Function function, const TwoGroups& groups,
                                     std::uint32_t self, std::optional<std::uint32_t> root);

}  // namespace dps::sequencer
