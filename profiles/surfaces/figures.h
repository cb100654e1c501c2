/// Speed-ups of surfaces, and the ratios of two sets of them.
/// Source: docs/surface.md; dissertation on MPI data sheets, 2.5.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "profiles/surfaces/samples.h"

namespace dps::surfaces {

/// A phase at a point. Rows are sorted by phase, then data, then processes.
struct SpeedupRow {
  std::string phase;
  double processes = 0;
  double data = 0;
  double seconds = 0;
  double base = 0;                  ///< processes: 1 or, where that is missing, the least number
  std::optional<double> speedup{};  ///< the time at the base / the time; nullopt: the time is 0
};
std::vector<SpeedupRow> speedups_of(const std::vector<Surface>& surfaces);

struct RatioRow {
  std::string phase;
  double processes = 0;
  double data = 0;
  double a = 0;  ///< seconds
  double b = 0;
  std::optional<double> ratio{};  ///< b / a; nullopt: a is 0
};
struct Ratios {
  std::vector<RatioRow> rows;
  std::size_t only_in_a = 0;  ///< points of phases
  std::size_t only_in_b = 0;
};
Ratios ratios_of(const std::vector<Surface>& a, const std::vector<Surface>& b);

}  // namespace dps::surfaces
