#include "base/statistics/goodness_of_fit.h"

#include <boost/math/special_functions/gamma.hpp>

namespace dps::statistics {
namespace {

namespace policies = boost::math::policies;

/// Returns infinities and NaN instead of throwing.
using Quiet = policies::policy<policies::domain_error<policies::ignore_error>,
                               policies::pole_error<policies::ignore_error>,
                               policies::overflow_error<policies::ignore_error>,
                               policies::underflow_error<policies::ignore_error>,
                               policies::evaluation_error<policies::ignore_error>>;

}  // namespace

std::optional<double> goodness_of_fit(double chi_squared, std::uint64_t freedom) {
  if (freedom == 0) {
    return std::nullopt;
  }
  return boost::math::gamma_q(static_cast<double>(freedom) / 2, chi_squared / 2, Quiet());
}

}  // namespace dps::statistics
