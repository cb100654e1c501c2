/// Splits a line-oriented text, a blueprint or a hosts file, into fields with positions.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/problems.h"
#include "base/text/source_map.h"

namespace dps::text {

// Source: docs/language.md, "Limits".
inline constexpr std::size_t kMaxFileBytes = 16U << 20;
inline constexpr std::size_t kMaxLineBytes = 64U << 10;
inline constexpr std::size_t kMaxFields = 4096;

struct Field {
  Range range;    ///< including quotes
  Range content;  ///< without quotes
  bool quoted = false;
};

/// A logical line: continued lines are one line. It has at least one field; comments are removed.
struct SourceLine {
  std::uint32_t first_field = 0;
  std::uint32_t field_count = 0;
  bool broken = false;  ///< it has an error; only the fields before the error are listed
};

struct Scanned {
  std::vector<Field> fields;
  std::vector<SourceLine> lines;

  [[nodiscard]] std::span<const Field> fields_of(const SourceLine& line) const {
    return std::span<const Field>(fields).subspan(line.first_field, line.field_count);
  }
};

/// The source of the fields, with one blank between them.
std::string text_of(const SourceMap& source, std::span<const Field> fields);

/// Splits the text into fields at blanks that are not inside braces or quotes; in an expression,
/// the end of a V or A line, at all blanks. A line with errors gets one diagnostic, and scanning
/// continues with the next line.
Scanned scan(const SourceMap& source, Problems& problems);

/// True for a blank and a tab.
constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

/// Blanks and continuations between fields, or after the last one.
struct Gap {
  std::size_t end = 0;     ///< the position of the next field, comment or end of a line
  bool has_break = false;  ///< a continuation is part of it
};
Gap gap_at(std::string_view text, std::size_t at);

/// The comment at `at`, up to the end of its line; empty if there is none.
Range comment_at(std::string_view text, std::size_t at);

/// The position after the brace that closes the one at `open`; npos if the line ends before it.
/// A line that ends with a backslash and the next one are one line.
std::size_t end_of_braces(std::string_view text, std::size_t open);

/// Length of the line break at `at` ("\n" or "\r\n"), 0 if there is none.
std::size_t line_end_length(std::string_view text, std::size_t at);

/// Length of the continuation at `at` (a backslash and the line break), 0 if there is none.
std::size_t continuation_length(std::string_view text, std::size_t at);

}  // namespace dps::text
