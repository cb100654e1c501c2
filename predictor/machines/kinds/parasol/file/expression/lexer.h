/// Splits the text of a Parasol machine file into tokens. Source: docs/parasol.md, "Lexical rules".
#pragma once

#include <cstddef>
#include <string_view>

#include "base/text/problems.h"
#include "predictor/machines/kinds/parasol/file/expression/token.h"

namespace dps::parasol {

/// Reads one token at a time. Borrows the source and the problems.
class Lexer {
 public:
  Lexer(const text::SourceMap& source, text::Problems& problems)
      : text_(source.text()), problems_(problems) {}

  /// The next token; at the end of the text always kEnd. Wrong characters, numbers and strings are
  /// reported and returned as kBroken.
  ParasolToken next();

  [[nodiscard]] std::size_t position() const { return at_; }
  void rewind(std::size_t position) { at_ = position; }

 private:
  void skip_blanks();
  ParasolToken word();
  ParasolToken number();
  ParasolToken hexadecimal(std::size_t begin);
  ParasolToken quoted_text();
  ParasolToken sign();
  ParasolToken token(ParasolTokenKind kind, std::size_t begin) const {
    return {kind, text::range_of(begin, at_)};
  }
  ParasolToken broken(std::size_t begin, std::string text);
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void skip_digits();

  std::string_view text_;
  text::Problems& problems_;  // borrowed
  std::size_t at_ = 0;
};

/// True for a letter or an underscore, with which a word begins.
bool begins_word(char c);

}  // namespace dps::parasol
