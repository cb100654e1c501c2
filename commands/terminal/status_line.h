/// The progress of a command, as a line on stderr that is redrawn, or as JSON.
/// Source: docs/progress.md.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace dps::commands {

/// The forms of progress that --progress selects.
enum class ProgressChoice : std::uint8_t { kAuto, kJson, kNone };

/// The form in which progress is shown.
enum class ProgressStyle : std::uint8_t { kNone, kDrawn, kJson };

class StatusLine {
 public:
  explicit StatusLine(ProgressStyle style) : style_(style) {}
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;
  ~StatusLine() { clear(); }

  /// kDrawn: "dps: TEXT" in place of the last line, cut to the width of the terminal. kJson: the
  /// fields as a line, unless the last one of the same "phase" was printed within 0.1 s. The text
  /// is safe for a terminal (base/printable.h).
  void show(std::string_view text, const nlohmann::ordered_json& fields);
  /// Like the above, for a phase without fields, whose text is its name.
  void show(std::string_view phase);
  /// Erases the line.
  void clear();
  [[nodiscard]] bool is_shown() const { return style_ != ProgressStyle::kNone; }

 private:
  void print(const nlohmann::ordered_json& fields);

  ProgressStyle style_;
  bool shown_ = false;
  std::string phase_;  ///< the phase that was last printed
  std::chrono::steady_clock::time_point printed_;
};

/// The style for --progress and --quiet: kAuto draws if stderr is a terminal.
ProgressStyle progress_style(ProgressChoice progress, bool quiet);

/// The beginning of `text` that surely fits: a character beyond ASCII counts as two columns.
std::string_view cut_to_columns(std::string_view text, std::size_t columns);

}  // namespace dps::commands
