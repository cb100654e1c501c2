#include "commands/groups/repetition_options.h"

#include "commands/options/option.h"

namespace dps::commands {

Option runs_option(RepetitionOptions& given, std::string_view text) {
  return {"--runs", "", {"N"}, text, number_into(given.runs, {"--runs", 1, 1'000'000})};
}

std::vector<Option> until_error_and_warmup(RepetitionOptions& given) {
  return {{"--until-error",
           "",
           {"PERCENT"},
           "Run until half the 95 % confidence interval of the mean makespan is at "
           "most this: at least 5 runs, at most --runs or 100",
           percentage_into(given.until_error, {"--until-error", 0.001, 100})},
          {"--warmup",
           "",
           {"N"},
           "Runs before the first that counts",
           number_into(given.warmup, {"--warmup", 0, 1'000'000})}};
}

coordinator::Repetition repetition_of(const RepetitionOptions& given) {
  constexpr std::uint32_t kMostRunsUntilError = 100;
  coordinator::Repetition repetition;
  repetition.runs = given.runs.value_or(given.until_error ? kMostRunsUntilError : 1);
  repetition.warmup = given.warmup;
  repetition.until_error_percent = given.until_error;
  return repetition;
}

}  // namespace dps::commands
