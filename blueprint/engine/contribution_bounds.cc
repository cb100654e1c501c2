#include "blueprint/engine/contribution_bounds.h"

#include <algorithm>

namespace dps::engine {
namespace {

using collectives::Operation;

bool needs_all(Operation operation) {
  switch (operation) {
    case Operation::kBarrier:
    case Operation::kAllreduce:
    case Operation::kAllgather:
    case Operation::kAlltoall:
    case Operation::kReduceScatter:
      return true;
    default:
      return false;
  }
}

}  // namespace

void ContributionBounds::raise(ProcessId process, std::uint32_t output, std::uint64_t more,
                               std::vector<MoreCompletions>& found) {
  const blueprint::Output& line = program_.outputs[output];
  if (!needs_all(program_.collective_of(line).operation)) {
    found.push_back({process, more});
    return;
  }
  Group& group = group_of(output);
  std::uint64_t& contributed = group.contributed[*program_.rank_of(line, process)];
  const bool was_least = contributed == group.least;
  contributed += more;
  if (!was_least || more == 0 || --group.at_least > 0) {
    return;
  }
  const std::uint64_t least = *std::ranges::min_element(group.contributed);
  for (std::uint32_t rank = 0; rank < group.contributed.size(); ++rank) {
    found.push_back({program_.member(line, rank), least - group.least});
  }
  group.least = least;
  group.at_least = static_cast<std::size_t>(std::ranges::count(group.contributed, least));
}

ContributionBounds::Group& ContributionBounds::group_of(std::uint32_t output) {
  const auto known = group_of_.find(output);
  if (known != group_of_.end()) {
    return groups_[known->second];
  }
  const blueprint::Output& line = program_.outputs[output];
  const auto same = std::ranges::find_if(groups_, [&](const Group& group) {
    const blueprint::Output& other = program_.outputs[group.output];
    return other.definition == line.definition &&
           std::ranges::equal(program_.receivers_of(other), program_.receivers_of(line));
  });
  const auto position = static_cast<std::size_t>(same - groups_.begin());
  if (same == groups_.end()) {
    const std::size_t members = program_.collective_of(line).members;
    groups_.push_back({output, std::vector<std::uint64_t>(members), 0, members});
  }
  group_of_.emplace(output, position);
  return groups_[position];
}

}  // namespace dps::engine
