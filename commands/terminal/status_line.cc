#include "commands/terminal/status_line.h"

#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "commands/terminal/terminal_width.h"

namespace dps::commands {

ProgressStyle progress_style(ProgressChoice progress, bool quiet) {
  if (progress == ProgressChoice::kJson) {
    return ProgressStyle::kJson;
  }
  const bool is_drawn = progress == ProgressChoice::kAuto && !quiet && isatty(STDERR_FILENO) == 1;
  return is_drawn ? ProgressStyle::kDrawn : ProgressStyle::kNone;
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

void StatusLine::show(std::string_view text, const nlohmann::ordered_json& fields) {
  if (style_ == ProgressStyle::kJson) {
    print(fields);
  } else if (style_ == ProgressStyle::kDrawn) {
    const std::string line = fmt::format("dps: {}", text);
    // A terminal may wrap when its last column is written.
    fmt::print(stderr, "\r\x1b[K{}", cut_to_columns(line, terminal_width() - 1));
    std::fflush(stderr);
    shown_ = true;
  }
}

void StatusLine::show(std::string_view phase) {
  show(phase, {{"phase", phase}});
}

void StatusLine::print(const nlohmann::ordered_json& fields) {
  constexpr std::chrono::milliseconds kPause(100);
  const auto now = std::chrono::steady_clock::now();
  const auto& phase = fields.at("phase").get_ref<const std::string&>();
  if (phase == phase_ && now - printed_ < kPause) {
    return;
  }
  phase_ = phase;
  printed_ = now;
  fmt::print(stderr, "{}\n",
             fields.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void StatusLine::clear() {
  if (shown_) {
    fmt::print(stderr, "\r\x1b[K");
    std::fflush(stderr);
    shown_ = false;
  }
}

}  // namespace dps::commands
