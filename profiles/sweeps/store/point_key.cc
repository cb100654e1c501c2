#include <algorithm>

#include <fmt/format.h>

#include "base/text/value_list.h"
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

std::vector<std::string> setting_items(const std::string& key) {
  std::vector<std::string> items;
  for (std::size_t begin = 0; begin < key.size();) {
    const std::size_t middle = std::min(key.find('=', begin), key.size());  // names have commas
    const std::size_t end = text::end_of_machine_value(key, middle);
    items.push_back(key.substr(begin, end - begin));
    begin = end + 1;
  }
  return items;
}

}  // namespace dps::sweeps
