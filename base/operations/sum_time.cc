#include "base/operations/sum_time.h"

#include <cmath>
#include <cstdint>

namespace dps::operations {
namespace {

/// A number of twice the precision of a double: high + low, |low| at most half a unit of high.
struct TwoDoubles {
  double high = 0;
  double low = 0;
};

/// a + b without a rounding error. Source: D. E. Knuth, The Art of Computer Programming, 4.2.2.
TwoDoubles exact_sum(double a, double b) {
  const double sum = a + b;
  const double of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}

TwoDoubles exact_product(double a, double b) {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}

TwoDoubles sum(TwoDoubles a, TwoDoubles b) {
  const TwoDoubles high = exact_sum(a.high, b.high);
  return exact_sum(high.high, high.low + (a.low + b.low));
}

TwoDoubles product(TwoDoubles a, double b) {
  const TwoDoubles high = exact_product(a.high, b);
  return exact_sum(high.high, std::fma(a.low, b, high.low));
}

TwoDoubles quotient(TwoDoubles a, double b) {
  const double high = a.high / b;
  const double rest = std::fma(-high, b, a.high) + a.low;
  return exact_sum(high, rest / b);
}

/// The nearest picosecond.
Picoseconds rounded(TwoDoubles picoseconds) {
  constexpr double kOutOfRange = 0x1p63;
  if (!(picoseconds.high < kOutOfRange)) {
    return Picoseconds::max();
  }
  const double whole = std::floor(picoseconds.high);
  const double rest = picoseconds.high - whole + picoseconds.low;
  return Picoseconds(static_cast<std::int64_t>(whole) + std::llround(rest));
}

}  // namespace

tl::expected<Picoseconds, std::vector<std::string_view>> time_of(
    std::span<const OperationCount> counts, std::optional<double> loop,
    const ProcessorTimings& timings) {
  constexpr double kPicosecondsPerSecond = 1e12;
  TwoDoubles seconds;
  std::vector<std::string_view> unknown;
  for (const OperationCount& term : counts) {
    if (const auto mean = timings.means[term.operation]) {
      seconds = sum(seconds, exact_product(term.count, *mean));
    } else {
      unknown.push_back(all_operations()[term.operation].name);
    }
  }
  if (!unknown.empty()) {
    return tl::unexpected(std::move(unknown));
  }
  if (loop && *loop <= static_cast<double>(timings.cache_size)) {
    seconds = quotient(seconds, timings.cached_speedup);
  }
  return rounded(product(seconds, kPicosecondsPerSecond));
}

}  // namespace dps::operations
