/// Letters whose case does not matter.
#pragma once

#include <string>
#include <string_view>

namespace dps {

/// ASCII letters in lower case, everything else as it is, whatever the locale.
inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return lower;
}

}  // namespace dps
