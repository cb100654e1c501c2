/// Quantities with their units, read and written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time_units.h"

namespace dps {

/// Reads a time: a decimal number of seconds, or a number with ns, us, ms, s, min or h and no blank
/// between ("50us", "0.5", "1e-3s"). Nothing else; no sign, no hexadecimal, no infinity.
/// Source: docs/language.md, "Lines and fields".
std::optional<Seconds> parse_time(std::string_view text);

/// Reads a size in bytes: an integer, optionally with K, M, G, T (or KiB …: powers of 1024; KB …:
/// of 1000; a lone letter is a power of 1024) or B. No blank between.
std::optional<std::uint64_t> parse_size(std::string_view text);

/// "1.234 s", "12.3 ms", "4.56 us", "0 s": three or four significant digits, for people.
std::string format_time(Seconds time);

/// "1.2 MiB", "400 B": for people.
std::string format_size(std::uint64_t bytes);

/// "1,234,567".
std::string format_count(std::uint64_t count);

}  // namespace dps
