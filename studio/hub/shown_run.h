/// A run as a page was shown it, which is what runs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "studio/files/edited_file.h"
#include "studio/files/start_folder.h"
#include "studio/hub/shared_text.h"

namespace dps::studio {

struct ShownRun {
  std::uint64_t id = 0;            ///< of the request that asked for it
  std::uint64_t number = 0;        ///< of the text
  const SharedText* of = nullptr;  ///< only to compare
  OpenFolder folder;               ///< of its file at that moment
  std::string text;
  std::map<std::string, std::string> settings;
  std::uint64_t runs = 1;
  std::uint64_t seed = 1;
  std::optional<std::string> hosts;  ///< the text of the hosts file; nullopt: this machine
  /// Those of user functions, with their state at that moment.
  std::vector<std::pair<std::string, FileState>> libraries;
  bool is_shown = false;  ///< the answer was sent to the page
};

}  // namespace dps::studio
