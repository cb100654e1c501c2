/// The members of a collective operation, and the root that the members of two groups name.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mpi_programs/sequencer/communicators.h"
#include "mpi_programs/sequencer/network/two_group_steps.h"

namespace dps::sequencer {

/// The members of a communicator, in a numbering that is the same for all: of two groups, the one
/// with the lower first rank is first.
class CollectiveMembers {
 public:
  CollectiveMembers() = default;
  explicit CollectiveMembers(const CommunicatorView& where);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(ranks_.size()); }
  /// The ranks in MPI_COMM_WORLD, by member.
  [[nodiscard]] const std::vector<std::int32_t>& ranks() const { return ranks_; }
  [[nodiscard]] std::int32_t rank_of(std::uint32_t member) const { return ranks_[member]; }
  /// nullopt if the rank is no member.
  [[nodiscard]] std::optional<std::uint32_t> member_of(std::int32_t rank) const;

  [[nodiscard]] bool has_two_groups() const { return middle_ != 0; }
  [[nodiscard]] TwoGroups groups() const { return {middle_, size()}; }
  /// The members of the own group; all members if there is one group.
  [[nodiscard]] MemberRange own_group(std::uint32_t member) const;
  /// The members whose data `member` may take: those of the other group, or all of one group.
  [[nodiscard]] MemberRange partners(std::uint32_t member) const;

 private:
  std::vector<std::int32_t> ranks_;
  std::uint32_t middle_ = 0;  // the first member of the second group; 0: there is none
};

/// The root of an operation of two groups. Members of the root's group report only whether they are
/// the root; those of the other group name it.
class SharedRoot {
 public:
  /// Takes the root that the member `self` names, as in BoardRequest::peer. Returns false if that
  /// is no root, or differs from the root that others have named: conflict() has the reason.
  bool add(const CollectiveMembers& members, std::uint32_t self, std::int32_t named);
  /// The root; nullopt if only members that take no part have called.
  [[nodiscard]] std::optional<std::uint32_t> member() const;

  struct Conflict {
    std::string named;       ///< the root that the member names; "": it is none
    std::int32_t rank = 0;   ///< the rank that has named another root
    std::string other_root;  ///< the root that it has named
  };
  [[nodiscard]] const Conflict& conflict() const { return conflict_; }

 private:
  /// The group of the root and, unless the member takes no part, the root itself.
  struct Claim {
    std::uint32_t self = 0;
    std::uint32_t group = 0;  // its first member
    std::optional<std::uint32_t> root;
  };
  /// nullopt: the member names no root.
  static std::optional<Claim> claim_of(const CollectiveMembers& members, std::uint32_t self,
                                       std::int32_t named);
  /// Returns the earlier claim that `claim` contradicts, or null.
  [[nodiscard]] const Claim* contradiction(const Claim& claim) const;

  std::optional<Claim> first_;
  std::optional<Claim> naming_;             // the first one that names the root
  std::map<std::uint32_t, Claim> passive_;  // of members that take no part
  Conflict conflict_;
};

}  // namespace dps::sequencer
