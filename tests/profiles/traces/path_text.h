/// Critical paths in tests.
#pragma once

#include <string>
#include <vector>

#include "profiles/traces/analysis/critical_path.h"

namespace dps::traces {

struct WalkedPath {
  CriticalPath path;
  std::vector<Segment> segments;  ///< from the beginning of the run to its end
};

/// Walks the path of a trace, which must have one.
WalkedPath path_of(const Trace& trace);

/// The segments from the beginning of the run to its end: "A.p[0] compute work.c 10".
std::vector<std::string> texts_of(const Trace& trace, const WalkedPath& walked, Ticks unit = 1);

}  // namespace dps::traces
