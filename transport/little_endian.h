/// Little-endian integers at an address, for headers of fixed size that are written and read
/// without allocating. Compilers turn each function into one instruction.
#pragma once

#include <concepts>
#include <cstddef>

namespace dps::transport {

template <std::unsigned_integral T>
void store_little_endian(std::byte* at, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    at[i] = static_cast<std::byte>(value >> (8 * i));
  }
}

template <std::unsigned_integral T>
T load_little_endian(const std::byte* at) {
  T value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    value = static_cast<T>(value | (std::to_integer<T>(at[i]) << (8 * i)));
  }
  return value;
}

}  // namespace dps::transport
