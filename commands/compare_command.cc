// dps compare: compares two saved results, or two traces, exit 1 if they differ by more than the
// tolerance; or ranks the results of designs.
#include <algorithm>
#include <utility>

#include "base/file_bytes.h"
#include "commands/cli/command_output.h"
#include "commands/cli/saved_result.h"
#include "commands/commands.h"
#include "commands/compare_designs_command.h"
#include "commands/compare_traces_command.h"
#include "profiles/comparison/compare.h"
#include "profiles/comparison/comparison_json.h"
#include "profiles/comparison/comparison_text.h"
#include "profiles/view.h"

namespace dps::coordinator {
namespace {

/// Reduces both results to the level and the selection of the options. Errors: kInput.
Result<profiles::Selection> reduce(profiles::RunResult& a, profiles::RunResult& b,
                                   const CommandLine& line) {
  auto selection = selection_of(line, profiles::known_tags(a));
  if (!selection) {
    return selection;
  }
  for (profiles::RunResult* result : {&a, &b}) {
    if (line.level) {
      profiles::coarsen(*result, std::max(*line.level, selection->level()));
    }
    profiles::focus(*result, *selection);
  }
  return selection;
}

std::string print_comparison(const profiles::Comparison& comparison, const CommandLine& line) {
  switch (line.format) {
    case Format::kJson:
      return profiles::comparison_json(comparison);
    case Format::kCsv:
      return profiles::comparison_csv(comparison);
    case Format::kText:
    case Format::kMarkdown:
      break;
  }
  return profiles::comparison_text(comparison, prints_color(line));
}

}  // namespace

ExitStatus compare_command(const CommandLine& line) {
  if (compares_traces(line)) {
    return compare_traces_command(line);
  }
  if (const std::string wrong = only_for_traces(line); !wrong.empty()) {
    return print_error(wrong, ExitStatus::kInputWrong, line.color);
  }
  if (line.designs) {
    return compare_designs_command(line);
  }
  auto a = open_result(line.file);
  auto b = open_result(line.other_files.front());
  for (const auto* result : {&a, &b}) {
    if (!*result) {
      return print_error(result->error().message, ExitStatus::kInputWrong, line.color);
    }
  }
  const auto selection = reduce(*a, *b, line);
  if (!selection) {
    return print_error(selection.error().message, ExitStatus::kInputWrong, line.color);
  }
  profiles::ComparisonOptions options;
  options.tolerance_percent = line.tolerance_percent.value_or(options.tolerance_percent);
  options.list_clones = selection->names_processes();
  options.a_name = input_name(line.file);
  options.b_name = input_name(line.other_files.front());
  const auto comparison = profiles::compare(*a, *b, options);
  if (!comparison) {
    return print_error(comparison.error().message, ExitStatus::kInputWrong, line.color);
  }
  auto output = create_output(line);
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, line.color);
  }
  ExitStatus status = comparison->is_within() ? ExitStatus::kDone : ExitStatus::kFailed;
  const ExitStatus saved = save(*output, profiles::comparison_json(*comparison));
  status = saved == ExitStatus::kDone ? status : saved;
  return print_output(line, print_comparison(*comparison, line), status);
}

}  // namespace dps::coordinator
