#include "commands/compare/compare_command.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "commands/cli/command_output.h"
#include "commands/cli/saved_result.h"
#include "commands/compare/compare_designs.h"
#include "commands/compare/compare_traces.h"
#include "commands/options/option.h"
#include "profiles/comparison/compare.h"
#include "profiles/comparison/comparison_output.h"
#include "profiles/view.h"

namespace dps::commands {
namespace {

/// Reduces both results to the level and the selection of the options. Errors: kInput.
Result<profiles::Selection> reduce(profiles::RunResult& a, profiles::RunResult& b,
                                   const CompareOptions& given) {
  auto selection = selection_of(given.profile.only, profiles::known_tags(a));
  if (!selection) {
    return selection;
  }
  for (profiles::RunResult* result : {&a, &b}) {
    if (given.profile.level) {
      profiles::coarsen(*result, std::max(*given.profile.level, selection->level()));
    }
    profiles::focus(*result, *selection);
  }
  return selection;
}

std::string print_comparison(const profiles::Comparison& comparison, const CompareOptions& given) {
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
  for (const auto* result : {&a, &b}) {
    if (!*result) {
      return print_error(result->error().message, ExitStatus::kInputWrong, given.common.color);
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
  auto output = create_output(given.output);
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  ExitStatus status = comparison->is_within() ? ExitStatus::kDone : ExitStatus::kFailed;
  const ExitStatus saved = save(*output, profiles::comparison_json(*comparison));
  status = saved == ExitStatus::kDone ? status : saved;
  return print_output(given.common, given.output, print_comparison(*comparison, given), status);
}

}  // namespace

Syntax CompareOptions::syntax() {
  static constexpr std::array<std::string_view, 5> kComparisonLevels{
      "process", "unit", "functionality", "total", "line"};
  Syntax syntax;
  syntax.operands = {
      {{"A.json", ValueKind::kInput, "the result"}, "the result to compare with", into(file)},
      {{"B.json", ValueKind::kInput, "the result"},
       "the result that is compared; with --designs any number",
       append_to(other_files),
       false,
       true}};
  Setter set_level = [this](const std::string& value) {
    level = value;
    const bool is_of_traces = value == "total" || value == "line";
    return is_of_traces ? std::string() : choice_into(profile.level, kLevels)(value);
  };
  syntax.add({{"--designs",
               "",
               {},
               "Rank the results of two or more designs: which is fastest, how "
               "certain that is, and where the time went",
               into(designs)},
              {"--tolerance",
               "",
               {"PERCENT"},
               "Difference of B from A that is tolerated (default 10)",
               percentage_into(tolerance_percent, {"--tolerance", 0, 1e6})},
              {"--level",
               "",
               {"LEVEL", ValueKind::kText, "", kComparisonLevels},
               "How fine the comparison is: process, unit or functionality of results; total (the "
               "default), process or line of traces",
               std::move(set_level)},
              {"--own", "", {}, "Of traces, compare times without their idle part", into(own)},
              only_option(profile),
              format_option(output),
              output_option(output,
                            "Also save the comparison as JSON; with -, print it and send the "
                            "text to stderr")});
  return syntax;
}

std::string CompareOptions::check() {
  common.inputs_differ = designs;
  if (!designs && other_files.size() > 1) {
    return fmt::format(
        "dps compare takes two results, got '{}', too; with --designs it ranks any number",
        printable(other_files[1]));
  }
  return designs && tolerance_percent
             ? "--tolerance does not go with --designs: a difference counts if the confidence "
               "interval shows it"
             : "";
}

Command compare_command() {
  return {"compare",
          CommandGroup::kResults,
          "Compare two results or traces, exit 1 if they differ; or rank designs",
          prepare<CompareOptions, compare_files>,
          {{"dps compare run.json prediction.json", "how far to trust the prediction"},
           {"dps compare run.trace prediction.trace --level process", "two traces, by state"},
           {"dps compare --designs mm1.json mm2.json", "which design is fastest, and why"}},
          {"diff", "rank", "cmptrace"},
          "",
          "dps compare --designs A.json B.json... [OPTION]..."};
}

}  // namespace dps::commands
