/// Formats times, sizes and counts for reports.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/time_units.h"

namespace dps {

/// "1.234 s", "12.3 ms", "4.56 us", "0 s": at most four significant digits; "-" if it is NaN.
std::string format_time(Seconds time);

/// "1.2 MiB", "400 B"; a size that is round in powers of 1000 as it would be written: "8 kB".
std::string format_size(std::uint64_t bytes);

/// "1,234,567".
std::string format_count(std::uint64_t count);

/// "1 host", "1,234 hosts". `more` is the plural if it is not `one` with an s.
std::string counted(std::uint64_t count, std::string_view one, std::string_view more = {});

}  // namespace dps
