#include "predictor/machines/kinds/parasol/shares/fine_time.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include <fmt/format.h>

namespace dps::parasol {
namespace {

/// Virtual time in zeptoseconds is below 2^93.
constexpr Wide kMostZeptoseconds = Wide{1} << 93;
constexpr std::uint64_t kLow = ~std::uint64_t{0};

}  // namespace

Wide zeptoseconds_of(double seconds) {
  constexpr int kDecimals = 21;
  const std::string text = fmt::format("{}", seconds);  // the shortest decimal
  const std::size_t mark = std::min(text.find('e'), text.size());
  int exponent = mark == text.size() ? kDecimals : std::atoi(text.c_str() + mark + 1) + kDecimals;
  std::uint64_t digits = 0;
  bool is_behind_point = false;
  for (const char c : text.substr(0, mark)) {
    if (c == '.') {
      is_behind_point = true;
      continue;
    }
    digits = digits * 10 + static_cast<unsigned>(c - '0');
    exponent -= is_behind_point ? 1 : 0;
  }
  Wide number = digits;
  for (; exponent > 0; --exponent) {
    number *= 10;
  }
  for (; exponent < -1 && number != 0; ++exponent) {
    number /= 10;
  }
  return exponent < 0 ? (number + 5) / 10 : number;
}

Wide fine_time_for(Wide bytes, Wide pace) {
  const auto whole = static_cast<std::uint64_t>(bytes >> kByteDigits);
  const bool is_short = pace <= kLow;  // their product has 128 bits
  if (!is_short && whole != 0 && pace > kMostZeptoseconds / whole) {
    return kNeverFine;
  }
  const Wide time = whole * pace;
  if (time > kMostZeptoseconds) {
    return kNeverFine;
  }
  const auto part = static_cast<std::uint64_t>(bytes & kLow);
  const Wide low = Wide{part} * static_cast<std::uint64_t>(pace & kLow);
  const Wide high = Wide{part} * static_cast<std::uint64_t>(pace >> 64);
  return (time << kFineDigits) + (low >> (kByteDigits - kFineDigits)) + (high << kFineDigits);
}

Wide bytes_in(Wide time, Wide pace) {
  constexpr int kDigits = kByteDigits - kFineDigits;
  const Wide whole = time / pace;
  return (whole << kDigits) + (((time - whole * pace) << kDigits) / pace);
}

}  // namespace dps::parasol
