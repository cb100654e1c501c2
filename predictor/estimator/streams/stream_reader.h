/// Reads streams files. Source: docs/estimate.md, "Streams".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/text/source_map.h"
#include "predictor/estimator/streams/streams.h"

namespace dps::estimator {

/// The largest streams file.
inline constexpr std::size_t kMostStreamBytes = std::size_t{2} << 30;

struct StreamsReading {
  Streams streams;  ///< not usable if there are errors
  std::vector<Diagnostic> diagnostics;
  /// Requested by `wants_places`: the statement of each instruction, by content.
  std::vector<std::vector<text::Range>> places;
};

/// True if the first word of the text is "dps-streams".
bool is_streams_file(std::string_view text);

/// Reports all mistakes. `wants_places`: also returns `places`, which take as much memory as the
/// streams.
StreamsReading read_streams(const SourceText& source, bool wants_places = false);

}  // namespace dps::estimator
