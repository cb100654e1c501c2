/// Reads expressions from tokens. Source: docs/parasol.md, "Expressions".
#pragma once

#include <optional>
#include <span>

#include "predictor/machines/kinds/parasol/file/expression/expression.h"
#include "predictor/machines/kinds/parasol/file/expression/token_cursor.h"

namespace dps::parasol {

/// Reads the longest expression from the present token on; the caller checks what follows.
/// `has_arguments`: size, count and hops are allowed. nullopt after a report; the cursor is then at
/// an arbitrary token of the statement. A division of two literals with a remainder is a warning.
std::optional<ParasolExpression> parse_expression(TokenCursor& cursor, bool has_arguments);

}  // namespace dps::parasol
