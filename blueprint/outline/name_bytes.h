/// The bytes of the names of variables and functions.
#pragma once

namespace dps::blueprint {

constexpr bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace dps::blueprint
