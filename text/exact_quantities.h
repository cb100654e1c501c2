/// The values of machine files: a decimal number with its unit, read and written without rounding.
/// Source: docs/machines.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "text/quantities.h"

namespace dps::text {

/// Attoseconds: "1.1ns", "50us", "0s". At most 18 s; a fraction of an attosecond is refused.
Checked<std::uint64_t> read_time(std::string_view text);

/// Bits per second, from 1 to 10^15: "1Gbit/s", "2GB/s", "1.5MiB/s".
Checked<std::uint64_t> read_bandwidth(std::string_view text);

/// Bytes, at most 2^60: "24GiB", "64KB", "0B".
Checked<std::uint64_t> read_bytes(std::string_view text);

/// The text that reads back as the value. Times and bandwidths have the largest unit that is not
/// above the value, sizes the largest binary unit of which they are a multiple.
std::string write_time(std::uint64_t attoseconds);
std::string write_bandwidth(std::uint64_t bits_per_second);
std::string write_bytes(std::uint64_t bytes);

}  // namespace dps::text
