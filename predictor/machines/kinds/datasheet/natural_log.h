/// Logarithms without floating-point numbers, so that predictions are the same on every computer.
#pragma once

#include <cstdint>

namespace dps::machines {

inline constexpr unsigned kLogDigits = 56;

/// log(number) * 2^56, with an error below 2^-50. `number` is at least 1.
/// Source: the binary digits of log2(x) by repeated squaring (Knuth, TAOCP 1, 1.2.2, exercise 25).
std::uint64_t natural_log(std::uint64_t number);

}  // namespace dps::machines
