#include "predictor/models/statements.h"

#include <algorithm>
#include <optional>

#include "base/expression/expression_lexer.h"
#include "base/text/scanner.h"
#include "predictor/models/model.h"

namespace dps::models {
namespace {

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The position after the name at `at`; `at` itself if there is none.
std::size_t after_name(std::string_view text, std::size_t at) {
  while (at < text.size() && is_name_character(text[at])) {
    ++at;
  }
  return at;
}

/// True if a definition seems to begin at `at`: NAME = or NAME(NAME, ...) =.
bool begins_definition(std::string_view text, std::size_t at) {
  at = expression::after_blanks(text, at, kModelDialect);
  std::size_t after = after_name(text, at);
  if (after == at) {
    return false;
  }
  at = expression::after_blanks(text, after, kModelDialect);
  if (at < text.size() && text[at] == '(') {
    after = text.find_first_of("()+-*/^%=;#", at + 1);
    if (after >= text.size() || text[after] != ')') {
      return false;
    }
    at = expression::after_blanks(text, after + 1, kModelDialect);
  }
  return at < text.size() && text[at] == '=' && text.substr(at, 2) != "==";
}

/// Collects the statements of a part, character by character.
class Splitter {
 public:
  Splitter(std::string_view text, text::Range part)
      : text_(text.substr(0, part.end)), at_(part.begin) {}

  std::vector<text::Range> split() {
    while (at_ < text_.size()) {
      step();
    }
    finish();
    return std::move(statements_);
  }

 private:
  void step() {
    if (const std::size_t continued = text::continuation_length(text_, at_); continued > 0) {
      end_line(continued, true);
    } else if (const std::size_t length = text::line_end_length(text_, at_); length > 0) {
      end_line(length, false);
    } else if (text_[at_] == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (text_[at_] == ';') {
      finish();
      ++at_;
    } else {
      take();
    }
  }

  /// Ends a line; the line end has `length` bytes.
  void end_line(std::size_t length, bool is_continued) {
    at_ += length;
    const bool goes_on = is_continued || depth_ > 0 || kOperators.find(last_) != kNone;
    if (begin_ && (!goes_on || begins_definition(text_, at_))) {
      finish();
    }
  }

  /// Takes a character of a statement, or a blank.
  void take() {
    const char c = text_[at_++];
    if (c == ' ' || c == '\t') {
      return;
    }
    if (!begin_) {
      begin_ = at_ - 1;
    }
    depth_ += c == '(' ? 1 : c == ')' && depth_ > 0 ? -1 : 0;
    last_ = c;
    end_ = at_;
  }

  void finish() {
    if (begin_) {
      statements_.push_back(text::range_of(*begin_, end_));
    }
    begin_.reset();
    depth_ = 0;
    last_ = ' ';
  }

  static constexpr auto kNone = std::string_view::npos;
  static constexpr std::string_view kOperators = "+-*/%^<>=!&|?:,";

  std::string_view text_;
  std::size_t at_;
  std::vector<text::Range> statements_;
  std::optional<std::size_t> begin_;  // of the statement that is open
  std::size_t end_ = 0;               // after its last character so far
  char last_ = ' ';
  int depth_ = 0;  // of parentheses
};

}  // namespace

std::vector<text::Range> statements_of(std::string_view text, text::Range part) {
  return Splitter(text, part).split();
}

}  // namespace dps::models
