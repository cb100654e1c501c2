/// The shares of a path, with segments on shared links divided among the messages that share them.
#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "profiles/traces/analysis/path_shares.h"
#include "profiles/traces/analysis/shared_links.h"

namespace dps::traces {

class DividedShares {
 public:
  /// Both are borrowed. `network` is that with which the path is walked; null: no segment is on a
  /// link.
  DividedShares(const Trace& trace, NetworkView* network) : shares_(trace.head()) {
    if (network != nullptr) {
      links_.emplace(trace, *network);
    }
  }

  void add(const Segment& segment) {
    if (segment.activity == Activity::kLink) {
      links_->add(segment);
    } else {
      shares_.add(segment);
    }
  }

  /// PathShares::shares(); must be called once, after all segments. Errors: those of EventCursor.
  Result<std::vector<PathPart>> take() {
    const auto divided = links_ ? links_->divide_among(shares_) : Result<void>();
    return divided ? Result<std::vector<PathPart>>(shares_.shares())
                   : tl::unexpected(divided.error());
  }

 private:
  PathShares shares_;
  std::optional<LinkSegments> links_;
};

}  // namespace dps::traces
