/// A line on stderr that is drawn again and again, such as the progress of a command.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dps::coordinator {

class StatusLine {
 public:
  /// If not `drawn`, nothing is printed.
  explicit StatusLine(bool drawn) : drawn_(drawn) {}
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;
  ~StatusLine() { clear(); }

  /// "dps: TEXT" in place of the last line, cut to the width of the terminal. The text is safe for
  /// a terminal (base/printable.h).
  void show(std::string_view text);
  /// Erases the line.
  void clear();

 private:
  bool drawn_;
  bool shown_ = false;
};

/// True if commands draw their progress: stderr is a terminal, and not --quiet.
bool draws_progress(bool quiet);

/// The beginning of `text` that surely fits: a character beyond ASCII counts as two columns.
std::string_view cut_to_columns(std::string_view text, std::size_t columns);

}  // namespace dps::coordinator
