/// All mistakes in an expression, for messages: compile_expression() returns the first.
#pragma once

#include <string_view>
#include <vector>

#include "base/expression/expression.h"

namespace dps::expression {

/// The mistakes in the names and calls of an expression, in the order in which it is parsed, and
/// after them the first one in its syntax; none if compile_expression() compiles it.
std::vector<Mistake> mistakes_in(std::string_view text, text::Range range,
                                 const ExpressionContext& context);

/// Adds an error for each mistake.
void report_mistakes(text::Problems& problems, std::string_view text, text::Range range,
                     const ExpressionContext& context);

}  // namespace dps::expression
