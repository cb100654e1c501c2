/// Marks in files that dps wrote: a comment at the end, with a checksum of what precedes it. A file
/// that was changed since has no valid mark.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dps::commands {

/// The form of the comment that the format of a file allows.
enum class MarkComment : std::uint8_t {
  kHash,     ///< TOML, tables, blueprints, scripts
  kPercent,  ///< LaTeX, PDF
  kSlashes,  ///< graphs for dot(1)
  kMarkup,   ///< HTML, SVG
  kPng,      ///< a chunk of text before the end of the picture
};

/// The text with a mark that names the kind of file, such as "picture".
std::string with_mark(std::string text, std::string_view kind, MarkComment comment);

struct Mark {
  std::string kind;       ///< "" if the text has no mark
  bool is_valid = false;  ///< false if the text was changed after dps wrote it
};

/// The mark at the end of a text.
Mark find_mark(std::string_view text);

}  // namespace dps::commands
