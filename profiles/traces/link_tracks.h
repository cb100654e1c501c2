/// The stretches in which messages occupied the links of a network of packets.
/// Source: docs/trace.md, "Links".
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "profiles/traces/event.h"
#include "profiles/traces/head.h"

namespace dps::traces {

/// A link was occupied by the packets of one message.
struct LinkSpan {
  Ticks begin = 0;
  Ticks end = 0;
  std::uint32_t mid = 0;
  std::uint32_t from = 0;      ///< a process
  std::uint32_t to = 0;        ///< a process
  std::uint64_t sequence = 0;  ///< of the message, different for each
};

struct LinkTrack {
  std::uint32_t link = 0;
  std::string name;
  std::deque<LinkSpan> spans;  ///< in the order of time; they do not overlap
};

/// Collects the spans of links within the limits of a trace, which hold for each link.
class LinkTracks {
 public:
  /// The spans of a link come in the order of time. Those of one message that follow one another
  /// without a gap become one.
  void add(std::uint32_t link, const LinkSpan& span, const Limits& limits);
  /// The tracks in the order of their links, without names.
  std::vector<LinkTrack> take();

 private:
  std::map<std::uint32_t, LinkTrack> tracks_;
};

}  // namespace dps::traces
