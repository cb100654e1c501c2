/// The progress of a session, as a line that is redrawn on a terminal or as JSON.
/// Source: docs/progress.md.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "base/time_units.h"
#include "commands/terminal/status_line.h"
#include "commands/terminal/time_left.h"
#include "coordinator/session/progress/progress.h"

namespace dps::commands {

/// Prints a line of ProgressListener::on_line() on stderr: a warning only without --quiet.
void print_session_line(const std::string& line, bool is_quiet);

/// Prints to stderr.
class ProgressLine : public coordinator::ProgressListener {
 public:
  /// `is_quiet`: warnings are not printed.
  ProgressLine(ProgressStyle style, bool is_quiet) : line_(style), is_quiet_(is_quiet) {}

  void on_progress(const coordinator::SessionProgress& progress) override;
  void on_line(const std::string& line) override;
  void on_answer(const std::string& line) override { on_line(line); }
  /// Erases the line.
  void clear() { line_.clear(); }

 private:
  StatusLine line_;
  bool is_quiet_;
  TimeLeft time_left_;
};

/// The line, and the fields of the object. The less important parts of the line are at its end,
/// which may be cut off.
std::string progress_text(const coordinator::SessionProgress& progress,
                          std::optional<Seconds> left);
nlohmann::ordered_json progress_fields(const coordinator::SessionProgress& progress,
                                       std::optional<Seconds> left);

}  // namespace dps::commands
