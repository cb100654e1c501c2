#include "predictor/machines/kinds/parasol/file/typed_expression.h"

#include <utility>

#include "predictor/machines/kinds/parasol/file/expression/expression_parser.h"
#include "predictor/machines/kinds/parasol/file/formula_checks.h"

namespace dps::parasol {

tl::expected<ParasolExpression, std::vector<Diagnostic>> parse_typed_expression(
    const ParasolFile& file, const std::string& text) {
  const text::SourceMap map(text);
  text::Problems problems(map, text::Repeats::kKept);
  TokenCursor cursor(map, problems);
  auto expression = parse_expression(cursor, true);
  if (expression && cursor.token().kind != ParasolTokenKind::kEnd) {
    cursor.report_unexpected("an operator or the end of the expression");
  } else if (expression) {
    check_references(file, *expression, problems);
  }
  if (problems.has_errors() || !expression) {
    return tl::unexpected(problems.take());
  }
  return *std::move(expression);
}

}  // namespace dps::parasol
