#include "base/expression/template.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/expression/mistakes.h"

namespace dps::expression {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;

/// True if the text has `{{` or `}}`, an escaped brace, at `at`.
bool is_doubled_brace(std::string_view text, std::size_t at) {
  return (text[at] == '{' || text[at] == '}') && at + 1 < text.size() && text[at + 1] == text[at];
}

/// The position of the first `wanted` outside parentheses, or kNowhere.
std::size_t find_outside(std::string_view text, text::Range range, char wanted) {
  int depth = 0;
  for (std::size_t at = range.begin; at < range.end; ++at) {
    if (depth == 0 && text[at] == wanted) {
      return at;
    }
    depth += text[at] == '(' ? 1 : 0;
    depth -= text[at] == ')' ? 1 : 0;
  }
  return kNowhere;
}

/// The text inside the braces if `part` is exactly one pair of braces; nullopt otherwise.
std::optional<text::Range> inside_of_braces(std::string_view text, text::Range part) {
  const std::string_view upto = text.substr(0, part.end);
  if (part.empty() || text[part.begin] != '{' || is_doubled_brace(upto, part.begin) ||
      text::end_of_braces(upto, part.begin) != part.end) {
    return std::nullopt;
  }
  return text::range_of(part.begin + 1, part.end - 1);
}

}  // namespace

std::optional<Template> Templates::compile(const text::Field& field, text::Range part,
                                           const ExpressionContext& context, Branches branches) {
  Template result{part, std::nullopt, Dependence::kNothing, field.quoted};
  const std::string_view text = source_.text(part);
  if (text.find_first_of(field.quoted ? "{}\\" : "{}") == kNowhere) {
    return result;
  }
  Composition composition;
  const auto inside = inside_of_braces(source_.text(), part);
  const bool chooses = branches == Branches::kTexts && inside &&
                       find_outside(source_.text(), *inside, '?') != kNowhere;
  const bool ok = chooses ? compile_choices(*inside, context, composition)
                          : compile_pieces(field, part, context, composition);
  if (!ok) {
    return std::nullopt;
  }
  const auto depend_on = [&result](const Expression& expression) {
    result.dependence = std::max(result.dependence, expression.dependence());
    result.uses_step = result.uses_step || expression.uses_step();
    result.uses_receiver = result.uses_receiver || expression.uses_receiver();
  };
  for (const Piece& piece : composition.pieces) {
    if (piece.expression) {
      depend_on(*piece.expression);
    }
  }
  for (const Choice& choice : composition.choices) {
    depend_on(choice.condition);
  }
  result.composition = static_cast<std::uint32_t>(compositions_.size());
  compositions_.push_back(std::move(composition));
  return result;
}

bool Templates::compile_pieces(const text::Field& field, text::Range part,
                               const ExpressionContext& context, Composition& out) {
  const std::string_view text = source_.text().substr(0, part.end);
  bool ok = true;
  out.pieces.emplace_back();
  for (std::size_t at = part.begin; at < part.end;) {
    std::string& literal = out.pieces.back().literal;
    if (field.quoted && text[at] == '\\' && at + 1 < part.end) {
      literal += text[at + 1];
      at += 2;
    } else if (is_doubled_brace(text, at)) {
      literal += text[at];
      at += 2;
    } else if (text[at] == '{') {
      const std::size_t end = text::end_of_braces(text, at);
      DPS_CHECK(end != kNowhere);  // the scanner refused braces that are not closed
      out.pieces.back().expression = compile_value(text::range_of(at + 1, end - 1), context);
      ok &= out.pieces.back().expression.has_value();
      out.pieces.emplace_back();
      at = end;
    } else {
      literal += text[at++];
    }
  }
  return ok;
}

bool Templates::compile_choices(text::Range inside, const ExpressionContext& context,
                                Composition& out) {
  text::Range rest = inside;
  bool ok = true;
  while (true) {
    const std::size_t question = find_outside(source_.text(), rest, '?');
    if (question == kNowhere) {
      break;
    }
    const std::size_t colon = source_.text().substr(0, rest.end).find(':', question);
    if (colon == kNowhere) {
      problems_.error(text::range_of(question, question + 1), "'?' has no ':' after it");
      return false;
    }
    auto condition = compile_value(text::range_of(rest.begin, question), context);
    const text::Range branch = trimmed(text::range_of(question + 1, colon));
    ok &= check_branch(branch) && condition.has_value();
    out.choices.push_back({condition ? std::move(*condition) : Expression(), branch});
    rest = text::range_of(colon + 1, rest.end);
  }
  out.otherwise = trimmed(rest);
  return check_branch(out.otherwise) && ok;
}

bool Templates::check_branch(text::Range branch) {
  const std::string_view text = source_.text(branch);
  if (text.empty()) {
    problems_.error(branch, "a branch of '?' is empty");
    return false;
  }
  const std::size_t odd = text.find_first_of("?:{}");
  if (odd == kNowhere) {
    return true;
  }
  problems_.error(branch, "the branches of '?' are text here and cannot contain '" +
                              std::string(1, text[odd]) +
                              "'; to use expressions, write the whole in parentheses");
  return false;
}

