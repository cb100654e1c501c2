/// Checks of formulas after the whole file has been read.
#pragma once

#include "base/text/problems.h"
#include "predictor/machines/kinds/parasol/file/parasol_file.h"

namespace dps::parasol {

/// Reports references to missing parts, circular formulas, and formulas of run-time systems that
/// contain the times of links, which a prediction adds anyway.
void check_formulas(const ParasolFile& file, text::Problems& problems);

/// Reports the references of an expression to missing parts.
void check_references(const ParasolFile& file, const ParasolExpression& expression,
                      text::Problems& problems);

}  // namespace dps::parasol
