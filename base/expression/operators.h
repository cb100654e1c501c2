/// The operators of expressions, and the functions that need no definition.
/// Source: docs/language.md, "Variables and expressions".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/expression/expression.h"

namespace dps::expression {

struct BinaryOperator {
  std::string_view symbol;
  int precedence;  ///< greater: binds more tightly
  Opcode operation;
};

/// The precedence of `+` and `-`.
inline constexpr int kSumPrecedence = 5;

/// The operator with this symbol; null if there is none.
const BinaryOperator* find_operator(std::string_view symbol);

struct Function {
  std::string_view name;
  Opcode operation;
  std::size_t arguments;  ///< 0: one or more
};

/// A function of every expression of this dialect; null if there is none of this name.
const Function* find_function(std::string_view name, Dialect dialect);

/// The functions of every expression of this dialect, in a fixed order.
std::vector<std::string> function_names(Dialect dialect);

}  // namespace dps::expression
