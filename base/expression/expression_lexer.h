/// Splits an expression into tokens: numbers, names and symbols.
#pragma once

#include <cstddef>
#include <string_view>

#include <tl/expected.hpp>

#include "base/expression/expression.h"

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

/// The position of the first byte at or after `at` that is no blank: no space or tab, no
/// continuation and, in a model, no line end and no comment.
std::size_t after_blanks(std::string_view text, std::size_t at, Dialect dialect);

/// Returns the tokens of `range` one by one, then kEnd. Borrows the text. After an error, next()
/// must not be called again.
class ExpressionLexer {
 public:
  ExpressionLexer(std::string_view text, text::Range range, Dialect dialect = Dialect::kBlueprint)
      : text_(text.substr(0, range.end)), at_(range.begin), dialect_(dialect) {}

  tl::expected<Token, Mistake> next();

 private:
  tl::expected<Token, Mistake> number();
  [[nodiscard]] tl::unexpected<Mistake> bad_number(std::size_t begin) const;
  tl::expected<Token, Mistake> symbol();
  Token token(TokenKind kind, std::size_t length);

  std::string_view text_;
  std::size_t at_;
  Dialect dialect_;
};

}  // namespace dps::expression
