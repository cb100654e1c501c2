/// Little-endian integers at a place in memory, for headers of fixed size that are written and read
/// without an allocation. Compilers make one instruction of each.
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
