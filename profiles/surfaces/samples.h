/// Times of the phases of a program for numbers of processes and sizes of data, from any source.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace dps::surfaces {

/// The time of a phase at a point, as it was measured, predicted or computed once.
struct Sample {
  std::string phase;
  double processes = 0;
  double data = 0;
  double seconds = 0;

  bool operator==(const Sample&) const = default;
};

/// The name of the phase that has the time of the whole program.
inline constexpr const char* kTotal = "total";

/// The times of a phase.
struct Surface {
  std::string phase;
  std::map<std::pair<double, double>, double> seconds;  ///< by data and processes
};

/// Surfaces of all phases in the order of their first samples. Several samples at a point give
/// their median.
std::vector<Surface> surfaces_of(const std::vector<Sample>& samples);

}  // namespace dps::surfaces
