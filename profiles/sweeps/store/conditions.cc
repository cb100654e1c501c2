#include <map>

#include <fmt/format.h>

#include "base/printable.h"
#include "profiles/sweeps/store/store.h"

namespace dps::sweeps {

std::string differences(const Conditions& there, const Conditions& here) {
  const std::map<std::string, std::string> stored(there.begin(), there.end());
  std::string text;
  for (const auto& [name, value] : here) {
    const auto found = stored.find(name);
    if (found != stored.end() && found->second != value) {
      text += fmt::format("\n  {}: there {}, here {}", name, printable(found->second),
                          printable(value));
    }
  }
  return text;
}

}  // namespace dps::sweeps
