#include "machines/machine.h"

#include <cmath>

namespace dps::machines {
namespace {

constexpr std::uint64_t kMillion = 1'000'000;
constexpr double kWholeNumbers = 0x1p63;

}  // namespace

Picoseconds product(double amount, std::uint64_t each) {
  if (!(amount < kWholeNumbers)) {
    return kNever;
  }
  // The whole part is exact, the rest is below one unit of it.
  const double whole = std::trunc(amount);
  const double rest = (amount - whole) * static_cast<double>(each);
  const Wide millionths = Wide{static_cast<std::uint64_t>(whole)} * each +
                          static_cast<std::uint64_t>(std::llround(rest));
  return clamped(divided(millionths + kMillion / 2, kMillion));
}

Picoseconds picoseconds_of(double seconds) {
  const double time = seconds * static_cast<double>(kPerSecond);
  return time < kWholeNumbers ? std::llround(time) : kNever;
}

}  // namespace dps::machines
