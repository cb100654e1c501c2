#include "commands/compare/compare_command.h"

#include <utility>

#include "base/file_bytes.h"
#include "commands/cli/command_output.h"
#include "commands/cli/saved_result.h"
#include "commands/compare/compare_designs.h"
#include "commands/compare/compare_options.h"
#include "commands/compare/compare_traces.h"
#include "profiles/comparison/compare.h"
#include "profiles/comparison/comparison_output.h"
#include "profiles/view.h"

namespace dps::commands {
namespace {

/// Reduces both results to the level and the selection of the options. Errors: kInput.
Result<profiles::Selection> reduce(profiles::RunResult& a, profiles::RunResult& b,
                                   const CompareOptions& given) {
  auto selection = selection_of(given.profile, profiles::known_tags(a));
  if (!selection) {
    return selection;
  }
  for (profiles::RunResult* result : {&a, &b}) {
    if (given.profile.level) {
      profiles::coarsen(*result, *given.profile.level);
    }
    profiles::focus(*result, *selection);
  }
  return selection;
}

std::string print_comparison(const profiles::ResultComparison& comparison,
                             const CompareOptions& given) {
  switch (given.output.format) {
    case Format::kJson:
      return profiles::comparison_json(comparison);
    case Format::kCsv:
      return profiles::comparison_csv(comparison);
    case Format::kText:
    case Format::kMarkdown:
      break;
  }
  return profiles::comparison_text(comparison, prints_color(given.common, given.output));
}

ExitStatus compare_files(const CompareOptions& given) {
  if (compares_traces(given)) {
    return compare_traces(given);
  }
  if (const std::string wrong = only_for_traces(given); !wrong.empty()) {
    return print_error(wrong, ExitStatus::kInputWrong, given.common.color);
  }
  if (given.designs) {
    return compare_designs(given);
  }
  auto a = open_result(given.file);
  auto b = open_result(given.other_files.front());
  for (const auto& [result, path] :
       {std::pair(&a, &given.file), std::pair(&b, &given.other_files.front())}) {
    if (!*result) {
      return print_error(result->error().message + advice_for_trace(*path, false),
                         ExitStatus::kInputWrong, given.common.color);
    }
  }
  const auto selection = reduce(*a, *b, given);
  if (!selection) {
    return print_error(selection.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  profiles::ComparisonOptions options;
  options.tolerance_percent = given.tolerance_percent.value_or(options.tolerance_percent);
  options.list_clones = selection->names_processes();
  options.a_name = input_name(given.file);
  options.b_name = input_name(given.other_files.front());
  const auto comparison = profiles::compare(*a, *b, options);
  if (!comparison) {
    return print_error(comparison.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  auto output =
      create_output(given.common, given.output, json_kind("comparison", "dps-comparison"));
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  ExitStatus status = comparison->is_within() ? ExitStatus::kDone : ExitStatus::kFailed;
  const ExitStatus saved = save(*output, profiles::comparison_json(*comparison));
  status = first_failure(saved, status);
  return print_output(given.common, given.output, print_comparison(*comparison, given), status);
}

}  // namespace

Command compare_command() {
  return {"compare",
          CommandGroup::kResults,
          "Compare two results or traces, exit 1 if they differ; or rank designs",
          prepare<CompareOptions, compare_files>,
          {{"dps compare run.json prediction.json", "the errors of the prediction"},
           {"dps compare run.trace prediction.trace --level process", "two traces, by state"},
           {"dps compare --designs mm1.json mm2.json", "which design is fastest, and why"}},
          {"diff", "rank", "cmptrace"},
          "",
          "dps compare --designs A.json B.json... [OPTION]..."};
}

}  // namespace dps::commands
