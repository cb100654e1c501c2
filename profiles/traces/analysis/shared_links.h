/// Messages of the critical path that were under way for longer than they would have been alone:
/// with what, and on which link, they shared the network. Source: docs/trace.md, "Why".
#pragma once

#include <vector>

#include "base/result.h"
#include "profiles/traces/analysis/critical_path.h"
#include "profiles/traces/analysis/network_view.h"
#include "profiles/traces/analysis/path_shares.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// Keeps the segments of the path that have the activity kLink.
class LinkSegments {
 public:
  /// Both are borrowed.
  LinkSegments(const Trace& trace, NetworkView& network) : trace_(trace), network_(network) {}

  void add(const Segment& segment) { segments_.push_back(segment); }

  /// Adds the segments to the shares: each as a part for each O line whose messages were under way
  /// meanwhile on the link that the segment shared for longest, in proportion to their times there.
  /// Without such messages it is under way. Reads the sends and arrivals if there are segments.
  /// Errors: those of EventCursor.
  Result<void> divide_among(PathShares& shares);

 private:
  const Trace& trace_;
  NetworkView& network_;
  std::vector<Segment> segments_;  // the last one of the path first
};

}  // namespace dps::traces
