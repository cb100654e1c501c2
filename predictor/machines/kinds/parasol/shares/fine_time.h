/// Times far below a picosecond, and exact products of bytes and times per byte.
///
/// Speeds and latencies are whole zeptoseconds (10^-21 s). Instants are zeptoseconds with 32 binary
/// digits after the point, and numbers of bytes have 64: their rounding errors do not reach a
/// picosecond in a prediction of any length.
#pragma once

#include <cstdint>

#include "predictor/machines/wide.h"

namespace dps::parasol {

using machines::Wide;

inline constexpr int kFineDigits = 32;
inline constexpr int kByteDigits = 64;
inline constexpr std::uint64_t kZeptosecondsPerPicosecond = 1'000'000'000;

/// An instant or a duration in fine time that is later than all of virtual time.
inline constexpr Wide kNeverFine = ~Wide{0};

/// Zeptoseconds per byte are below 2^75, times the number of messages on a link below 2^95.
inline constexpr int kPaceBits = 95;

constexpr Wide fine(Picoseconds time) {
  return machines::wide(time) * kZeptosecondsPerPicosecond << kFineDigits;
}

/// The nearest picosecond; kNever beyond virtual time. Divides digit after digit of 32 bits, which
/// is faster than a division of 128 bits.
constexpr Picoseconds nearest_picosecond(Wide time) {
  constexpr int kDigit = 32;
  constexpr std::uint64_t kLowDigit = 0xffffffff;
  if (time == kNeverFine) {
    return machines::kNever;
  }
  const Wide zeptoseconds = (time >> kFineDigits) + kZeptosecondsPerPicosecond / 2;
  const auto high = static_cast<std::uint64_t>(zeptoseconds >> 2 * kDigit);
  const auto low = static_cast<std::uint64_t>(zeptoseconds);
  const std::uint64_t middle = high % kZeptosecondsPerPicosecond << kDigit | low >> kDigit;
  const std::uint64_t last = middle % kZeptosecondsPerPicosecond << kDigit | (low & kLowDigit);
  return machines::clamped((Wide{high / kZeptosecondsPerPicosecond} << 2 * kDigit) +
                           (Wide{middle / kZeptosecondsPerPicosecond} << kDigit) +
                           last / kZeptosecondsPerPicosecond);
}

/// Zeptoseconds of a time in seconds, exact for its shortest decimal: 9.1e-7 s are
/// 910,000,000,000,000. The time is from 0 to 18 s.
Wide zeptoseconds_of(double seconds);

/// The time that `bytes` (with kByteDigits) take at `pace` (zeptoseconds per byte, below
/// 2^kPaceBits); kNeverFine if it is beyond virtual time.
Wide fine_time_for(Wide bytes, Wide pace);

/// The bytes (with kByteDigits) that pass in a fine time at a pace above 0. At most 2^40 bytes.
Wide bytes_in(Wide time, Wide pace);

}  // namespace dps::parasol
