/// Finds the time for which an operating system leaves a core to a process while others wait for
/// it. No clock shows this time; but because of it, requests to more processes than there are cores
/// take longer than on cores that are shared evenly at every moment.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/time_units.h"
#include "predictor/calibration/plan.h"
#include "predictor/machines/kinds/native/native_machine.h"
#include "profiles/result.h"

namespace dps::calibration {

/// Requests that arrive at random, to twice as many processes as a host has cores. They use three
/// fifths of its CPU time.
struct Crowd {
  std::uint32_t cores = 1;
  std::uint32_t requests = 0;
  std::optional<std::string> host{};  ///< nullopt: the host of the run

  bool operator==(const Crowd&) const = default;
};

/// Returns nullopt if the host has so many cores that a crowd would be more processes than a
/// calibration may start.
std::optional<Crowd> crowd_on(std::uint32_t cores, std::optional<std::string> host, Effort effort);

std::string crowd_blueprint(const Crowd& crowd);

/// The median of the times that requests took, in seconds. `run` is a run of crowd_blueprint() at
/// level functionality.
/// level functionality.
double median_time(const profiles::RunProfile& run);

struct CrowdFinding {
  Crowd crowd;
  double median = 0;  ///< seconds

  bool operator==(const CrowdFinding&) const = default;
};

struct TurnFinding {
  Picoseconds turn;   ///< 0: the cores are shared evenly, within the precision of the measurement
  double shared = 0;  ///< the predicted median with cores that are shared evenly, in seconds
  double median = 0;  ///< the predicted median with these turns, in seconds

  bool operator==(const TurnFinding&) const = default;
};

/// The turn of the machine's hosts with which the predicted median time of the crowd equals the
/// measured one. nullopt: no turn up to 20 ms explains so long a time.
std::optional<TurnFinding> turn_of(const machines::NativeDescription& machine,
                                   const CrowdFinding& found);

}  // namespace dps::calibration
