/// The words of an expression: numbers, names and symbols.
#pragma once

#include <cstddef>
#include <string_view>

#include <tl/expected.hpp>

#include "expression/expression.h"

namespace dps::expression {

enum class TokenKind : std::uint8_t { kNumber, kName, kSymbol, kEnd };

struct Token {
  TokenKind kind = TokenKind::kEnd;
  text::Range range;
  std::string_view text;
  double number = 0;
};

/// Letters, digits and '_', not beginning with a digit.
bool is_name(std::string_view text);

/// Splits an expression into tokens; a mistake ends it.
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
