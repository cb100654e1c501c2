/// Quotes the user's text for a generated blueprint.
#pragma once

#include <string>
#include <string_view>

namespace dps::calibration {

/// Returns a quoted field whose value is `text`, with quotes, backslashes and braces escaped. The
/// text must be one line of UTF-8.
std::string field(std::string_view text);

}  // namespace dps::calibration
