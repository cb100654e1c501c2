/// A run as it was shown to a page. Exactly this run is started.
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
  std::uint64_t id = 0;            ///< the id of the request for it
  std::uint64_t number = 0;        ///< the version of the text
  const SharedText* of = nullptr;  ///< the text; only compared, not accessed
  OpenFolder folder;               ///< the folder of its file at that time
  std::string text;
  std::map<std::string, std::string> settings;
  std::uint64_t runs = 1;
  std::uint64_t seed = 1;
  std::optional<std::string> hosts;  ///< the text of the hosts file; nullopt: this machine
  /// The libraries of user functions, with their states at that time.
  std::vector<std::pair<std::string, FileState>> libraries;
  bool is_shown = false;  ///< the answer was sent to the page
};

}  // namespace dps::studio
