/// Splits a trace as lines of states into words with positions.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "base/text/source_map.h"

namespace dps::traces {

/// Reads a text line by line. A line that ends with a backslash and the next one are one line;
/// comments, from `//` at the start of a word on, are left out, and so are lines without words.
class StateLineScanner {
 public:
  explicit StateLineScanner(std::string_view text) : text_(text) {}

  /// The words of the next line, valid until the next call; null at the end.
  const std::vector<text::Range>* next();

 private:
  void skip_to_line_end();

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<text::Range> words_;
};

}  // namespace dps::traces
