#include "base/expression/distributions.h"

#include <cmath>

#include <boost/math/distributions/normal.hpp>

namespace dps::expression {
namespace {

/// Computes in double: long double, the default, takes four times as long and changes no draw.
using Normal = boost::math::normal_distribution<
    double, boost::math::policies::policy<boost::math::policies::promote_double<false>>>;

double normal_quantile(double mean, double deviation, double number) {
  return mean + deviation * boost::math::quantile(Normal(), number);
}

}  // namespace

const char* refuse_parameters(Opcode distribution, double a, double b) {
  switch (distribution) {
    case Opcode::kUniform:
      return a > b ? "uniform(a,b) requires a <= b" : nullptr;
    case Opcode::kExponential:
      return a < 0 ? "exponential(m) requires m >= 0" : nullptr;
    case Opcode::kNormal:
      return b < 0 ? "normal(m,s) requires s >= 0" : nullptr;
    default:
      return b < 0 ? "lognormal(m,s) requires s >= 0" : nullptr;
  }
}

double quantile(Opcode distribution, double a, double b, double number) {
  switch (distribution) {
    case Opcode::kUniform:
      return a + (b - a) * number;
    case Opcode::kExponential:
      return -a * std::log1p(-number);
    case Opcode::kNormal:
      return normal_quantile(a, b, number);
    default:
      return std::exp(normal_quantile(a, b, number));
  }
}

}  // namespace dps::expression
