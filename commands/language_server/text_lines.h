/// Positions of the Language Server Protocol: lines, and UTF-16 code units in them.
/// Source: LSP 3.17, "Text Documents", "Position".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/text/source_map.h"

namespace dps::commands {

/// Counted from 0. A line ends in LF, CR LF or CR.
struct LspPosition {
  std::uint32_t line = 0;
  std::uint32_t character = 0;  ///< UTF-16 code units

  bool operator==(const LspPosition&) const = default;
};

/// The lines of a UTF-8 text. Borrows the text.
class TextLines {
 public:
  explicit TextLines(std::string_view text);

  /// The byte at a position. A character after the end of its line is the end of the line, a line
  /// after the last one the end of the text; the second half of a surrogate pair is the first.
  [[nodiscard]] std::size_t offset(LspPosition position) const;
  /// The position of a byte; of one inside a character, that of the character.
  [[nodiscard]] LspPosition position(std::size_t offset) const;
  [[nodiscard]] std::size_t count() const { return starts_.size(); }

 private:
  std::string_view text_;
  std::vector<std::uint32_t> starts_{0};
};

}  // namespace dps::commands
