/// A system of linear bounds: each amount is at most a sum of multiples of the others.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace dps::blueprint {

/// constant + the sum of factor × amount. Factors are at least 0, and long doubles, because a loop
/// that leaves itself once in 10^15 firings is 1 - 10^-15.
struct LinearBound {
  long double constant = 0;
  std::vector<std::pair<std::uint32_t, long double>> terms;  ///< amounts and their factors

  static LinearBound of(std::uint32_t amount, long double factor) {
    return {0, {{amount, factor}}};
  }

  void add(const LinearBound& other) {
    constant += other.constant;
    terms.insert(terms.end(), other.terms.begin(), other.terms.end());
  }
  [[nodiscard]] long double at(const std::vector<double>& amounts) const;
};

/// The amounts that equal their bounds; `infinite` for those without a finite solution, which keep
/// themselves going. nullopt after many million operations.
std::optional<std::vector<double>> solve_bounds(const std::vector<LinearBound>& bounds,
                                                double infinite);

}  // namespace dps::blueprint
