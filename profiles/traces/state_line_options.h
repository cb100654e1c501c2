/// The options of a trace as lines of states. Source: Edinburgh's HASE, table 1.1.
#pragma once

#include <cstdint>

namespace dps::traces {

/// The kinds of lines. A trace of one level has the lines of this level and of those behind it.
enum class LineLevel : std::uint8_t {
  kComments = 1,  ///< and sites and idle times
  kMessages,
  kMemory,  ///< HASE's; dps has none
  kStates,
  kPhases,
};

inline constexpr unsigned kMostDigits = 12;

struct StateLineOptions {
  LineLevel level = LineLevel::kStates;
  unsigned digits = 6;  ///< decimals of the seconds, at most kMostDigits
};

}  // namespace dps::traces
