/// From bytes to logical lines and their fields, each with its place.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/problems.h"
#include "text/source_map.h"

namespace dps::text {

// Source: docs/language.md, "Limits".
inline constexpr std::size_t kMaxFileBytes = 16U << 20;
inline constexpr std::size_t kMaxLineBytes = 64U << 10;
inline constexpr std::size_t kMaxFields = 4096;

struct Field {
  Range range;    ///< with its quotes
  Range content;  ///< without
  bool quoted = false;
};

/// A logical line: continued lines are one. At least one field, comments left out.
struct Line {
  std::uint32_t first_field = 0;
  std::uint32_t field_count = 0;
  bool broken = false;  ///< something in it was reported; only the fields before that are here
};

struct Scanned {
  std::vector<Field> fields;
  std::vector<Line> lines;

  [[nodiscard]] std::span<const Field> fields_of(const Line& line) const {
    return std::span<const Field>(fields).subspan(line.first_field, line.field_count);
  }
};

/// Splits the text. Inside braces nothing ends a field; on a V line, whose rest is an expression,
/// only blanks do. A line with a mistake gets one diagnostic, and the next line is read as usual.
Scanned scan(const SourceMap& source, Problems& problems);

/// The place after the brace that closes the one at `open`, or npos if nothing does before the text
/// (or, without a continuation, the line) ends.
std::size_t end_of_braces(std::string_view text, std::size_t open);

/// Length of a line's end at `at` ("\n" or "\r\n"), 0 if there is none.
std::size_t line_end_length(std::string_view text, std::size_t at);

/// Length of a continuation at `at` (a backslash and the line's end), 0 if there is none.
std::size_t continuation_length(std::string_view text, std::size_t at);

}  // namespace dps::text
