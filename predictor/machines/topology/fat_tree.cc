#include "predictor/machines/topology/fat_tree.h"

#include <utility>

namespace dps::machines {

FatTree::FatTree(FatTreeDescription description) : tree_(std::move(description)) {
  places_ = capped_product(tree_.down);
  Level level;
  std::uint64_t children = tree_.hosts;
  for (std::size_t i = 0; i < tree_.down.size(); ++i) {
    level.turns_below = i == 0 ? 1 : capped_product(level.turns_below, level.up * level.parallel);
    level.down = tree_.down[i];
    level.up = tree_.up[i];
    level.parallel = tree_.parallel[i];
    level.below_group = std::exchange(level.group, capped_product(level.group, level.down));
    level.below_members = std::exchange(level.members, capped_product(level.members, level.up));
    level.children = children;
    level.switches = capped_product(places_ / level.group, level.members);
    level.first_switch = switches_;
    level.first_link = ways_out_;
    children = level.switches;
    switches_ = std::min(kMostOfShape, switches_ + level.switches);
    const std::uint64_t cables = capped_product(level.up, level.parallel);
    ways_out_ = std::min(kMostOfShape, ways_out_ + capped_product(level.children, cables));
    levels_.push_back(level);
  }
}

ShapeSize FatTree::size() const {
  return {places_, switches_, 2 * ways_out_, 2 * levels_.size()};
}

std::string FatTree::router_name(std::uint32_t router) const {
  std::size_t level = levels_.size() - 1;
  while (levels_[level].first_switch > router) {
    --level;
  }
  return "s(" + std::to_string(level + 1) + "," +
         std::to_string(router - levels_[level].first_switch) + ")";
}

std::vector<ShapeLink> FatTree::links_out() const {
  std::vector<ShapeLink> links;
  links.reserve(ways_out_);
  std::uint64_t first_child = 0;
  for (std::uint32_t i = 0; i < levels_.size(); ++i) {
    const Level& level = levels_[i];
    const std::uint64_t first_parent = tree_.hosts + level.first_switch;
    for (std::uint64_t child = 0; child < level.children; ++child) {
      for (std::uint32_t parent = 0; parent < level.up; ++parent) {
        for (std::uint32_t cable = 0; cable < level.parallel; ++cable) {
          links.push_back({static_cast<std::uint32_t>(first_child + child),
                           static_cast<std::uint32_t>(first_parent + above(level, child, parent)),
                           i, cable});
        }
      }
    }
    first_child = first_parent;
  }
  return links;
}

void FatTree::route(std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& links) const {
  std::uint64_t position = from;
  std::size_t top = 0;  // the number of levels that the message has gone up
  do {
    const Level& level = levels_[top];
    const std::uint64_t turn = to / level.turns_below % (level.up * level.parallel);
    links.push_back(
        static_cast<std::uint32_t>(link_up(level, position, turn % level.up, turn / level.up)));
    position = above(level, position, turn % level.up);
    ++top;
  } while (from / levels_[top - 1].group != to / levels_[top - 1].group);
  for (; top > 0; --top) {
    const Level& level = levels_[top - 1];
    const std::uint64_t member = position % level.members;
    position = member % level.below_members + level.below_members * (to / level.below_group);
    links.push_back(static_cast<std::uint32_t>(
        ways_out_ + link_up(level, position, member / level.below_members, from % level.parallel)));
  }
}

}  // namespace dps::machines
