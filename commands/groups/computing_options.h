/// Options for the time of computing in predictions of MPI programs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "commands/options/option.h"

namespace dps::commands {

struct ComputingOptions {
  std::string compute;                      ///< --compute, as given; empty: not given
  double ratio = 1;                         ///< R of measured:R
  std::optional<std::int64_t> step;         ///< --step, picoseconds
  std::optional<std::uint64_t> poll_limit;  ///< --poll-limit
};

Option compute_option(ComputingOptions& given);
Option step_option(ComputingOptions& given);
Option poll_limit_option(ComputingOptions& given);

}  // namespace dps::commands
