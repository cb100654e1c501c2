#include "predictor/machines/kinds/parasol/file/expression/token_cursor.h"

#include <fmt/format.h>

#include "predictor/machines/kinds/parasol/file/expression/numbers.h"

namespace dps::parasol {

bool TokenCursor::expect_sign(std::string_view sign) {
  if (!is_sign(sign)) {
    report_unexpected(fmt::format("'{}'", sign));
    return false;
  }
  take();
  return true;
}

std::optional<std::uint64_t> TokenCursor::expect_whole(std::string_view what) {
  if (token_.kind != ParasolTokenKind::kWhole) {
    report_unexpected(what);
    return std::nullopt;
  }
  const auto value = whole_value(text());
  if (!value) {
    error(token_.place, text::quoted(text()) + " is too large: whole numbers are below 2^63");
  }
  take();
  return value ? std::optional(static_cast<std::uint64_t>(*value)) : std::nullopt;
}

bool TokenCursor::expect_end_of_statement() {
  if (!is_at_end_of_statement()) {
    report_unexpected("the end of the statement");
    skip_statement();
    return false;
  }
  if (token_.kind == ParasolTokenKind::kNewLine) {
    take();
  }
  return true;
}

void TokenCursor::skip_statement() {
  while (!is_at_end_of_statement()) {
    take();
  }
  if (token_.kind == ParasolTokenKind::kNewLine) {
    take();
  }
}

void TokenCursor::report_unexpected(std::string_view what) {
  switch (token_.kind) {
    case ParasolTokenKind::kBroken:
      return;
    case ParasolTokenKind::kEnd:
      error(token_.place, fmt::format("expected {}, got the end of the text", what));
      return;
    case ParasolTokenKind::kNewLine: {
      const bool is_visible = text() == ";";
      const text::Range place = is_visible ? token_.place : text::range_of(last_end_, last_end_);
      error(place,
            fmt::format("expected {}, got {}", what, is_visible ? "';'" : "the end of the line"));
      return;
    }
    default:
      error(token_.place, fmt::format("expected {}, got {}", what, text::quoted(text())));
  }
}

}  // namespace dps::parasol
