/// Evaluates expressions with the values of a file. Source: docs/parasol.md, "Expressions".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "predictor/machines/kinds/parasol/file/parasol_file.h"

namespace dps::parasol {

/// The values of size, count and hops, if they are known.
using Arguments = std::array<std::optional<std::int64_t>, kArgumentCount>;

struct EvaluationError {
  text::Range place;  ///< in the text of the expression
  std::string text;
  bool is_unknown = false;  ///< a value that the file, or the arguments, do not have
};

using Evaluation = tl::expected<ParasolValue, EvaluationError>;

/// `file` has no errors. References of the expression have no missing parts.
Evaluation evaluate(const ParasolFile& file, const ParasolExpression& expression,
                    const Arguments& arguments);

}  // namespace dps::parasol
