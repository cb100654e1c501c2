/// An expression of a Parasol machine file, as steps for a machine with a stack.
/// Source: the Parasol paper, 3.1.9; docs/parasol.md, "Expressions".
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "base/text/source_map.h"
#include "predictor/machines/kinds/parasol/file/expression/reference.h"
#include "predictor/machines/kinds/parasol/file/expression/value.h"

namespace dps::parasol {

/// Leaves 0 or 1 on the stack and jumps to `target` if the value on the stack decides an `&&`
/// (`on` = false) or an `||` (`on` = true); else removes the value.
struct Shortcut {
  bool on = false;
  std::uint32_t target = 0;
};
/// Replaces the value on the stack by 0 or 1.
struct ToTruth {};
/// An operator of one value, or of two.
struct Unary {
  Operator op = Operator::kNegative;
};
struct Binary {
  Operator op = Operator::kAdd;
};

struct ExpressionStep {
  std::variant<ParasolValue, Reference, Argument, Unary, Binary, Shortcut, ToTruth> act;
  text::Range place;
};

struct ParasolExpression {
  std::vector<ExpressionStep> steps;
  text::Range place;
};

}  // namespace dps::parasol
