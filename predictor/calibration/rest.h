/// Measures the delay of the wake-up of a process on a core that has rested. A core without work
/// polls for a while and then sleeps, more deeply the longer it rests; a virtual machine gives its
/// core back to the host.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "predictor/calibration/leg.h"
#include "predictor/calibration/plan.h"

namespace dps::calibration {

struct RestFinding {
  double rest = 0;   ///< seconds after which a core sleeps deeply
  double later = 0;  ///< seconds by which its process wakes up later

  bool operator==(const RestFinding&) const = default;
};

/// Ping-pongs of empty messages: the first without a pause, the others with longer and longer ones.
std::vector<Leg> rest_legs(Effort effort);

/// `halves`: half a round of each of rest_legs(), in seconds. nullopt: the longest pause makes a
/// message less than a quarter slower, which the model leaves out.
std::optional<RestFinding> rest_of(std::span<const Leg> legs, std::span<const double> halves);

}  // namespace dps::calibration
