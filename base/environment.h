/// Environment variables.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

namespace dps {

/// The value of an environment variable; `otherwise` if it is unset or empty.
inline std::string environment_variable(const char* name, std::string_view otherwise = {}) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : std::string(otherwise);
}

}  // namespace dps
