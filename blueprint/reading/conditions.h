/// A lines: conditions that the variables must meet.
#pragma once

#include "base/expression/variables.h"
#include "base/text/problems.h"
#include "base/text/scanner.h"
#include "base/text/source_map.h"

namespace dps::blueprint {

/// Evaluates all A lines. `variables` are evaluated. Adds an error to `failed` for each condition
/// that is false; to `problems` the mistakes in the lines, and a warning for a condition that
/// depends on no variable. A condition that needs a variable without a value is left out: the error
/// of the variable is its cause.
void check_conditions(const text::SourceMap& source, const text::Scanned& scanned,
                      const expression::Variables& variables, text::Problems& problems,
                      text::Problems& failed);

}  // namespace dps::blueprint
