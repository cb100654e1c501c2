// dps compare: two kept results side by side; exit 1 when they differ by more than is tolerated.
#include <algorithm>
#include <utility>

#include <unistd.h>

#include "coordinator/cli/command_output.h"
#include "coordinator/cli/saved_result.h"
#include "coordinator/commands/commands.h"
#include "profiles/compare.h"
#include "profiles/comparison_json.h"
#include "profiles/comparison_text.h"
#include "profiles/result_json.h"
#include "profiles/view.h"

namespace dps::coordinator {
namespace {

/// Both results cut down to what --level and --only ask for. Errors: kInput.
Result<profiles::Selection> cut_down(profiles::RunResult& a, profiles::RunResult& b,
                                     const CommandLine& line) {
  auto selection = select(line, profiles::known_tags(a));
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
      break;
  }
  return profiles::comparison_text(comparison, wants_color(line.color, STDOUT_FILENO));
}

}  // namespace

ExitStatus compare_command(const CommandLine& line) {
  auto a = profiles::load_result(line.file);
  auto b = profiles::load_result(line.other_file);
  for (const auto* result : {&a, &b}) {
    if (!*result) {
      return complain(result->error().message, ExitStatus::kInputWrong);
    }
  }
  const auto selection = cut_down(*a, *b, line);
  if (!selection) {
    return complain(selection.error().message, ExitStatus::kInputWrong);
  }
  profiles::ComparisonOptions options;
  options.tolerance_percent = line.tolerance_percent;
  options.list_clones = selection->names_processes();
  options.a_name = line.file;
  options.b_name = line.other_file;
  const auto comparison = profiles::compare(*a, *b, options);
  if (!comparison) {
    return complain(comparison.error().message, ExitStatus::kInputWrong);
  }
  auto output = create_output(line);
  if (!output) {
    return complain(output.error().message, ExitStatus::kInputWrong);
  }
  ExitStatus status = comparison->is_within() ? ExitStatus::kDone : ExitStatus::kFailed;
  const ExitStatus kept = keep(*output, profiles::comparison_json(*comparison));
  status = kept == ExitStatus::kDone ? status : kept;
  return answer(print_comparison(*comparison, line), status);
}

}  // namespace dps::coordinator
