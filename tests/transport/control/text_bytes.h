/// Text as bytes and back, for tests of streams.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace dps::control {

inline std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

inline std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace dps::control
