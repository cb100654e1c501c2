/// Random values of an expression with distributions, as a run or a prediction draws them.
///
/// An expression becomes a variate when its names are replaced by their values. The range of the
/// variate is known then: no draw can be an error, and the largest size of a message is known
/// before the start. Source: docs/language.md, "Variation".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/expression/expression.h"
#include "base/expression/value_range.h"

namespace dps::expression {

/// The instructions of a variate: no names, no functions that are defined outside. Those that
/// range_of() accepts can be evaluated at every draw.
using Variate = std::span<const Instruction>;

/// The expression with the values of its names; nullopt if a variable has none.
std::optional<std::vector<Instruction>> resolved(const Expression& expression,
                                                 const Values& values);

/// Multiplies the values of a variate.
void scale(std::vector<Instruction>& variate, double factor);

/// Removes the positions in the text, so that equal expressions compare equal wherever they occur.
void remove_places(std::vector<Instruction>& variate);

/// The value at a draw: 0 instead of a negative one, and rounded to 32 binary digits, since the
/// last bits depend on a machine's mathematical library.
double value_at(Variate variate, std::uint64_t draw);

/// The mean of value_at() over all draws: exact where it follows from the means of the
/// distributions, else the mean of values at representative draws.
double mean_of(Variate variate, const ValueRange& range);

}  // namespace dps::expression
