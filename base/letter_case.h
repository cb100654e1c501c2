/// Conversion to lower case, for comparisons without case.
#pragma once

#include <string>
#include <string_view>

namespace dps {

/// Converts ASCII letters to lower case, independently of the locale; other bytes are unchanged.
inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return lower;
}

}  // namespace dps
