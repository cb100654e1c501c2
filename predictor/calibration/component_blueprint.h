/// The blueprint that measures a component, and the evaluation of its result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "predictor/calibration/component.h"
#include "profiles/result.h"

namespace dps::calibration {

/// Limits on the clones and the message size in the context of a measured function: more clones
/// would take long to start, and larger messages may exceed the memory of the host.
/// Source: docs/calibrate.md, "Components".
inline constexpr std::uint32_t kMostClones = 64;
inline constexpr std::uint64_t kMostMessageBytes = 1ULL << 28;

/// Returns a blueprint in which one process executes the component `times` times on `host`
/// (nullopt: on the host of the run). Further clones are idle. The component and its functionality
/// have the user's tags, so that error messages name them.
std::string component_blueprint(const Component& component, std::uint32_t times,
                                const std::optional<std::string>& host);

/// Wall time of one execution, in seconds. `run` is a run of component_blueprint(…, times, …).
double component_time(std::uint32_t times, const profiles::RunProfile& run);

/// CPU time of the measured process and its programs per wall time; above 1 if it has threads.
double cpu_share(const profiles::RunProfile& run);

}  // namespace dps::calibration
