#include "commands/studio/command_words.h"

#include <fmt/format.h>

namespace dps::commands {

void add_settings(const std::vector<std::pair<std::string, std::string>>& settings,
                  std::vector<std::string>& words) {
  for (const auto& [name, value] : settings) {
    words.insert(words.end(), {"--set", fmt::format("{}={}", name, value)});
  }
}

void add_changes(const std::vector<std::string>& changes, std::vector<std::string>& words) {
  for (const std::string& change : changes) {
    words.insert(words.end(), {"--set-machine", change});
  }
}

void add_seed(const StudioRequest& request, std::vector<std::string>& words) {
  if (request.seed != 1) {
    words.insert(words.end(), {"--seed", std::to_string(request.seed)});
  }
}

}  // namespace dps::commands
