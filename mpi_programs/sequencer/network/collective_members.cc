#include "mpi_programs/sequencer/network/collective_members.h"

#include <algorithm>

#include <fmt/format.h>

#include "mpi_programs/board/record.h"
#include "mpi_programs/board/request.h"

namespace dps::sequencer {

CollectiveMembers::CollectiveMembers(const CommunicatorView& where) {
  const bool own_first = where.other.empty() || where.own < where.other;
  const auto& second = own_first ? where.other : where.own;
  ranks_ = own_first ? where.own : where.other;
  middle_ = where.other.empty() ? 0 : size();
  ranks_.insert(ranks_.end(), second.begin(), second.end());
}

std::optional<std::uint32_t> CollectiveMembers::member_of(std::int32_t rank) const {
  const auto found = std::find(ranks_.begin(), ranks_.end(), rank);
  return found == ranks_.end() ? std::nullopt
                               : std::optional(static_cast<std::uint32_t>(found - ranks_.begin()));
}

MemberRange CollectiveMembers::own_group(std::uint32_t member) const {
  return has_two_groups() ? groups().own(member) : MemberRange{0, size()};
}

MemberRange CollectiveMembers::partners(std::uint32_t member) const {
  return has_two_groups() ? groups().other(member) : MemberRange{0, size()};
}

// --- the root -----------------------------------------------------------------------------------

std::optional<SharedRoot::Claim> SharedRoot::claim_of(const CollectiveMembers& members,
                                                      std::uint32_t self, std::int32_t named) {
  const MemberRange own = members.own_group(self);
  const MemberRange other = members.partners(self);
  if (named == board::kIsRoot) {
    return Claim{self, own.begin, self};
  }
  if (named == board::kNobody) {
    return Claim{self, own.begin, std::nullopt};
  }
  if (named < 0 || static_cast<std::uint32_t>(named) >= other.size()) {
    return std::nullopt;
  }
  return Claim{self, other.begin, other.begin + static_cast<std::uint32_t>(named)};
}

const SharedRoot::Claim* SharedRoot::contradiction(const Claim& claim) const {
  if (first_ && first_->group != claim.group) {
    return &*first_;
  }
  if (!claim.root) {
    return naming_ && naming_->root == claim.self ? &*naming_ : nullptr;
  }
  if (naming_ && naming_->root != claim.root) {
    return &*naming_;
  }
  const auto passive = passive_.find(*claim.root);
  return passive == passive_.end() ? nullptr : &passive->second;
}

bool SharedRoot::add(const CollectiveMembers& members, std::uint32_t self, std::int32_t named) {
  const std::optional<Claim> claim = claim_of(members, self, named);
  const auto text = [&](const Claim& of) {
    return of.root ? fmt::format("p[{}]", members.rank_of(*of.root)) : std::string("MPI_PROC_NULL");
  };
  if (!claim) {
    conflict_ = {};
    return false;
  }
  if (const Claim* const other = contradiction(*claim)) {
    conflict_ = {text(*claim), members.rank_of(other->self), text(*other)};
    return false;
  }
  if (!first_) {
    first_ = claim;
  }
  if (!claim->root) {
    passive_.emplace(self, *claim);
  } else if (!naming_) {
    naming_ = claim;
  }
  return true;
}

std::optional<std::uint32_t> SharedRoot::member() const {
  return naming_ ? naming_->root : std::nullopt;
}

}  // namespace dps::sequencer
