/// The tokens of Parasol machine files and of their expressions.
#pragma once

#include <cstdint>

#include "base/text/source_map.h"

namespace dps::parasol {

enum class ParasolTokenKind : std::uint8_t {
  kEnd,      ///< the end of the text
  kNewLine,  ///< a line feed, a vertical tab or ';'
  kWord,
  kWhole,  ///< digits, or 0x and hexadecimal digits
  kReal,   ///< with a point or an exponent
  kString,
  kSign,    ///< an operator, a bracket, '=' or '.'
  kBroken,  ///< an error that has been reported
};

struct ParasolToken {
  ParasolTokenKind kind = ParasolTokenKind::kEnd;
  text::Range place;
};

}  // namespace dps::parasol
