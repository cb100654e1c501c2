/// Reads the definitions of a model.
#pragma once

#include <span>

#include "base/text/problems.h"
#include "base/text/source_map.h"
#include "predictor/models/model.h"

namespace dps::models {

/// Reads the statements of the parts, which are files. A definition with a mistake in the syntax of
/// its head is left out; the expressions are not read. Errors: added to the problems.
/// Source: docs/models.md, "Statements".
Model read_model(const text::SourceMap& source, std::span<const text::Range> files,
                 text::Problems& problems);

}  // namespace dps::models
