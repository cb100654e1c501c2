/// The numbers that fields hold, with the limits of the language and words for what is wrong.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace dps::text {

// Source: docs/language.md, "Limits".
inline constexpr std::uint64_t kMaxCount = (std::uint64_t{1} << 53) - 1;
inline constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 40;
inline constexpr double kMaxSeconds = 1e9;

/// A value, or the text of the diagnostic.
template <typename T>
using Checked = tl::expected<T, std::string>;

/// What a number is for, as messages call it ("-n", "a count"), and its limits.
struct WholeNumber {
  std::string_view what;
  std::uint64_t least = 0;
  std::uint64_t most = kMaxCount;
};

/// Decimal digits, or a number such as 1e6 or 2.5e3 whose value is whole.
Checked<std::uint64_t> read_whole(std::string_view text, const WholeNumber& wanted);

/// A time in seconds, from 0 to 10^9.
Checked<double> read_seconds(std::string_view text, std::string_view what);

/// A finite real number, 0 or greater.
Checked<double> read_real(std::string_view text, std::string_view what);

/// Bytes: a whole number, or one with M, G or T (powers of 1024).
Checked<std::uint64_t> read_memory(std::string_view text);

/// Whether the text starts like a number: digits, perhaps after a sign or a point.
bool looks_like_number(std::string_view text);

/// Whether the text is a time, were it not for a sign or its size.
bool looks_like_time(std::string_view text);

}  // namespace dps::text
