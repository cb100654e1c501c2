/// Words of others in a blueprint of ours.
#pragma once

#include <string>
#include <string_view>

namespace dps::calibration {

/// A field that is read as this text, whatever of the language stands in it. One line, UTF-8.
std::string field(std::string_view text);

}  // namespace dps::calibration
