#include "profiles/traces/link_tracks.h"

#include <algorithm>
#include <utility>

namespace dps::traces {

void LinkCollector::add(std::uint32_t link, LinkSpan span, std::uint64_t message) {
  span.begin = std::max(span.begin, limits_.from);
  span.end = std::min({span.end, limits_.to, kMostTicks});
  if (span.begin >= span.end) {
    return;
  }
  Open& open = links_[link];
  const bool goes_on = open.is_used && open.message == message && open.end == span.begin;
  open.is_used = true;
  open.message = message;
  open.end = span.end;
  if (!goes_on) {
    begin(open, span);
  } else if (open.latest != kNone) {
    open.spans[open.latest].end = span.end;
  }
}

void LinkCollector::begin(Open& open, const LinkSpan& span) {
  if (open.spans.size() < limits_.events && total_ < most_) {
    open.latest = open.spans.size();
    open.spans.push_back(span);
    ++total_;
    return;
  }
  ++left_out_;
  open.latest = kNone;
  if (limits_.keep == Keep::kLast && !open.spans.empty()) {
    open.latest = open.first;
    open.spans[open.first] = span;
    open.first = (open.first + 1) % open.spans.size();
  }
}

LinkTracks LinkCollector::take() {
  LinkTracks all{{}, left_out_};
  for (auto& [link, open] : links_) {
    if (!open.spans.empty()) {
      std::rotate(open.spans.begin(), open.spans.begin() + static_cast<std::ptrdiff_t>(open.first),
                  open.spans.end());
      all.tracks.push_back({link, {}, std::move(open.spans)});
    }
  }
  links_.clear();
  return all;
}

}  // namespace dps::traces