std::optional<Expression> Templates::compile_value(text::Range inside,
                                                   const ExpressionContext& context) {
  auto compiled = compile_expression(source_.text(), inside, context);
  if (compiled) {
    return std::move(*compiled);
  }
  report_mistakes(problems_, source_.text(), inside, context);
  return std::nullopt;
}

text::Range Templates::trimmed(text::Range range) const {
  const std::string_view text = source_.text();
  while (!range.empty() && text::is_blank(text[range.begin])) {
    ++range.begin;
  }
  while (!range.empty() && text::is_blank(text[range.end - 1])) {
    --range.end;
  }
  return range;
}

Filled Templates::fill(const Template& text, const Values& values) const {
  if (!text.is_composed()) {
    return Filled{std::string(source_.text(text.place)), text.place};
  }
  const Composition& composition = compositions_[*text.composition];
  return composition.choices.empty() ? fill_pieces(text, values)
                                     : fill_choices(composition, values);
}

Filled Templates::fill_pieces(const Template& text, const Values& values) const {
  Filled filled{std::string(), text.place};
  for (const Piece& piece : compositions_[*text.composition].pieces) {
    *filled.text += piece.literal;
    if (!piece.expression) {
      continue;
    }
    Evaluation evaluation = piece.expression->evaluate(values);
    if (!evaluation.value) {
      return Filled{std::nullopt, text.place, std::move(evaluation.mistake)};
    }
    *filled.text += number_text(*evaluation.value);
  }
  return filled;
}

/// Scans the field as compile_pieces() does, and counts the bytes of the filled text.
text::Range Templates::origin(const Template& text, const Values& values, text::Range part) const {
  const std::uint32_t begin = text.place.begin;
  if (!text.is_composed()) {
    return {begin + part.begin, begin + part.end};
  }
  const std::string_view source = source_.text().substr(0, text.place.end);
  auto piece = compositions_[*text.composition].pieces.begin();
  std::optional<std::size_t> first;
  std::size_t filled = 0;
  std::size_t at = begin;
  while (at < source.size() && (!first || filled < part.end)) {
    const bool is_pair = is_doubled_brace(source, at) || (text.is_quoted && source[at] == '\\');
    std::size_t next = std::min(at + (is_pair ? 2 : 1), source.size());
    std::size_t length = 1;
    if (!is_pair && source[at] == '{') {
      next = text::end_of_braces(source, at);
      const auto value = (piece++)->expression->evaluate(values).value;
      length = value ? number_text(*value).size() : 0;
    }
    filled += length;
    if (!first && filled > part.begin) {
      first = at;
    }
    at = next;
  }
  return text::range_of(first.value_or(at), at);
}

bool Templates::varies(const Template& text) const {
  if (!text.is_composed()) {
    return false;
  }
  const auto& pieces = compositions_[*text.composition].pieces;
  return std::any_of(pieces.begin(), pieces.end(), [](const Piece& piece) {
    return piece.expression && piece.expression->varies();
  });
}

std::optional<VaryingNumber> Templates::varying_number(const Template& text) const {
  const auto& pieces = compositions_[*text.composition].pieces;
  // Digits, a point or an exponent after the braces would be a part of the number.
  const bool is_number = pieces.size() == 2 && pieces[0].literal.empty() &&
                         pieces[1].literal.find_first_of("0123456789.eE") != 0;
  return is_number ? std::optional(VaryingNumber{*pieces[0].expression, pieces[1].literal})
                   : std::nullopt;
}

Filled Templates::fill_choices(const Composition& composition, const Values& values) const {
  text::Range chosen = composition.otherwise;
  for (const Choice& choice : composition.choices) {
    Evaluation evaluation = choice.condition.evaluate(values);
    if (!evaluation.value) {
      return Filled{std::nullopt, choice.if_true, std::move(evaluation.mistake)};
    }
    if (*evaluation.value != 0) {
      chosen = choice.if_true;
      break;
    }
  }
  return Filled{std::string(source_.text(chosen)), chosen};
}

std::vector<std::string_view> Templates::written_texts(const Template& text) const {
  if (!text.is_composed()) {
    return {source_.text(text.place)};
  }
  const Composition& composition = compositions_[*text.composition];
  std::vector<std::string_view> all;
  for (const Choice& choice : composition.choices) {
    all.push_back(source_.text(choice.if_true));
  }
  if (!composition.choices.empty()) {
    all.push_back(source_.text(composition.otherwise));
  }
  return all;
}

std::vector<text::Range> split_list(std::string_view text, text::Range content, char separator) {
  const std::string_view upto = text.substr(0, content.end);
  std::vector<text::Range> elements;
  std::size_t begin = content.begin;
  for (std::size_t at = begin; at < content.end;) {
    if (is_doubled_brace(upto, at)) {
      at += 2;
    } else if (upto[at] == '{') {
      // A quoted field may have one that is escaped and not closed: "\{". It ends the list.
      at = std::min<std::size_t>(text::end_of_braces(upto, at), content.end);
    } else {
      if (upto[at] == separator) {
        elements.push_back(text::range_of(begin, at));
        begin = at + 1;
      }
      ++at;
    }
  }
  elements.push_back(text::range_of(begin, content.end));
  return elements;
}

}  // namespace dps::expression
