/// Expressions that a user types, not those of a file.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "predictor/machines/kinds/parasol/file/parasol_file.h"

namespace dps::parasol {

/// Reads a whole text as an expression, in which size, count and hops are allowed. Its references
/// name only existing parts of the file. Warnings are dropped. Errors: the diagnostics.
tl::expected<ParasolExpression, std::vector<Diagnostic>> parse_typed_expression(
    const ParasolFile& file, const std::string& text);

}  // namespace dps::parasol
