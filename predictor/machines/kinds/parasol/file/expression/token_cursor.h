/// Reads tokens with one token of lookahead, and reports what was expected instead.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/text/problems.h"
#include "base/text/suggestions.h"
#include "predictor/machines/kinds/parasol/file/expression/lexer.h"

namespace dps::parasol {

class TokenCursor {
 public:
  TokenCursor(const text::SourceMap& source, text::Problems& problems)
      : source_(source), problems_(problems), lexer_(source, problems) {
    advance();
  }

  [[nodiscard]] const ParasolToken& token() const { return token_; }
  [[nodiscard]] std::string_view text() const { return source_.text(token_.place); }
  [[nodiscard]] std::string_view text(text::Range place) const { return source_.text(place); }
  [[nodiscard]] bool is_sign(std::string_view sign) const {
    return token_.kind == ParasolTokenKind::kSign && text() == sign;
  }
  [[nodiscard]] bool is_at_end_of_statement() const {
    return token_.kind == ParasolTokenKind::kNewLine || token_.kind == ParasolTokenKind::kEnd;
  }
  /// The end of the last token that was taken.
  [[nodiscard]] std::uint32_t last_end() const { return last_end_; }

  ParasolToken take() {
    const ParasolToken taken = token_;
    last_end_ = taken.place.end;
    advance();
    return taken;
  }
  /// Takes the sign; else reports that it was expected.
  bool expect_sign(std::string_view sign);
  /// Takes a whole number below 2^63; else reports that `what` was expected.
  std::optional<std::uint64_t> expect_whole(std::string_view what);
  /// Takes the end of a statement, which may be the end of the text; else reports the token and
  /// skips the rest of the statement.
  bool expect_end_of_statement();
  void skip_statement();

  /// "expected WHAT, got 'x'". Tokens that the lexer has reported are not reported again.
  void report_unexpected(std::string_view what);
  void error(text::Range place, std::string text, std::vector<Note> notes = {}) {
    problems_.error(place, std::move(text), std::move(notes));
  }
  [[nodiscard]] text::Problems& problems() { return problems_; }
  [[nodiscard]] text::Suggestions& suggestions() { return suggestions_; }

  /// Returns to a token that was the present one.
  void rewind(const ParasolToken& token) {
    lexer_.rewind(token.place.begin);
    advance();
  }

 private:
  void advance() { token_ = lexer_.next(); }

  const text::SourceMap& source_;  // borrowed
  text::Problems& problems_;       // borrowed
  text::Suggestions suggestions_;
  Lexer lexer_;
  ParasolToken token_;
  std::uint32_t last_end_ = 0;
};

}  // namespace dps::parasol
