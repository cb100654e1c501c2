/// Options for the time of computing in predictions of MPI programs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "commands/options/option.h"

namespace dps::commands {

struct ComputingOptions {
  std::string compute;                      ///< --compute, as given; empty: not given
  double ratio = 1;                         ///< R of measured:R; of instructions:T, picoseconds
  std::string costs_file;                   ///< FILE of fixed:FILE
  std::optional<std::int64_t> step;         ///< --step, picoseconds
  std::optional<std::uint64_t> poll_limit;  ///< --poll-limit
  std::optional<std::uint32_t> jobs;        ///< --jobs
};

/// Returns true if two predictions of a program with these options may differ.
bool varies(const ComputingOptions& given);

Option compute_option(ComputingOptions& given);
Option step_option(ComputingOptions& given);
Option jobs_option(ComputingOptions& given);
Option poll_limit_option(ComputingOptions& given);

}  // namespace dps::commands
