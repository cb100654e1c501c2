#include "coordinator/cli/progress_line.h"

#include <fmt/format.h>

#include "base/units.h"

namespace dps::coordinator {

std::string progress_text(const SessionProgress& progress, std::optional<Seconds> left) {
  std::string text = phase_name(progress.phase);
  if (progress.run > 0 && progress.runs > 1) {
    text += fmt::format(", run {} of {}{}", progress.run, progress.runs, time_left_text(left));
  }
  if (progress.phase == Phase::kRun) {
    text += fmt::format(": {} of {} processes complete, {} messages", progress.ready,
                        progress.processes, format_count(progress.messages));
  } else if (progress.phase == Phase::kLaunch || progress.phase == Phase::kConnect) {
    text += fmt::format(": {} of {} processes", progress.ready, progress.processes);
  }
  return text + fmt::format(", {:.0f} s", progress.elapsed_s);
}

void ProgressLine::on_progress(const SessionProgress& progress) {
  std::optional<Seconds> left;
  if (progress.run > 0) {
    const double done = static_cast<double>(progress.run - 1) / progress.runs;
    left = time_left_.at(done, Seconds(progress.elapsed_s));
  }
  line_.show(progress_text(progress, left));
}

void ProgressLine::on_line(const std::string& line) {
  clear();
  fmt::print(stderr, "{}\n", line);
}

}  // namespace dps::coordinator
