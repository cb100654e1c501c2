#include "coordinator/cli/status_line.h"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "coordinator/cli/terminal_width.h"

namespace dps::coordinator {

bool draws_progress(bool quiet) {
  return !quiet && isatty(STDERR_FILENO) == 1;
}

std::string_view cut_to_columns(std::string_view text, std::size_t columns) {
  std::size_t used = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool continues = byte >= 0x80 && byte < 0xc0;  // a character that has been counted
    used += continues ? 0 : byte < 0x80 ? 1 : 2;
    if (used > columns) {
      return text.substr(0, i);
    }
  }
  return text;
}

void StatusLine::show(std::string_view text) {
  if (drawn_) {
    const std::string line = fmt::format("dps: {}", text);
    // A terminal may wrap when its last column is written.
    fmt::print(stderr, "\r\x1b[K{}", cut_to_columns(line, terminal_width() - 1));
    std::fflush(stderr);
    shown_ = true;
  }
}

void StatusLine::clear() {
  if (shown_) {
    fmt::print(stderr, "\r\x1b[K");
    std::fflush(stderr);
    shown_ = false;
  }
}

}  // namespace dps::coordinator
