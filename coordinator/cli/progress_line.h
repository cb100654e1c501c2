/// The progress of a session as a line that is redrawn on a terminal.
#pragma once

#include <optional>
#include <string>

#include "base/time_units.h"
#include "coordinator/cli/status_line.h"
#include "coordinator/cli/time_left.h"
#include "coordinator/session/progress.h"

namespace dps::coordinator {

/// Prints to stderr. Unless `drawn`, prints only complete lines.
class ProgressLine : public ProgressListener {
 public:
  explicit ProgressLine(bool drawn) : line_(drawn) {}

  void on_progress(const SessionProgress& progress) override;
  void on_line(const std::string& line) override;
  void on_answer(const std::string& line) override { on_line(line); }
  /// Erases the line.
  void clear() { line_.clear(); }

 private:
  StatusLine line_;
  TimeLeft time_left_;
};

/// "running, run 2 of 10, about 12 s left: 3 of 8 processes complete, 1,000 messages, 4 s". What
/// may be cut off comes last.
std::string progress_text(const SessionProgress& progress, std::optional<Seconds> left);

}  // namespace dps::coordinator
