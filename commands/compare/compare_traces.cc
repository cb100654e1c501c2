#include "commands/compare/compare_traces.h"

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
#include "commands/files/file_kind.h"
#include "profiles/traces/states/state_comparison.h"
#include "profiles/traces/states/state_comparison_output.h"
#include "profiles/traces/states/state_files.h"

namespace dps::commands {
namespace {

constexpr std::string_view kWriters = "'dps run … -o FILE.json' and 'dps predict … -o FILE.json'";

bool has_events(const std::string& path) {
  constexpr std::size_t kExamined = 4096;
  const auto beginning =
      path == kStandardStream ? Result<std::string>("") : read_beginning(path, kExamined);
  return beginning && kind_of(*beginning) == FileKind::kTrace;
}

std::vector<std::string> compared_paths(const CompareOptions& given) {
  std::vector<std::string> paths{given.file};
  paths.insert(paths.end(), given.other_files.begin(), given.other_files.end());
  return paths;
}

/// The error for options, or files, that are not valid for traces; "" if there is none.
std::string not_for_traces(const CompareOptions& given) {
  if (given.designs) {
    return fmt::format("--designs ranks results, not traces; {} write results", kWriters);
  }
  for (const std::string& path : compared_paths(given)) {
    if (!traces::names_states(path)) {
      return fmt::format(
          "dps compare takes two results or two traces: '{}' is neither a .trace nor a "
          "folder of them{}",
          printable(path), advice_for_trace(path, false));
    }
  }
  if (!given.profile.only.empty()) {
    return "--only goes with results, not with traces";
  }
  const bool is_of_results = given.level == "unit" || given.level == "functionality";
  return is_of_results ? fmt::format(
                             "--level {} goes with results; traces have total, process and "
                             "line",
                             given.level)
                       : "";
}

/// Prints the mistakes and warnings of the files. nullopt after errors.
std::optional<traces::StateTrace> load(const CompareOptions& given, const std::string& path) {
  auto loaded = traces::load_states(path);
  if (!loaded) {
    print_error(loaded.error().message, ExitStatus::kInputWrong, given.common.color);
    return std::nullopt;
  }
  for (const traces::StateFile& file : loaded->files) {
    print_diagnostics(given.common, file.source, file.diagnostics);
  }
  return std::move(loaded->trace);
}

/// Notes that --own requires idle times, which a trace of a higher level lacks.
void note_idle(const CompareOptions& given, const traces::StateTrace& trace,
               const std::string& path) {
  const bool has_idle = std::any_of(
      trace.processes.begin(), trace.processes.end(), [](const traces::StateProcess& process) {
        return std::any_of(process.states.begin(), process.states.end(),
                           [](const traces::State& state) { return state.idle > 0; });
      });
  if (given.own && !given.common.quiet && !has_idle) {
    fmt::print(stderr, "dps: note: '{}' has no idle times; dps writes them at --trace-level 1\n",
               printable(path));
  }
}

traces::StateLevel level_of(const CompareOptions& given) {
  return given.level == "line"      ? traces::StateLevel::kLine
         : given.level == "process" ? traces::StateLevel::kProcess
                                    : traces::StateLevel::kTotal;
}

std::string formatted_states(const traces::StateComparison& comparison, Format format) {
  return format == Format::kJson  ? traces::state_comparison_json(comparison)
         : format == Format::kCsv ? traces::state_comparison_csv(comparison)
                                  : traces::state_comparison_text(comparison);
}

}  // namespace

bool compares_traces(const CompareOptions& given) {
  const auto paths = compared_paths(given);
  return std::any_of(paths.begin(), paths.end(),
                     [](const std::string& path) { return traces::names_states(path); });
}

std::string only_for_traces(const CompareOptions& given) {
  if (given.level == "total" || given.level == "line") {
    return fmt::format("--level {} goes with traces; results have process, unit and functionality",
                       given.level);
  }
  return given.own ? "--own goes with traces" : "";
}

std::string advice_for_trace(const std::string& path, bool is_design) {
  constexpr std::string_view kSuffix = ".dpstrace";
  if (!has_events(path)) {
    return "";
  }
  if (is_design) {
    return fmt::format("; --designs ranks results, which {} write", kWriters);
  }
  const std::string stem =
      path.ends_with(kSuffix) ? path.substr(0, path.size() - kSuffix.size()) : path;
  return fmt::format(
      "; 'dps trace {} -o {}.trace' converts it to lines of states, which compare "
      "reads",
      printable(path), printable(stem));
}

ExitStatus compare_traces(const CompareOptions& given) {
  if (const std::string wrong = not_for_traces(given); !wrong.empty()) {
    return print_error(wrong, ExitStatus::kInputWrong, given.common.color);
  }
  const auto a = load(given, given.file);
  const auto b = load(given, given.other_files.front());
  if (!a || !b) {
    return ExitStatus::kInputWrong;
  }
  note_idle(given, *a, given.file);
  note_idle(given, *b, given.other_files.front());
  traces::StateComparisonOptions options;
  options.level = level_of(given);
  options.own = given.own;
  options.tolerance_percent = given.tolerance_percent.value_or(options.tolerance_percent);
  options.a_name = given.file;
  options.b_name = given.other_files.front();
  const traces::StateComparison comparison = traces::compare_states(*a, *b, options);
  auto output = create_output(given.common, given.output,
                              json_kind("comparison of traces", "dps-trace-comparison"));
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  const ExitStatus status = comparison.is_within() ? ExitStatus::kDone : ExitStatus::kFailed;
  const ExitStatus saved = save(*output, traces::state_comparison_json(comparison));
  return print_output(given.common, given.output, formatted_states(comparison, given.output.format),
                      first_failure(saved, status));
}

}  // namespace dps::commands
