#include "coordinator/cli/progress_line.h"

#include <cstdio>

#include <fmt/format.h>

#include "base/units.h"

namespace dps::coordinator {
namespace {

std::string words(const SessionProgress& progress) {
  std::string text = phase_name(progress.phase);
  if (progress.run > 0 && progress.runs > 1) {
    text += fmt::format(", run {} of {}", progress.run, progress.runs);
  }
  if (progress.phase == Phase::kRun) {
    text += fmt::format(": {} of {} processes complete, {} messages", progress.ready,
                        progress.processes, format_count(progress.messages));
  } else if (progress.phase == Phase::kLaunch || progress.phase == Phase::kConnect) {
    text += fmt::format(": {} of {} processes", progress.ready, progress.processes);
  }
  return text + fmt::format(", {:.0f} s", progress.elapsed_s);
}

}  // namespace

void ProgressLine::on_progress(const SessionProgress& progress) {
  if (drawn_) {
    fmt::print(stderr, "\r\x1b[Kdps: {:.74}", words(progress));
    std::fflush(stderr);
    shown_ = true;
  }
}

void ProgressLine::on_line(const std::string& line) {
  clear();
  fmt::print(stderr, "{}\n", line);
}

void ProgressLine::clear() {
  if (shown_) {
    fmt::print(stderr, "\r\x1b[K");
    std::fflush(stderr);
    shown_ = false;
  }
}

}  // namespace dps::coordinator
