/// The stretches in which messages occupied the links of a network of packets.
/// Source: docs/trace.md, "Links".
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "profiles/traces/event.h"
#include "profiles/traces/head.h"

namespace dps::traces {

/// A stretch in which the packets of one message occupied a link.
struct LinkSpan {
  Ticks begin = 0;
  Ticks end = 0;
  std::uint32_t mid = 0;
  std::uint32_t from = 0;  ///< a process
  std::uint32_t to = 0;    ///< a process

  bool operator==(const LinkSpan&) const = default;
};

/// All stretches of one link that were kept.
struct LinkTrack {
  std::uint32_t link = 0;
  std::string name;
  std::vector<LinkSpan> spans;  ///< in the order of time; they do not overlap
};

struct LinkTracks {
  std::vector<LinkTrack> tracks;  ///< of the links that carried something, by number
  std::uint64_t left_out = 0;     ///< stretches beyond the limits
};

/// Collects the stretches, in memory.
class LinkCollector {
 public:
  /// The largest number of stretches of all links.
  static constexpr std::size_t kMostSpans = 10'000'000;

  explicit LinkCollector(const Limits& limits, std::size_t most = kMostSpans)
      : limits_(limits), most_(most) {}

  /// The spans of a link come in the order of time. Those of one message that follow one another
  /// without a gap are one stretch. `message` is a number that no other message has.
  void add(std::uint32_t link, LinkSpan span, std::uint64_t message);
  /// The tracks, without names.
  LinkTracks take();

 private:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  struct Open {
    std::vector<LinkSpan> spans;  // from `first` on, as a ring
    std::size_t first = 0;
    std::size_t latest = kNone;  // the position of the latest stretch, unless it is left out
    std::uint64_t message = 0;   // of the latest stretch
    Ticks end = 0;               // likewise
    bool is_used = false;
  };
  void begin(Open& open, const LinkSpan& span);

  Limits limits_;
  std::size_t most_;
  std::size_t total_ = 0;
  std::uint64_t left_out_ = 0;
  std::map<std::uint32_t, Open> links_;
};

}  // namespace dps::traces
