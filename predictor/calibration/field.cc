#include "predictor/calibration/field.h"

namespace dps::calibration {

std::string field(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
    } else if (c == '{' || c == '}') {
      quoted += c;  // a doubled brace is literal
    }
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace dps::calibration
