/// The answer of `dps machine eval`: values of expressions. Source: docs/parasol.md, "Questions".
#pragma once

#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "predictor/machines/kinds/parasol/file/answers/answer_format.h"
#include "predictor/machines/kinds/parasol/file/evaluator.h"

namespace dps::parasol {

struct ExpressionValue {
  std::string expression;
  ParasolValue value;
};

/// A text of the command line with the mistakes in it.
struct WrongText {
  SourceText source;
  std::vector<Diagnostic> diagnostics;
};

/// The values of all expressions. Errors: those of all invalid expressions.
tl::expected<std::vector<ExpressionValue>, std::vector<WrongText>> values_of(
    const ParasolFile& file, std::span<const std::string> expressions, const Arguments& arguments);

/// Reads "size=1000" into the arguments. Errors: the text of the error.
tl::expected<void, std::string> define_argument(const std::string& definition,
                                                Arguments& arguments);

std::string print_values(const std::vector<ExpressionValue>& values, AnswerFormat format);

}  // namespace dps::parasol
