#include "base/expression/expression_lexer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/text/problems.h"
#include "base/text/quantities.h"
#include "base/text/scanner.h"

namespace dps::expression {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_name_part(char c) {
  return is_name_start(c) || is_digit(c);
}

/// Length of the blank at `at`; 0 if there is none.
std::size_t blank_length(std::string_view text, std::size_t at, Dialect dialect) {
  if (text[at] == ' ' || text[at] == '\t') {
    return 1;
  }
  if (const std::size_t continued = text::continuation_length(text, at); continued > 0) {
    return continued;
  }
  if (dialect == Dialect::kBlueprint) {
    return 0;
  }
  return text[at] == '#' ? std::min(text.find('\n', at), text.size()) - at
                         : text::line_end_length(text, at);
}

tl::unexpected<Mistake> mistake(text::Range place, std::string text) {
  return tl::unexpected<Mistake>(Mistake{place, std::move(text)});
}

/// Returns what to write instead of a number with a unit, or "" if the word has no unit.
std::string hint_without_unit(std::string_view word, Dialect dialect) {
  const auto seconds = text::parse_time(word);
  const auto bytes = text::read_real_size(word, "");
  if (dialect == Dialect::kModel) {
    return seconds
               ? "; expressions have no units: all times are in the unit of the statement 'unit'"
               : "";
  }
  if (!seconds && !bytes) {
    return "";
  }
  const std::string_view unit = word.substr(word.find_last_of("0123456789.") + 1);
  return fmt::format(
      "; expressions have no units: write {:.15g} ({}), or the unit after the braces in which the "
      "value is used, as in {{n}}{}",
      seconds ? seconds->count() : *bytes, seconds ? "seconds" : "bytes", unit);
}

}  // namespace

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_name_part) && !is_digit(text[0]);
}

std::size_t after_blanks(std::string_view text, std::size_t at, Dialect dialect) {
  while (at < text.size()) {
    const std::size_t length = blank_length(text, at, dialect);
    if (length == 0) {
      break;
    }
    at += length;
  }
  return at;
}

tl::expected<Token, Mistake> ExpressionLexer::next() {
  at_ = after_blanks(text_, at_, dialect_);
  if (at_ >= text_.size()) {
    return token(TokenKind::kEnd, 0);
  }
  const char c = text_[at_];
  if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) {
    return number();
  }
  if (is_name_start(c)) {
    std::size_t length = 1;
    while (at_ + length < text_.size() && is_name_part(text_[at_ + length])) {
      ++length;
    }
    return token(TokenKind::kName, length);
  }
  return symbol();
}

tl::expected<Token, Mistake> ExpressionLexer::number() {
  const std::size_t begin = at_;
  double value = 0;
  const auto [end, error] =
      std::from_chars(text_.data() + begin, text_.data() + text_.size(), value);
  const auto length = static_cast<std::size_t>(end - (text_.data() + begin));
  const std::size_t after = begin + length;
  if (after < text_.size() && (is_name_part(text_[after]) || text_[after] == '.')) {
    return bad_number(begin);
  }
  if (error != std::errc{}) {
    return mistake(text::range_of(begin, after),
                   text::quoted(text_.substr(begin, length)) + " is too large or too small");
  }
  Token result = token(TokenKind::kNumber, length);
  result.number = value;
  return result;
}

tl::unexpected<Mistake> ExpressionLexer::bad_number(std::size_t begin) const {
  std::size_t end = begin;
  while (end < text_.size() && (is_name_part(text_[end]) || text_[end] == '.')) {
    ++end;
  }
  const std::string_view word = text_.substr(begin, end - begin);
  std::string text = text::quoted(word) + " is not a number";
  if (word.starts_with("0x") || word.starts_with("0X")) {
    text += "; hexadecimal is not supported, write it in decimal";
  } else if (word.find('_') != std::string_view::npos) {
    text += "; write it without '_'";
  } else {
    text += hint_without_unit(word, dialect_);
  }
  return mistake(text::range_of(begin, end), std::move(text));
}

tl::expected<Token, Mistake> ExpressionLexer::symbol() {
  static constexpr std::array<std::string_view, 7> kPairs{"||", "&&", "==", "!=", "<=", ">=", "**"};
  const std::string_view pair = text_.substr(at_, 2);
  if (std::find(kPairs.begin(), kPairs.end(), pair) != kPairs.end()) {
    return token(TokenKind::kSymbol, 2);
  }
  const text::Range place = text::range_of(at_, at_ + 1);
  switch (text_[at_]) {
    case '=':
      return mistake(place, "an expression cannot assign; use '==' to compare");
    case '&':
      return mistake(place, "unknown operator '&'; did you mean '&&'?");
    case '|':
      return mistake(place, "unknown operator '|'; did you mean '||'?");
    case '"':
    case '\'':
      return mistake(place, "an expression cannot contain quotes");
    default:
      break;
  }
  if (std::string_view("^*/%+-<>!?:(),{}").find(text_[at_]) != std::string_view::npos) {
    return token(TokenKind::kSymbol, 1);
  }
  std::size_t length = 1;  // of the whole UTF-8 character
  while (at_ + length < text_.size() &&
         (static_cast<unsigned char>(text_[at_ + length]) & 0xc0) == 0x80) {
    ++length;
  }
  return mistake(text::range_of(at_, at_ + length),
                 text::quoted(text_.substr(at_, length)) + " has no meaning in an expression");
}

Token ExpressionLexer::token(TokenKind kind, std::size_t length) {
  Token result{kind, text::range_of(at_, at_ + length), text_.substr(at_, length)};
  at_ += length;
  return result;
}

}  // namespace dps::expression
