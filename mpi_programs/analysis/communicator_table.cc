#include "mpi_programs/analysis/communicator_table.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace dps::mpi_profiles {

CommunicatorTable::CommunicatorTable(std::uint32_t size) : groups_(board::kSelf + 1) {
  auto& world = groups_[board::kWorld].first;
  world.resize(size);
  std::iota(world.begin(), world.end(), 0);
}

void CommunicatorTable::add_rank(std::int32_t rank, std::vector<DescribedCommunicator> described) {
  rank_ = rank;
  of_rank_.clear();
  DescribedCommunicator world;
  world.own = groups_[board::kWorld].first;
  of_rank_[board::kWorld] = {board::kWorld, std::move(world)};
  DescribedCommunicator self;
  self.own.push_back(rank);
  of_rank_[board::kSelf] = {board::kSelf, std::move(self)};
  std::sort(described.begin(), described.end(),
            [](const auto& a, const auto& b) { return a.number < b.number; });
  std::map<CommunicatorKey, std::uint32_t> counts;
  for (DescribedCommunicator& of : described) {
    add_one(std::move(of), counts);
  }
}

void CommunicatorTable::add_one(DescribedCommunicator of,
                                std::map<CommunicatorKey, std::uint32_t>& counts) {
  const auto parent = of_rank_.find(of.parent);
  if ((of.flags & board::kMembersOfParent) != 0 && parent != of_rank_.end()) {
    of.own = parent->second.of.own;
    of.other = parent->second.of.other;
  }
  Members first = of.own;
  Members second = of.other;
  if (!second.empty() && second < first) {
    std::swap(first, second);
  }
  const CommunicatorKey kind{common(of.parent), of.tag, std::move(first), std::move(second)};
  const std::uint32_t order = counts[kind]++;
  const auto next = static_cast<std::uint32_t>(groups_.size());
  const auto [place, is_new] = numbers_.try_emplace({kind, order}, next);
  if (is_new) {
    groups_.push_back({std::get<2>(kind), std::get<3>(kind), of.tag == board::kTagOfWindow});
  }
  const std::uint32_t number = of.number;
  of_rank_[number] = {place->second, std::move(of)};
}

std::uint32_t CommunicatorTable::common(std::uint32_t number) const {
  const auto found = of_rank_.find(number);
  return found == of_rank_.end() ? 0 : found->second.common;
}

std::int32_t CommunicatorTable::world_rank(std::uint32_t number, std::int32_t member) const {
  const auto found = of_rank_.find(number);
  if (member < 0 || found == of_rank_.end()) {
    return member < 0 ? member : kInvalidRank;
  }
  const DescribedCommunicator& of = found->second.of;
  const Members& group = of.other.empty() ? of.own : of.other;
  const auto at = static_cast<std::size_t>(member);
  return at >= group.size() ? kInvalidRank : group[at] < 0 ? kOutsideWorld : group[at];
}

}  // namespace dps::mpi_profiles
