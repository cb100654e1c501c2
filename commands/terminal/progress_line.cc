#include "commands/terminal/progress_line.h"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/units.h"

namespace dps::commands {

namespace {

/// Seconds. A shorter wait is usual between two messages.
constexpr double kLongWait = 1;

/// "3 of 8 complete, 4 s, 12,000 messages, 1,204/s, 3.2 MiB/s; waiting: Worker.p[1..3]".
std::string run_text(const coordinator::SessionProgress& progress) {
  std::string text =
      fmt::format("{} of {} complete, {:.0f} s, {}", progress.ready, progress.processes,
                  progress.elapsed_s, counted(progress.messages, "message"));
  if (progress.messages_per_s > 0) {
    text +=
        fmt::format(", {}/s, {}/s",
                    format_count(static_cast<std::uint64_t>(std::llround(progress.messages_per_s))),
                    format_size(static_cast<std::uint64_t>(std::llround(progress.bytes_per_s))));
  }
  if (progress.waiting) {
    text += "; waiting: " + progress.waiting->names;
    if (progress.waiting->longest_s >= kLongWait) {
      text += fmt::format("; longest {}, {:.1f} s", progress.waiting->longest,
                          progress.waiting->longest_s);
    }
  }
  return text;
}

}  // namespace

std::string progress_text(const coordinator::SessionProgress& progress,
                          std::optional<Seconds> left) {
  std::string text = phase_name(progress.phase);
  if (progress.run > 0 && progress.runs > 1) {
    text += fmt::format(", run {} of {}{}", progress.run, progress.runs, time_left_text(left));
  }
  if (progress.phase == coordinator::Phase::kRun) {
    return text + ": " + run_text(progress);
  }
  if (progress.phase == coordinator::Phase::kLaunch ||
      progress.phase == coordinator::Phase::kConnect) {
    text += fmt::format(": {} of {} processes", progress.ready, progress.processes);
  }
  return text + fmt::format(", {:.0f} s", progress.elapsed_s);
}

nlohmann::ordered_json progress_fields(const coordinator::SessionProgress& progress,
                                       std::optional<Seconds> left) {
  nlohmann::ordered_json fields{{"phase", phase_name(progress.phase)}};
  if (progress.run > 0) {
    fields["run"] = progress.run;
  }
  fields["runs"] = progress.runs;
  fields["elapsed_s"] = progress.elapsed_s;
  if (left) {
    fields["left_s"] = left->count();
  }
  fields["processes"] = progress.processes;
  fields["complete"] = progress.ready;
  if (progress.phase == coordinator::Phase::kRun ||
      progress.phase == coordinator::Phase::kCollect) {
    fields["messages"] = progress.messages;
    fields["bytes"] = progress.bytes;
  }
  if (progress.phase == coordinator::Phase::kRun) {
    fields["messages_per_s"] = progress.messages_per_s;
    fields["bytes_per_s"] = progress.bytes_per_s;
  }
  if (const auto& waiting = progress.waiting) {
    fields["waiting"] = {{"count", waiting->count},
                         {"names", waiting->names},
                         {"longest", waiting->longest},
                         {"longest_s", waiting->longest_s}};
  }
  return fields;
}

void print_session_line(const std::string& line, bool is_quiet) {
  if (!is_quiet || !line.starts_with("warning: ")) {
    fmt::print(stderr, "{}\n", line);
  }
}

void ProgressLine::on_progress(const coordinator::SessionProgress& progress) {
  std::optional<Seconds> left;
  if (progress.run > 0) {
    const double done = static_cast<double>(progress.run - 1) / progress.runs;
    left = time_left_.at(done, Seconds(progress.elapsed_s));
  }
  line_.show(progress_text(progress, left), progress_fields(progress, left));
}

void ProgressLine::on_line(const std::string& line) {
  clear();
  print_session_line(line, is_quiet_);
}

}  // namespace dps::commands
