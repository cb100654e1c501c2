/// The module of code, as records and requests name it: its path and, behind a NUL byte, its build
/// id, if it has one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace dps::board {

struct CodeModule {
  std::string_view path;
  std::string_view build_id;

  /// Borrows the text.
  explicit CodeModule(std::string_view text) {
    const std::size_t end = std::min(text.find('\0'), text.size());
    path = text.substr(0, end);
    build_id = text.substr(std::min(end + 1, text.size()));
  }
};

}  // namespace dps::board
