#include <algorithm>

#include <fmt/format.h>

#include "profiles/sweeps/store/store.h"

namespace dps::sweeps {

std::string variables_key(std::vector<std::pair<std::string, std::string>> settings) {
  std::sort(settings.begin(), settings.end());
  std::string key;
  for (const auto& [name, value] : settings) {
    key += fmt::format("{}{}={}", key.empty() ? "" : ",", name, value);
  }
  return key;
}

}  // namespace dps::sweeps
