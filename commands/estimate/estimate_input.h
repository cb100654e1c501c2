/// The input of `dps estimate`: an SPMD source or a streams file, and an
/// architecture file.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "commands/estimate/estimate_options.h"
#include "predictor/estimator/recorder/spmd_source.h"
#include "predictor/estimator/streams/streams.h"
#include "predictor/machines/kinds/architecture/architecture_machine.h"

namespace dps::commands {

/// A streams file without mistakes.
struct OpenedStreams {
  SourceText text;
  estimator::Streams streams;
};

/// The program: a source, which is recorded for each number of processors, or
/// streams, which have a fixed number.
struct EstimateInput {
  std::optional<estimator::SpmdSource> source;
  std::optional<OpenedStreams> streams;
  std::vector<std::uint32_t> numbers;
};

/// Opens the program; nullopt after printing the errors.
std::optional<EstimateInput> open_estimate_input(const EstimateOptions& given);

/// The architecture file of --machine, with the changes of --set-machine;
/// nullopt after printing the errors.
std::optional<machines::ArchitectureDescription> open_architecture(const EstimateOptions& given);

}  // namespace dps::commands
