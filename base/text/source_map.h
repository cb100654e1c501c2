/// Positions in a source text: byte ranges for readers, lines and columns for messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace dps::text {

/// Bytes [begin, end) of a text.
struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] bool empty() const { return begin == end; }
  bool operator==(const Range&) const = default;
};

/// The bytes [begin, end) of a text of less than 4 GiB.
constexpr Range range_of(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

/// A text of less than 4 GiB with the starts of its lines. Borrows the text.
class SourceMap {
 public:
  explicit SourceMap(std::string_view text);

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::string_view text(Range range) const {
    return text_.substr(range.begin, range.end - range.begin);
  }

  /// Line, column and length of a range; one over several lines ends with its first line.
  [[nodiscard]] Span span(Range range) const;

  /// A line without its line feed, counted from 1; after the last line, the end of the text.
  [[nodiscard]] Range line(std::uint32_t number) const;

 private:
  std::string_view text_;
  std::vector<std::uint32_t> line_starts_{0};
};

}  // namespace dps::text
