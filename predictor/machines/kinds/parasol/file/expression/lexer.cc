#include "predictor/machines/kinds/parasol/file/expression/lexer.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text/decimal.h"

namespace dps::parasol {
namespace {

using text::is_digit;

constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_hexadecimal(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

constexpr std::string_view kSigns = "+-*/%=!><&|^~()[].";
constexpr std::array<std::string_view, 9> kDoubleSigns{
    "**", "==", "!=", ">=", "<=", ">>", "<<", "&&", "||"};

}  // namespace

bool begins_word(char c) {
  return is_letter(c);
}

void Lexer::skip_blanks() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == ' ' || c == '\t' || (c == '\r' && peek(1) == '\n')) {
      ++at_;
    } else if (c == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (c == '\\' && peek(1) == '\n') {
      at_ += 2;
    } else if (c == '\\' && peek(1) == '\r' && peek(2) == '\n') {
      at_ += 3;
    } else {
      return;
    }
  }
}

ParasolToken Lexer::next() {
  skip_blanks();
  const std::size_t begin = at_;
  if (at_ == text_.size()) {
    return token(ParasolTokenKind::kEnd, begin);
  }
  const char c = text_[at_];
  if (is_letter(c)) {
    return word();
  }
  if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
    return number();
  }
  if (c == '\n' || c == '\v' || c == ';') {
    ++at_;
    return token(ParasolTokenKind::kNewLine, begin);
  }
  return c == '"' ? quoted_text() : sign();
}

ParasolToken Lexer::word() {
  const std::size_t begin = at_;
  while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) {
    ++at_;
  }
  return token(ParasolTokenKind::kWord, begin);
}

void Lexer::skip_digits() {
  while (at_ < text_.size() && is_digit(text_[at_])) {
    ++at_;
  }
}

ParasolToken Lexer::hexadecimal(std::size_t begin) {
  at_ += 2;
  while (at_ < text_.size() && is_hexadecimal(text_[at_])) {
    ++at_;
  }
  if (at_ == begin + 2 || is_letter(peek())) {
    return broken(begin, "expected hexadecimal digits after '0x'");
  }
  return token(ParasolTokenKind::kWhole, begin);
}

ParasolToken Lexer::number() {
  const std::size_t begin = at_;
  if (peek() == '0' && peek(1) == 'x') {
    return hexadecimal(begin);
  }
  ParasolTokenKind kind = ParasolTokenKind::kWhole;
  skip_digits();
  if (peek() == '.') {
    kind = ParasolTokenKind::kReal;
    ++at_;
    skip_digits();
  }
  if (peek() == 'e') {
    const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
    if (!is_digit(peek(1 + sign))) {
      ++at_;
      return broken(begin, "expected digits in the exponent of a number");
    }
    kind = ParasolTokenKind::kReal;
    at_ += 1 + sign;
    skip_digits();
  }
  if (is_letter(peek())) {
    const bool is_exponent = peek() == 'E' || peek() == 'd' || peek() == 'D';
    return broken(
        begin, is_exponent ? "malformed number; the exponent begins with 'e'" : "malformed number");
  }
  return token(kind, begin);
}

ParasolToken Lexer::quoted_text() {
  const std::size_t begin = at_++;
  const std::size_t end = text_.find_first_of("\"\n", at_);
  if (end == std::string_view::npos || text_[end] == '\n') {
    at_ = std::min(end, text_.size());
    return broken(begin, "there is no '\"' at the end of this text");
  }
  at_ = end + 1;
  if (end == begin + 1) {
    problems_.error(text::range_of(begin, at_), "a text has at least one character");
    return token(ParasolTokenKind::kBroken, begin);
  }
  return token(ParasolTokenKind::kString, begin);
}

ParasolToken Lexer::sign() {
  const std::size_t begin = at_;
  const std::string_view rest = text_.substr(at_);
  if (kSigns.find(rest.front()) != std::string_view::npos) {
    at_ +=
        std::find(kDoubleSigns.begin(), kDoubleSigns.end(), rest.substr(0, 2)) != kDoubleSigns.end()
            ? 2
            : 1;
    return token(ParasolTokenKind::kSign, begin);
  }
  ++at_;
  while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xc0U) == 0x80U) {
    ++at_;  // the rest of a character of several bytes
  }
  if (rest.front() == '\\') {
    return broken(begin, "'\\' continues a line only as its last character");
  }
  return broken(begin, "unexpected character " + text::quoted(rest.substr(0, at_ - begin)));
}

/// Reports the text from `begin` to the end of the word at the present position.
ParasolToken Lexer::broken(std::size_t begin, std::string text) {
  while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) {
    ++at_;
  }
  problems_.error(text::range_of(begin, at_), std::move(text));
  return token(ParasolTokenKind::kBroken, begin);
}

}  // namespace dps::parasol
