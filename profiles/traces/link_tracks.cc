#include "profiles/traces/link_tracks.h"

#include <utility>

namespace dps::traces {

void LinkTracks::add(std::uint32_t link, const LinkSpan& span, const Limits& limits) {
  if (span.begin < limits.from || span.begin >= limits.to) {
    return;
  }
  LinkTrack& track = tracks_[link];
  track.link = link;
  if (!track.spans.empty() && track.spans.back().sequence == span.sequence &&
      track.spans.back().end == span.begin) {
    track.spans.back().end = span.end;
    return;
  }
  if (track.spans.size() < limits.events) {
    track.spans.push_back(span);
  } else if (limits.keep == Keep::kLast && limits.events > 0) {
    track.spans.pop_front();
    track.spans.push_back(span);
  }
}

std::vector<LinkTrack> LinkTracks::take() {
  std::vector<LinkTrack> tracks;
  for (auto& [link, track] : tracks_) {
    if (!track.spans.empty()) {
      tracks.push_back(std::move(track));
    }
  }
  tracks_.clear();
  return tracks;
}

}  // namespace dps::traces
