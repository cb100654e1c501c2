#include "profiles/traces/analysis/shared_links.h"

#include <algorithm>
#include <map>
#include <utility>

#include "profiles/traces/passages.h"

namespace dps::traces {
namespace {

/// The output and the sender of messages on a link.
using Sharer = std::pair<std::uint32_t, std::uint32_t>;

/// The times that other messages were on links with the message of one segment.
class Sharers {
 public:
  void add(std::uint32_t link, const Sharer& sharer, Ticks time) { times_[link][sharer] += time; }
  [[nodiscard]] bool empty() const { return times_.empty(); }

  /// The link with the longest time, with the parts of `length` for those on it.
  [[nodiscard]] std::pair<std::uint32_t, std::map<Sharer, Ticks>> divided(Ticks length) const {
    const auto most = std::max_element(
        times_.begin(), times_.end(),
        [](const auto& a, const auto& b) { return sum_of(a.second) < sum_of(b.second); });
    double left = sum_of(most->second);
    std::map<Sharer, Ticks> parts;
    for (const auto& [sharer, time] : most->second) {  // the last one has what rounding leaves
      const auto part = static_cast<Ticks>(static_cast<double>(length) *
                                           std::min(1.0, static_cast<double>(time) / left));
      parts.emplace(sharer, part);
      length -= part;
      left -= static_cast<double>(time);
    }
    return {most->first, std::move(parts)};
  }

 private:
  static double sum_of(const std::map<Sharer, Ticks>& times) {
    double sum = 0;
    for (const auto& [sharer, time] : times) {
      sum += static_cast<double>(time);
    }
    return sum;
  }

  std::map<std::uint32_t, std::map<Sharer, Ticks>> times_;  // by link
};

SentMessage message_of(const Segment& segment) {
  return {segment.peer, segment.process, segment.element, 0};
}

}  // namespace

Result<void> LinkSegments::divide_among(PathShares& shares) {
  if (segments_.empty()) {
    return {};
  }
  std::reverse(segments_.begin(), segments_.end());
  std::vector<Sharers> sharers(segments_.size());
  const auto note = [&](const Flight& flight) {
    const auto first =
        std::upper_bound(segments_.begin(), segments_.end(), flight.sent,
                         [](Ticks sent, const Segment& segment) { return sent < segment.end; });
    for (auto segment = first; segment != segments_.end() && segment->begin < flight.arrived;
         ++segment) {
      const bool is_itself = flight.from == segment->peer && flight.to == segment->process &&
                             flight.arrived == segment->end;
      const auto link = is_itself
                            ? std::nullopt
                            : network_.shared_link(message_of(*segment),
                                                   {flight.from, flight.to, flight.output, 0});
      if (link) {
        sharers[static_cast<std::size_t>(segment - segments_.begin())].add(
            *link, {flight.output, flight.from},
            std::min(segment->end, flight.arrived) - std::max(segment->begin, flight.sent));
      }
    }
  };
  if (auto read = for_each_flight(trace_, note); !read) {
    return read;
  }
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    Segment segment = segments_[i];
    if (sharers[i].empty()) {
      segment.activity = Activity::kUnderWay;
      shares.add(segment);
      continue;
    }
    const auto [link, parts] = sharers[i].divided(segment.length());
    for (const auto& [sharer, part] : parts) {
      segment.end = segment.begin + part;
      shares.add_on_link(segment, link, sharer.first, sharer.second);
      segment.begin = segment.end;
    }
  }
  return {};
}

}  // namespace dps::traces
