#include "predictor/machines/kinds/datasheet/natural_log.h"

#include <bit>

#include "predictor/machines/wide.h"

namespace dps::machines {
namespace {

constexpr unsigned kMantissaDigits = 63;
constexpr unsigned kBinaryDigits = 58;                   // of log2, beyond the point
constexpr std::uint64_t kLogOfTwo = 0xb17217f7d1cf79ac;  // log(2) * 2^64

}  // namespace

std::uint64_t natural_log(std::uint64_t number) {
  const auto exponent = static_cast<unsigned>(std::bit_width(number)) - 1;
  std::uint64_t mantissa = number << (kMantissaDigits - exponent);  // from 1 to 2
  std::uint64_t log2 = exponent;
  for (unsigned digit = 0; digit < kBinaryDigits; ++digit) {
    const Wide square = Wide{mantissa} * mantissa;
    const auto is_above_two = static_cast<unsigned>(square >> (2 * kMantissaDigits + 1));
    log2 = log2 << 1 | is_above_two;
    mantissa = static_cast<std::uint64_t>(square >> (kMantissaDigits + is_above_two));
  }
  constexpr unsigned kDropped = kBinaryDigits + 64 - kLogDigits;
  return static_cast<std::uint64_t>(Wide{log2} * kLogOfTwo >> kDropped);
}

}  // namespace dps::machines
