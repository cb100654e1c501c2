#include "profiles/comparison/comparison.h"

#include <cmath>

namespace dps::profiles {

std::optional<double> TimePair::ratio() const {
  if (a_s == b_s) {
    return 1;
  }
  const double ratio = a_s > 0 ? b_s / a_s : NAN;
  return std::isfinite(ratio) ? std::optional<double>(ratio) : std::nullopt;
}

bool JudgedTime::is_within_noise() const {
  return noise_s && std::abs(difference_s()) <= *noise_s;
}

std::size_t ResultComparison::rows_beyond() const {
  std::size_t beyond = 0;
  visit_rows(rows, [&](const ComparedRow& row, const auto&) {
    beyond += row.real.is_beyond || row.clones_beyond > 0 ? 1 : 0;
  });
  return beyond;
}

std::size_t ResultComparison::counts_differing() const {
  std::size_t differing = 0;
  visit_rows(rows, [&](const ComparedRow& row, const auto&) { differing += row.counts.size(); });
  return differing;
}

bool ResultComparison::is_within() const {
  return mismatches.empty() && !makespan.is_beyond && rows_beyond() == 0 && counts_differing() == 0;
}

}  // namespace dps::profiles
