/// The progress of a session as a line that is redrawn on a terminal.
#pragma once

#include "coordinator/session/progress.h"

namespace dps::coordinator {

/// On stderr. If not `drawn`, only whole lines are printed.
class ProgressLine : public ProgressListener {
 public:
  explicit ProgressLine(bool drawn) : drawn_(drawn) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() override { clear(); }

  void on_progress(const SessionProgress& progress) override;
  void on_line(const std::string& line) override;
  void on_answer(const std::string& line) override { on_line(line); }
  /// Erases the line.
  void clear();

 private:
  bool drawn_;
  bool shown_ = false;
};

}  // namespace dps::coordinator
