/// The options for repetitions of a run or prediction.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "commands/options/option.h"
#include "coordinator/session/repetition.h"

namespace dps::commands {

struct RepetitionOptions {
  std::optional<std::uint32_t> runs;  ///< --runs
  std::uint32_t warmup = 0;           ///< --warmup
  std::optional<double> until_error;  ///< --until-error, in per cent

  [[nodiscard]] bool repeats() const {
    return runs.value_or(1) > 1 || warmup > 0 || until_error.has_value();
  }
};

/// --runs, with its help.
Option runs_option(
    RepetitionOptions& given,
    std::string_view text = "Run N times and print the run with the median makespan");

/// --until-error, --warmup.
std::vector<Option> until_error_and_warmup(RepetitionOptions& given);

/// The repetition of a session. With --until-error, --runs is the limit, 100 by default.
coordinator::Repetition repetition_of(const RepetitionOptions& given);

}  // namespace dps::commands
