/// Exact rates and amounts of flows.
#pragma once

#include <cstdint>

#include "base/rates.h"
#include "predictor/machines/wide.h"

namespace dps::machines {

/// bits / per, in bits per second.
struct Rate {
  Wide bits = 0;
  std::uint64_t per = 0;  ///< 0: without limit

  [[nodiscard]] bool is_limit() const { return per != 0; }
};

constexpr Rate full_rate(BitsPerSecond bandwidth) {
  return {bandwidth.bits, 1};
}

inline bool is_less(const Rate& a, const Rate& b) {
  if (!a.is_limit() || !b.is_limit()) {
    return a.is_limit() && !b.is_limit();
  }
  return a.per == b.per ? a.bits < b.bits : a.bits * b.per < b.bits * a.per;
}
inline bool is_equal(const Rate& a, const Rate& b) {
  return !is_less(a, b) && !is_less(b, a);
}
inline Rate smaller(const Rate& a, const Rate& b) {
  return is_less(b, a) ? b : a;
}

/// from - times * each, which is not negative. Rounded down if the exact fraction is too large.
Rate difference(const Rate& from, const Rate& each, std::uint32_t times);
/// rate / flows, rounded like difference().
Rate share_of(const Rate& rate, std::uint32_t flows);

/// An amount of data, in units of 2^-40 times 10^-12 bit; 10^-12 bit is what one bit per second
/// carries in a picosecond. Counts wrap around.
using Service = Wide;
inline constexpr unsigned kServiceDigits = 40;

constexpr Service service_of(std::uint64_t bytes) {
  return Wide{bytes} * (Wide{8} * static_cast<Wide>(kPicosecondsPerSecond)) << kServiceDigits;
}

/// True if the count `a` comes before `b`; they are less than the longest message apart.
constexpr bool is_earlier(Service a, Service b) {
  return b - a - 1 < Wide{1} << 127;
}

/// The data that a flow of this rate carries in this time.
inline Service carried(const Rate& rate, Picoseconds time) {
  const Wide bits = rate.bits * wide(time);
  if (rate.per == 1) {
    return bits << kServiceDigits;
  }
  const Wide whole = divided(bits, rate.per);
  const Wide rest = bits - whole * rate.per;
  return (whole << kServiceDigits) + divided(rest << kServiceDigits, rate.per);
}

/// The time after which a flow of this rate has carried the service, in whole picoseconds, rounded
/// up. Less than 10^-12 bit, divided by the rate's `per`, is dropped, so that rounding of the
/// counts never costs a picosecond.
inline Picoseconds time_for(Service service, const Rate& rate) {
  constexpr Wide kFraction = (Wide{1} << kServiceDigits) - 1;
  if (rate.per == 1) {
    return clamped(divided_up(service >> kServiceDigits, rate.bits));
  }
  const Wide whole = (service >> kServiceDigits) * rate.per +
                     (((service & kFraction) * rate.per) >> kServiceDigits);
  return clamped(divided_up(whole, rate.bits));
}

/// True if time_for() is 0.
inline bool takes_no_time(Service service, const Rate& rate) {
  return service >> kServiceDigits == 0 && (service * rate.per) >> kServiceDigits == 0;
}

}  // namespace dps::machines
