/// Splits a streams file into lines of words.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/text/source_map.h"

namespace dps::estimator {

/// A word of a line and its place in the text.
struct LineWord {
  std::string_view text;
  text::Range at;
};

/// Goes through the lines of a text that have words. `#` begins a comment.
class LineWords {
 public:
  explicit LineWords(std::string_view text);

  /// The words of the next line, valid until the next call; empty at the end of the text.
  const std::vector<LineWord>& next();

 private:
  void read_line();

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<LineWord> words_;
};

}  // namespace dps::estimator
