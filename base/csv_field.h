/// Quotes text for a CSV file.
#pragma once

#include <string>
#include <string_view>

namespace dps {

/// Returns `text` as one field: quoted, with quotes doubled, if it contains a comma, quote or line
/// end; otherwise unchanged. Source: RFC 4180, rules 5 to 7.
std::string csv_field(std::string_view text);

}  // namespace dps
