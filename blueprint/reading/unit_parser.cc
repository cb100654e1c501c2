/// The part of LineParser for U lines.
#include <utility>

#include <fmt/format.h>

#include "base/units.h"
#include "blueprint/limits.h"
#include "blueprint/reading/line_parser.h"

namespace dps::blueprint {

WrittenUnit LineParser::parse_unit(std::span<const text::Field> rest) {
  WrittenUnit out;
  if (!rest.empty() && is_word(rest[0], "-early")) {
    out.early = true;
    rest = rest.subspan(1);
  }
  if (rest.empty()) {
    missing("an ftag");
  }
  for (const text::Field& field : rest) {
    if (!refuse_as_tag(field, "ftag")) {
      out.choices.push_back(parse_choice(field));
    }
  }
  return out;
}

/// A field without `|` is an ftag.
WrittenUnit::Choice LineParser::parse_choice(const text::Field& field) {
  WrittenUnit::Choice out;
  out.place = field.range;
  const auto parts = expression::split_list(source_.text(), field.content, '|');
  if (parts.size() == 1) {
    out.functionalities.push_back(tag(field));
    out.weights.emplace_back();
    return out;
  }
  if (parts.size() > kMaxAlternatives) {
    fail(field.range, fmt::format("a choice can have at most {} alternatives, this one has {}",
                                  kMaxAlternatives, format_count(parts.size())));
    return out;
  }
  for (const text::Range part : parts) {
    parse_alternative(field, part, out);
  }
  return out;
}

void LineParser::parse_alternative(const text::Field& field, text::Range part,
                                   WrittenUnit::Choice& out) {
  const auto factors = expression::split_list(source_.text(), part, '*');
  const bool has_weight = factors.size() > 1;
  const text::Range ftag = has_weight ? text::Range{part.begin, factors.back().begin - 1} : part;
  if (ftag.empty() || (has_weight && factors.back().empty())) {
    fail(field.range, fmt::format("{}: {}", text::quoted(text(field)),
                                  part.empty()   ? "there is no ftag beside a '|'"
                                  : ftag.empty() ? "there is no ftag before a weight"
                                                 : "there is no weight after a '*'"));
    return;
  }
  out.functionalities.push_back(element(field, ftag, expression::Branches::kTexts));
  out.weights.push_back(
      has_weight ? std::optional(element(field, factors.back(), expression::Branches::kValues))
                 : std::nullopt);
}

}  // namespace dps::blueprint
