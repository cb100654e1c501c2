/// Text as a field of a CSV line.
#pragma once

#include <string>
#include <string_view>

namespace dps::profiles {

/// In quotes where it must be, quotes doubled. Source: RFC 4180, rules 5 to 7.
std::string csv_field(std::string_view text);

}  // namespace dps::profiles
