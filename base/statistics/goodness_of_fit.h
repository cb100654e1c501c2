/// The probability that chance alone explains the differences between a fit and its measurements.
#pragma once

#include <cstdint>
#include <optional>

namespace dps::statistics {

/// Q = Gamma(freedom/2, chi_squared/2) / Gamma(freedom/2): the probability that correct equations
/// have a sum of squared differences, in standard errors, of at least `chi_squared`. `freedom` is
/// the number of measurements less that of the coefficients; nullopt if it is 0.
/// Source: Press et al., Numerical Recipes, 15.1; the incomplete gamma function is Boost.Math's.
std::optional<double> goodness_of_fit(double chi_squared, std::uint64_t freedom);

}  // namespace dps::statistics
