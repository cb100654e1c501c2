/// Strings in JSON.
#pragma once

#include <string>
#include <string_view>

namespace dps::traces {

/// The text with quotes, escaped. It must be UTF-8.
std::string json_text(std::string_view text);

}  // namespace dps::traces
