#include "profiles/traces/analysis/path_shares.h"

#include <algorithm>

namespace dps::traces {

Element PathShares::element_of_segment(const Segment& segment) const {
  const std::uint32_t peer = groups_[segment.peer];
  if (segment.activity != Activity::kCore) {
    return element_of(head_, segment.activity, segment.element, peer);
  }
  const Element wanted = element_of(head_, segment.wanted.activity, segment.wanted.element, peer);
  const Element other = element_of(head_, segment.other.activity, segment.other.element, peer);
  return {Activity::kCore, wanted.line, wanted.mid, peer, other.line, other.mid};
}

void PathShares::add(const Segment& segment) {
  const Element element = element_of_segment(segment);
  lengths_[{element, segment.process}] += segment.length();
}

void PathShares::add_on_link(const Segment& segment, std::uint32_t link, std::uint32_t output,
                             std::uint32_t process) {
  Element element = element_of_segment(segment);
  element.peer = groups_[process];
  element.other_line = head_.outputs[output].line;
  element.link = link;
  lengths_[{element, segment.process}] += segment.length();
}

std::vector<PathPart> PathShares::shares() const {
  std::map<std::pair<std::uint32_t, Element>, PathPart> by_group;
  for (const auto& [key, length] : lengths_) {
    const auto& [element, process] = key;
    const std::uint32_t group = groups_[process];
    PathPart& share = by_group[{group, element}];
    share.element = element;
    share.group = group;
    share.length += length;
    if (length > share.main_length) {
      share.main_process = process;
      share.main_length = length;
    }
  }
  std::vector<PathPart> shares;
  shares.reserve(by_group.size());
  for (const auto& [key, share] : by_group) {
    shares.push_back(share);
  }
  std::stable_sort(shares.begin(), shares.end(),
                   [](const PathPart& a, const PathPart& b) { return a.length > b.length; });
  return shares;
}

}  // namespace dps::traces
