/// Splits an expression into tokens: numbers, names and symbols.
#pragma once

#include <cstddef>
#include <string_view>

#include <tl/expected.hpp>

#include "expression/expression.h"

namespace dps::expression {

enum class TokenKind : std::uint8_t { kNumber, kName, kSymbol, kEnd };

/// A part of the text; its views point into that text.
struct Token {
  TokenKind kind = TokenKind::kEnd;
  text::Range range;
  std::string_view text;
  double number = 0;
};

/// True for ASCII letters, digits and '_' that do not begin with a digit.
bool is_name(std::string_view text);

/// Returns the tokens of `range` one by one, then kEnd. Borrows the text. After an error, next()
/// must not be called again.
class ExpressionLexer {
 public:
  ExpressionLexer(std::string_view text, text::Range range)
      : text_(text.substr(0, range.end)), at_(range.begin) {}

  tl::expected<Token, Mistake> next();

 private:
  void skip_blanks();
  tl::expected<Token, Mistake> number();
  [[nodiscard]] tl::unexpected<Mistake> bad_number(std::size_t begin) const;
  tl::expected<Token, Mistake> symbol();
  Token token(TokenKind kind, std::size_t length);

  std::string_view text_;
  std::size_t at_;
};

}  // namespace dps::expression
