/// The values that an expression with distributions can have, over all draws.
#pragma once

#include <optional>
#include <span>

#include <tl/expected.hpp>

#include "base/expression/instruction.h"

namespace dps::expression {

/// An interval that contains all values. The distributions of an expression are independent of each
/// other, so the bounds are values for some draws, apart from `%` and `xor`, and from conditions.
struct ValueRange {
  double low = 0;
  double high = 0;
  bool is_whole = false;         ///< all values are whole numbers
  std::optional<double> mean{};  ///< if it follows from the means of the distributions

  [[nodiscard]] bool is_constant() const { return low == high; }
};

/// Returns the range of the values of `code`, which has no variables, `self`, `count`, parameters
/// or calls. Safe for any instructions. Errors: the first mistake that some draw could lead to,
/// such as a division by zero; instructions that do not form an expression.
tl::expected<ValueRange, Mistake> range_of(std::span<const Instruction> code);

}  // namespace dps::expression
