#include "predictor/machines/wide.h"

#include <cmath>

namespace dps::machines {
namespace {

constexpr double kWholeNumbers = 0x1p63;

}  // namespace

Picoseconds product(double amount, Attoseconds each) {
  if (!(amount < kWholeNumbers)) {
    return kNever;
  }
  // The whole part of `amount` is multiplied exactly; only the fraction uses a double.
  const double whole = std::trunc(amount);
  const double rest = (amount - whole) * static_cast<double>(each.count());
  return rounded(Wide{static_cast<std::uint64_t>(whole)} * each.count() +
                 static_cast<std::uint64_t>(std::llround(rest)));
}

Picoseconds picoseconds_of(double seconds) {
  const double time = seconds * static_cast<double>(kPicosecondsPerSecond);
  return time < kWholeNumbers ? Picoseconds(std::llround(time)) : kNever;
}

}  // namespace dps::machines
