/// Reads the columns of a page. Source: docs/report.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dps::reports {

inline std::string decoded_base64(std::string_view text) {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text.substr(0, text.find('='))) {
    bits = bits << 6 | static_cast<std::uint32_t>(kAlphabet.find(c));
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes += static_cast<char>(bits >> count & 0xff);
    }
  }
  return bytes;
}

inline std::vector<std::uint64_t> decoded(std::string_view column) {
  std::vector<std::uint64_t> numbers;
  std::uint64_t number = 0;
  unsigned shift = 0;
  for (const char c : decoded_base64(column)) {
    const auto byte = static_cast<unsigned char>(c);
    number |= std::uint64_t{byte & 0x7fU} << shift;
    shift += 7;
    if (byte < 0x80) {
      numbers.push_back(number);
      number = 0;
      shift = 0;
    }
  }
  return numbers;
}

inline std::vector<std::int64_t> decoded_signed(std::string_view column) {
  std::vector<std::int64_t> numbers;
  for (const std::uint64_t code : decoded(column)) {
    const auto half = static_cast<std::int64_t>(code >> 1);
    numbers.push_back(code % 2 == 0 ? half : -half - 1);
  }
  return numbers;
}

}  // namespace dps::reports
