/// Critical paths in tests.
#pragma once

#include <string>
#include <vector>

#include "profiles/traces/analysis/critical_path.h"

namespace dps::traces {

struct WalkedPath {
  CriticalPath path;
  std::vector<Segment> segments;  ///< from the begin of the run to its end
};

/// The trace has a path.
WalkedPath path_of(const Trace& trace);

/// From the begin of the run to its end: "A.p[0] compute work.c 10".
std::vector<std::string> texts_of(const Trace& trace, const WalkedPath& walked, Ticks unit = 1);

}  // namespace dps::traces
