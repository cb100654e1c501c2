#include "commands/compare_traces_command.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "commands/cli/command_output.h"
#include "commands/cli/saved_result.h"
#include "profiles/traces/states/state_comparison.h"
#include "profiles/traces/states/state_comparison_output.h"
#include "profiles/traces/states/state_files.h"

namespace dps::coordinator {
namespace {

std::vector<std::string> compared_paths(const CommandLine& line) {
  std::vector<std::string> paths{line.file};
  paths.insert(paths.end(), line.other_files.begin(), line.other_files.end());
  return paths;
}

/// The error for options, or files, that do not go with traces; "" if there is none.
std::string not_for_traces(const CommandLine& line) {
  if (line.designs) {
    return "--designs ranks results, not traces";
  }
  for (const std::string& path : compared_paths(line)) {
    if (!traces::names_states(path)) {
      return fmt::format(
          "dps compare takes two results or two traces: '{}' is no .trace and no "
          "folder of them",
          printable(path));
    }
  }
  if (!line.only.empty()) {
    return "--only goes with results, not with traces";
  }
  const bool is_of_results =
      line.compared_level == "unit" || line.compared_level == "functionality";
  return is_of_results ? fmt::format(
                             "--level {} goes with results; traces have total, process and "
                             "line",
                             line.compared_level)
                       : "";
}

/// Prints the mistakes and warnings of the files. nullopt after errors.
std::optional<traces::StateTrace> load(const CommandLine& line, const std::string& path) {
  auto loaded = traces::load_states(path);
  if (!loaded) {
    print_error(loaded.error().message, ExitStatus::kInputWrong, line.color);
    return std::nullopt;
  }
  for (const traces::StateFile& file : loaded->files) {
    if (!line.quiet || has_errors(file.diagnostics)) {
      print_diagnostics(line, file.source, file.diagnostics);
    }
  }
  return std::move(loaded->trace);
}

/// --own needs idle times, which a trace of a higher level lacks.
void note_idle(const CommandLine& line, const traces::StateTrace& trace, const std::string& path) {
  const bool has_idle = std::any_of(
      trace.processes.begin(), trace.processes.end(), [](const traces::StateProcess& process) {
        return std::any_of(process.states.begin(), process.states.end(),
                           [](const traces::State& state) { return state.idle > 0; });
      });
  if (line.own && !line.quiet && !has_idle) {
    fmt::print(stderr, "dps: note: '{}' has no idle times; dps writes them at --trace-level 1\n",
               printable(path));
  }
}

traces::StateLevel level_of(const CommandLine& line) {
  return line.compared_level == "line"      ? traces::StateLevel::kLine
         : line.compared_level == "process" ? traces::StateLevel::kProcess
                                            : traces::StateLevel::kTotal;
}

std::string formatted_states(const traces::StateComparison& comparison, Format format) {
  return format == Format::kJson  ? traces::state_comparison_json(comparison)
         : format == Format::kCsv ? traces::state_comparison_csv(comparison)
                                  : traces::state_comparison_text(comparison);
}

}  // namespace

bool compares_traces(const CommandLine& line) {
  const auto paths = compared_paths(line);
  return std::any_of(paths.begin(), paths.end(),
                     [](const std::string& path) { return traces::names_states(path); });
}

std::string only_for_traces(const CommandLine& line) {
  if (line.compared_level == "total" || line.compared_level == "line") {
    return fmt::format("--level {} goes with traces; results have process, unit and functionality",
                       line.compared_level);
  }
  return line.own ? "--own goes with traces" : "";
}

ExitStatus compare_traces_command(const CommandLine& line) {
  if (const std::string wrong = not_for_traces(line); !wrong.empty()) {
    return print_error(wrong, ExitStatus::kInputWrong, line.color);
  }
  const auto a = load(line, line.file);
  const auto b = load(line, line.other_files.front());
  if (!a || !b) {
    return ExitStatus::kInputWrong;
  }
  note_idle(line, *a, line.file);
  note_idle(line, *b, line.other_files.front());
  traces::StateComparisonOptions options;
  options.level = level_of(line);
  options.own = line.own;
  options.tolerance_percent = line.tolerance_percent.value_or(options.tolerance_percent);
  options.a_name = line.file;
  options.b_name = line.other_files.front();
  const traces::StateComparison comparison = traces::compare_states(*a, *b, options);
  auto output = create_output(line);
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, line.color);
  }
  const ExitStatus status = comparison.is_within() ? ExitStatus::kDone : ExitStatus::kFailed;
  const ExitStatus saved = save(*output, traces::state_comparison_json(comparison));
  return print_output(line, formatted_states(comparison, line.format),
                      saved == ExitStatus::kDone ? status : saved);
}

}  // namespace dps::coordinator
