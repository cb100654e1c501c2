/// The values of machine files: a decimal number with its unit, read and written without rounding.
/// Source: docs/machines.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/rates.h"
#include "base/text/quantities.h"
#include "base/time_units.h"

namespace dps::text {

/// "1.1ns", "50us", "0s". At most 18 s; a fraction of an attosecond is refused.
Checked<Attoseconds> read_time(std::string_view text);

/// From 1 to 10^15 bits per second: "1Gbit/s", "2GB/s", "1.5MiB/s".
Checked<BitsPerSecond> read_bandwidth(std::string_view text);

/// Bytes, at most 2^60: "24GiB", "64KB", "0B".
Checked<std::uint64_t> read_bytes(std::string_view text);

/// Formats a value so that it parses to exactly the same value. Times and bandwidths are written
/// in the largest unit that is not above the value, sizes in the largest binary unit of which they
/// are a multiple.
std::string write_time(Attoseconds time);
/// Formats the time in this unit.
std::string write_time(Attoseconds time, std::string_view unit);
std::string write_bandwidth(BitsPerSecond bandwidth);
std::string write_bytes(std::uint64_t bytes);

}  // namespace dps::text
