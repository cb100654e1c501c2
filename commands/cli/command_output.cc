#include "commands/cli/command_output.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "commands/cli/output_file.h"
#include "profiles/json/result_json.h"
#include "profiles/selection.h"
#include "profiles/text/csv_profile.h"
#include "profiles/text/text_profile.h"
#include "profiles/view.h"

namespace dps::coordinator {
namespace {

/// "dps: error: …" or "dps: warning: …".
std::string message_line(Severity severity, std::string_view text, Color color) {
  return render({"dps", ""}, {{severity, {}, std::string(text), {}}},
                {.color = use_color(color, STDERR_FILENO)});
}

bool prints_to_file(const CommandLine& line) {
  return line.output_replaces && line.output != kStandardStream;
}

ExitStatus write_file(const std::string& path, std::string_view text, ExitStatus status) {
  auto file = OutputFile::create(path);
  if (!file) {
    return print_error(file.error().message, ExitStatus::kInputWrong);
  }
  const auto written = file->commit(text);
  return written ? status : print_error(written.error().message, ExitStatus::kIncomplete);
}

/// Removes the latencies unless they are to be printed: with --latencies, and at level
/// functionality, though not as CSV, whose columns are then those of all other levels.
Result<void> choose_latencies(profiles::RunResult& result, const CommandLine& line) {
  const auto has_latencies = [](const profiles::RunProfile& run) {
    return run.latencies.has_value();
  };
  const bool is_default =
      result.level == profiles::Level::kFunctionality && line.format != Format::kCsv;
  if (!line.latencies && !is_default) {
    profiles::remove_latencies(result);
  } else if (line.command == "profile" && line.latencies && !result.runs.empty() &&
             std::none_of(result.runs.begin(), result.runs.end(), has_latencies)) {
    return failure(
        ErrorCode::kInput,
        "this result has no latencies; 'dps run --latencies' and 'dps predict --latencies' "
        "make one that has");
  }
  return {};
}

}  // namespace

int printing_descriptor(const CommandLine& line) {
  return line.output == kStandardStream && !line.output_replaces ? STDERR_FILENO : STDOUT_FILENO;
}

ExitStatus print_output(const CommandLine& line, std::string_view text, ExitStatus status) {
  if (prints_to_file(line)) {
    return write_file(line.output, text, status);
  }
  if (printing_descriptor(line) == STDOUT_FILENO) {
    return print_output(text, status);
  }
  if (line.quiet) {
    return status;
  }
  return write_all(STDERR_FILENO, text) ? status : ExitStatus::kIncomplete;
}

ExitStatus print_output(std::string_view text, ExitStatus status) {
  const auto written = write_all(STDOUT_FILENO, text);
  if (!written) {
    if (errno != EPIPE) {
      print_error("cannot write to standard output: " + written.error().message,
                  ExitStatus::kIncomplete);
    }
    return ExitStatus::kIncomplete;
  }
  return status;
}

std::string error_line(std::string_view text, Color color) {
  return message_line(Severity::kError, text, color);
}

void print_warning(std::string_view text, Color color) {
  fmt::print(stderr, "{}", message_line(Severity::kWarning, text, color));
}

ExitStatus print_error(std::string_view text, ExitStatus status, Color color) {
  fmt::print(stderr, "{}", error_line(text, color));
  return status;
}

ExitStatus print_unmet(const std::vector<std::string>& unmet, ExitStatus status, Color color) {
  for (const std::string& line : unmet) {
    print_error(line, ExitStatus::kFailed, color);
  }
  return unmet.empty() || status != ExitStatus::kDone ? status : ExitStatus::kFailed;
}

void print_notes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) {
    fmt::print(stderr, "dps: note: {}\n", printable(note));
  }
}

bool prints_color(const CommandLine& line) {
  return prints_to_file(line) ? line.color == Color::kAlways
                              : use_color(line.color, printing_descriptor(line));
}

bool use_color(Color color, int fd) {
  if (color != Color::kAuto) {
    return color == Color::kAlways;
  }
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(fd) == 1 && (no_color == nullptr || *no_color == '\0');
}

void print_diagnostics(const CommandLine& line, const SourceText& source,
                       const std::vector<Diagnostic>& diagnostics) {
  fmt::print(stderr, "{}",
             render(source, diagnostics, {.color = use_color(line.color, STDERR_FILENO)}));
}

Result<profiles::Selection> selection_of(const CommandLine& line,
                                         const profiles::KnownTags& known) {
  if (line.only.empty()) {
    return profiles::Selection{};
  }
  return profiles::Selection::parse(fmt::format("{}", fmt::join(line.only, ",")), known);
}

Result<std::string> format_result(profiles::RunResult result, const CommandLine& line) {
  if (line.level && *line.level > result.level) {
    return failure(
        ErrorCode::kInput,
        fmt::format("this result was recorded at level {}; run again with --level {}",
                    profiles::level_name(result.level), profiles::level_name(*line.level)));
  }
  const auto selection = line.only.empty() ? Result<profiles::Selection>{}
                                           : selection_of(line, profiles::known_tags(result));
  if (!selection) {
    return tl::unexpected(selection.error());
  }
  profiles::coarsen(result,
                    std::max(line.level.value_or(profiles::Level::kProcess), selection->level()));
  if (const auto chosen = choose_latencies(result, line); !chosen) {
    return tl::unexpected(chosen.error());
  }
  profiles::focus(result, *selection);
  switch (line.format) {
    case Format::kJson:
      return profiles::to_json(result);
    case Format::kCsv:
      return profiles::csv_profile(result);
    case Format::kText:
    case Format::kMarkdown:
      break;
  }
  profiles::TextOptions options;
  options.color = prints_color(line);
  options.list_clones = selection->names_processes();
  options.most_sites = line.most_sites;
  return profiles::text_profile(result, options);
}

}  // namespace dps::coordinator
