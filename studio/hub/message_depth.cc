#include "studio/hub/message_depth.h"

namespace dps::studio {

bool is_nested_deeper(std::string_view text, std::size_t most) {
  std::size_t depth = 0;
  bool is_in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_in_string && c == '\\') {
      ++i;  // the escaped character ends no string
    } else if (c == '"') {
      is_in_string = !is_in_string;
    } else if (!is_in_string && (c == '[' || c == '{')) {
      if (++depth > most) {
        return true;
      }
    } else if (!is_in_string && (c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

}  // namespace dps::studio
