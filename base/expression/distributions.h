/// The distributions that an expression may contain, and the numbers at which they are evaluated.
/// Source: docs/language.md, "Variation".
#pragma once

#include <cstdint>

#include "base/expression/instruction.h"
#include "base/random.h"

namespace dps::expression {

inline constexpr double kLeastNumber = 0x1p-33;     ///< the least result of number_of()
inline constexpr double kMostNumber = 1 - 0x1p-33;  ///< the greatest result of number_of()

/// A number in the open interval (0, 1) for the distribution `which` of an expression: the middle
/// of one of 2^32 equal parts.
inline double number_of(std::uint64_t draw, std::uint32_t which) {
  const std::uint64_t drawn = which == 0 ? draw : seed_of(draw, which);
  return (static_cast<double>(drawn >> 32) + 0.5) * 0x1p-32;
}

/// Returns the reason why these parameters are invalid, or nullptr if they are valid.
/// The kinds are `uniform(a,b)`, `normal(a,b)`, `lognormal(a,b)` and `exponential(a)`.
const char* refuse_parameters(Opcode distribution, double a, double b);

/// The quantile function: the value below which the fraction `number` of a distribution's values
/// lies. It increases with `number`.
double quantile(Opcode distribution, double a, double b, double number);

}  // namespace dps::expression
