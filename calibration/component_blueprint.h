/// What is played to time a component, and what the result of such a run says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "calibration/component.h"
#include "profiles/result.h"

namespace dps::calibration {

/// A function is told of at most so many clones of its process, and messages of at most so many
/// bytes: more would take long to start, or memory that the host does not have.
inline constexpr std::uint32_t kMostClones = 64;
inline constexpr std::uint64_t kMostMessageBytes = 1ULL << 28;

/// The blueprint in which the component is carried out `times` times, one after the other, by one
/// process on the host of this name (none: wherever the run takes place). The other clones, if it
/// is told of any, do nothing. The tags of the component and of its functionality are those of the
/// user, so that a failure names them.
std::string component_blueprint(const Component& component, std::uint32_t times,
                                const std::optional<std::string>& host);

/// Seconds of wall time, each time. The run is one of component_blueprint(component, times, …).
double component_time(std::uint32_t times, const profiles::RunProfile& run);

/// The share of that time in which it had a CPU, programs included; more than 1 if it has threads.
double cpu_share(const profiles::RunProfile& run);

}  // namespace dps::calibration
