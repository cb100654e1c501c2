#include "mpi_programs/sequencer/network/two_group_steps.h"

#include <algorithm>

namespace dps::sequencer {
namespace {

using namespace mpi_library;  // NOLINT(google-build-using-namespace): names of functions
using Size = CollectiveStep::Size;

/// The root and the members of the other group have the steps of one group whose first member is
/// the root; the others of the root's group have no steps.
std::vector<CollectiveStep> steps_with_root(Function function, const TwoGroups& groups,
                                            std::uint32_t self, std::uint32_t root) {
  const MemberRange others = groups.other(root);
  if (self != root && !others.has(self)) {
    return {};
  }
  const std::uint32_t place = self == root ? 0 : 1 + self - others.begin;
  std::vector<CollectiveStep> steps = steps_of(function, 1 + others.size(), place, 0);
  const auto member = [&](std::uint32_t in_list) {
    return in_list == 0 ? root : others.begin + in_list - 1;
  };
  for (CollectiveStep& step : steps) {
    step.peer = member(step.peer);
    step.of = member(step.of);
    step.block -= step.size == Size::kBlock ? 1 : 0;
  }
  return steps;
}

/// The steps of an operation of the own group alone, whose first member is the root.
std::vector<CollectiveStep> steps_within(Function function, const MemberRange& own,
                                         std::uint32_t self) {
  std::vector<CollectiveStep> steps = steps_of(function, own.size(), self - own.begin, 0);
  for (CollectiveStep& step : steps) {
    step.peer += own.begin;
    step.of += own.begin;
  }
  return steps;
}

/// Sets the data of a group, as its first member has them.
void set_data(CollectiveStep& step, bool is_reduced, const MemberRange& group) {
  step.size = is_reduced ? Size::kWhole : Size::kRange;
  step.of = group.begin;
  step.block = is_reduced ? 0 : group.end;
}

/// Each group collects its data, or their combination, in its first member; both first members
/// exchange them; each distributes the received data to its own group.
std::vector<CollectiveStep> steps_by_first(Function function, const TwoGroups& groups,
                                           std::uint32_t self) {
  const MemberRange own = groups.own(self);
  const MemberRange other = groups.other(self);
  const bool is_reduced = function != kAllgather && function != kAllgatherv;
  const bool is_scattered = function == kReduce_scatter || function == kReduce_scatter_block;
  std::vector<CollectiveStep> steps = steps_within(is_reduced ? kReduce : kGather, own, self);
  if (self == own.begin) {
    CollectiveStep step{true, other.begin};
    set_data(step, is_reduced, own);
    steps.push_back(step);
    step.sends = false;
    set_data(step, is_reduced, other);
    steps.push_back(step);
  }
  for (CollectiveStep step : steps_within(is_scattered ? kScatter : kBcast, own, self)) {
    if (!is_scattered) {
      set_data(step, is_reduced, other);
    }
    steps.push_back(step);
  }
  return steps;
}

/// A message from each member to each of the other group. In each round, no two members send to the
/// same one.
std::vector<CollectiveStep> steps_to_each(const TwoGroups& groups, std::uint32_t self) {
  const MemberRange own = groups.own(self);
  const MemberRange other = groups.other(self);
  const std::uint32_t rounds = std::max(own.size(), other.size());
  const std::uint32_t r = self - own.begin;
  std::vector<CollectiveStep> steps;
  for (std::uint32_t j = 0; j < rounds; ++j) {
    const std::uint32_t to = (r + j) % rounds;
    const std::uint32_t from = (r + rounds - j) % rounds;
    if (to < other.size()) {
      steps.push_back({true, other.begin + to, Size::kBlock, self, to});
    }
    if (from < other.size()) {
      steps.push_back({false, other.begin + from, Size::kBlock, other.begin + from, r});
    }
  }
  return steps;
}

}  // namespace

bool has_root(Function function) {
  switch (function) {
    case kBcast:
    case kReduce:
    case kGather:
    case kGatherv:
    case kScatter:
    case kScatterv:
      return true;
    default:
      return false;
  }
}

std::vector<CollectiveStep> steps_of(Function function, const TwoGroups& groups, std::uint32_t self,
                                     std::optional<std::uint32_t> root) {
  if (has_root(function)) {
    return root ? steps_with_root(function, groups, self, *root) : std::vector<CollectiveStep>{};
  }
  switch (function) {
    case kAllgather:
    case kAllgatherv:
    case kAllreduce:
    case kReduce_scatter:
    case kReduce_scatter_block:
      return steps_by_first(function, groups, self);
    case kAlltoall:
    case kAlltoallv:
    case kAlltoallw:
      return steps_to_each(groups, self);
    default:
      return steps_of(kBarrier, groups.members, self, 0);
  }
}

}  // namespace dps::sequencer
