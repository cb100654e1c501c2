#include "commands/profile_command.h"

#include <algorithm>
#include <utility>

#include "commands/cli/command_output.h"
#include "commands/cli/saved_result.h"
#include "commands/options/option.h"

namespace dps::commands {
namespace {

/// Returns true if --latencies requests data that the result does not contain.
bool lacks_latencies(const ShowOptions& given, const profiles::RunResult& result) {
  return given.profile.latencies && !result.runs.empty() &&
         std::none_of(result.runs.begin(), result.runs.end(),
                      [](const auto& run) { return run.latencies.has_value(); });
}

ExitStatus print_result(const ShowOptions& given) {
  const auto refuse = [&](const std::string& why) {
    return print_error(why, ExitStatus::kInputWrong, given.common.color);
  };
  auto result = open_result(given.file);
  if (!result) {
    return refuse(result.error().message);
  }
  if (lacks_latencies(given, *result)) {
    return refuse(
        "this result has no latencies; 'dps run --latencies' and 'dps predict --latencies' "
        "make one that has");
  }
  const auto text = format_result(std::move(*result), given.profile, given.common, given.output);
  return text ? print_output(given.common, given.output, *text, ExitStatus::kDone)
              : refuse(text.error().message);
}

}  // namespace

Syntax ShowOptions::syntax() {
  Syntax syntax;
  syntax.operands = {{{"RESULT.json", ValueKind::kInput, "the result"},
                      "a result that run or predict saved with -o; - is standard input",
                      into(file)}};
  syntax.add({level_option(profile), only_option(profile), latencies_option(profile),
              format_option(output), sites_option(profile), text_output_option(output)});
  return syntax;
}

Command profile_command() {
  return {"profile",
          CommandGroup::kResults,
          "Print a saved result again",
          prepare<ShowOptions, print_result>,
          {{"dps profile run.json --level functionality", "every recorded figure"},
           {"dps profile run.json --format csv", "for other programs"}},
          {"show", "print", "view", "cat"}};
}

}  // namespace dps::commands
