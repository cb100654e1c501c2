#include "commands/compare/compare_designs.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/file_bytes.h"
#include "commands/cli/command_output.h"
#include "commands/cli/saved_result.h"
#include "commands/compare/compare_traces.h"
#include "profiles/comparison/compare_designs.h"
#include "profiles/comparison/designs_output.h"

namespace dps::commands {
namespace {

/// Opens the results. Returns none after printing the errors of all files that are not results.
std::vector<profiles::NamedResult> open_designs(const CompareOptions& given) {
  std::vector<std::string> paths{given.file};
  paths.insert(paths.end(), given.other_files.begin(), given.other_files.end());
  std::vector<profiles::NamedResult> results;
  results.reserve(paths.size());
  for (const std::string& path : paths) {
    if (auto result = open_result(path)) {
      results.push_back({input_name(path), std::move(*result)});
    } else {
      print_error(result.error().message + advice_for_trace(path, true), ExitStatus::kInputWrong,
                  given.common.color);
    }
  }
  if (results.size() < paths.size()) {
    results.clear();
  }
  return results;
}

/// The tags of all results. `level` is the finest of their levels.
profiles::KnownTags tags_of(const std::vector<profiles::NamedResult>& results) {
  profiles::KnownTags all;
  all.level = profiles::Level::kProcess;
  for (const profiles::NamedResult& one : results) {
    const profiles::KnownTags tags = profiles::known_tags(one.result);
    all.level = std::max(all.level, tags.level);
    all.processes.insert(all.processes.end(), tags.processes.begin(), tags.processes.end());
    all.futags.insert(all.futags.end(), tags.futags.begin(), tags.futags.end());
    all.ftags.insert(all.ftags.end(), tags.ftags.begin(), tags.ftags.end());
  }
  return all;
}

std::string print_designs(const profiles::DesignComparison& comparison,
                          const CompareOptions& given) {
  switch (given.output.format) {
    case Format::kJson:
      return profiles::designs_json(comparison);
    case Format::kCsv:
      return profiles::designs_csv(comparison);
    case Format::kText:
    case Format::kMarkdown:
      break;
  }
  return profiles::designs_text(comparison, prints_color(given.common, given.output));
}

}  // namespace

ExitStatus compare_designs(const CompareOptions& given) {
  auto results = open_designs(given);
  if (results.empty()) {
    return ExitStatus::kInputWrong;
  }
  auto selection = given.profile.only.empty() ? Result<profiles::Selection>{}
                                              : selection_of(given.profile, tags_of(results));
  if (!selection) {
    return print_error(selection.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  const auto comparison =
      profiles::compare_designs(std::move(results), {given.profile.level, std::move(*selection)});
  auto output = create_output(given.common, given.output,
                              json_kind("comparison of designs", "dps-design-comparison"));
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  const ExitStatus status = comparison.ranked() < 2 ? ExitStatus::kFailed : ExitStatus::kDone;
  const ExitStatus saved = save(*output, profiles::designs_json(comparison));
  return print_output(given.common, given.output, print_designs(comparison, given),
                      first_failure(saved, status));
}

}  // namespace dps::commands
