#include "predictor/machines/flows/rate.h"

#include <numeric>

namespace dps::machines {
namespace {

constexpr std::uint64_t kLargestDenominator = std::uint64_t{1} << 31;
constexpr unsigned kRoundedDigits = 30;

/// The rate in lowest terms; rounded down if they are too large.
Rate reduced(Wide bits, Wide per) {
  const auto common = static_cast<Wide>(
      std::gcd(static_cast<std::uint64_t>(bits % per), static_cast<std::uint64_t>(per)));
  bits /= common;
  per /= common;
  if (per > kLargestDenominator) {
    const Wide whole = bits / per;
    const Wide rest = ((bits % per) << kRoundedDigits) / per;
    return {(whole << kRoundedDigits) + rest, std::uint64_t{1} << kRoundedDigits};
  }
  return {bits, static_cast<std::uint64_t>(per)};
}

}  // namespace

Rate difference(const Rate& from, const Rate& each, std::uint32_t times) {
  const Wide bits = each.bits * times;
  if (from.per == each.per) {
    return {from.bits - bits, from.per};
  }
  return reduced(from.bits * each.per - bits * from.per, Wide{from.per} * each.per);
}

Rate share_of(const Rate& rate, std::uint32_t flows) {
  if (rate.per == 1) {
    return {rate.bits, flows};
  }
  return reduced(rate.bits, Wide{rate.per} * flows);
}

}  // namespace dps::machines
