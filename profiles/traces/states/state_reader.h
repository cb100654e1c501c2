/// Reads a trace as lines of states. Source: docs/trace.md, "Lines of states".
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "profiles/traces/states/state_trace.h"

namespace dps::traces {

inline constexpr std::size_t kMostStateBytes = std::size_t{1} << 30;
inline constexpr double kMostStateSeconds = 4'000'000;

struct StateReading {
  std::optional<StateTrace> trace;      ///< if there are no errors
  std::vector<Diagnostic> diagnostics;  ///< errors and warnings, in line order
};

/// Pure. The text has at most kMostStateBytes.
StateReading read_states(std::string_view text);

}  // namespace dps::traces
