/// The distributions that an expression may contain, and the numbers at which they are evaluated.
/// Source: docs/language.md, "Variation".
#pragma once

#include <cstdint>

#include "base/expression/instruction.h"
#include "base/random.h"

namespace dps::expression {

inline constexpr double kLeastNumber = 0x1p-33;     ///< of number_of()
inline constexpr double kMostNumber = 1 - 0x1p-33;  ///< likewise

/// A number in the open interval (0, 1) for the distribution `which` of an expression: the middle
/// of one of 2^32 equal parts.
inline double number_of(std::uint64_t draw, std::uint32_t which) {
  const std::uint64_t drawn = which == 0 ? draw : seed_of(draw, which);
  return (static_cast<double>(drawn >> 32) + 0.5) * 0x1p-32;
}

/// Why no distribution has these parameters; nullptr if one has them. `uniform(a,b)`,
/// `normal(a,b)`, `lognormal(a,b)` and `exponential(a)`.
const char* refuse_parameters(Opcode distribution, double a, double b);

/// The value below which the part `number` of a distribution's values lies. It increases with
/// `number`.
double quantile(Opcode distribution, double a, double b, double number);

}  // namespace dps::expression
