/// Words of the commands that the studio shows, which repeat in a terminal the request of a page.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "commands/studio/prediction_request.h"

namespace dps::commands {

/// Adds a --set for each setting: names and values, or what a sweep varies.
void add_settings(const std::vector<std::pair<std::string, std::string>>& settings,
                  std::vector<std::string>& words);
void add_changes(const std::vector<std::string>& changes, std::vector<std::string>& words);
/// Adds --seed, unless it is the usual one.
void add_seed(const StudioRequest& request, std::vector<std::string>& words);

}  // namespace dps::commands
