/// The clone group that a process belongs to, by its name.
#pragma once

#include <string_view>

namespace dps::profiles {

/// "Worker.p" for "Worker.p[3]". A name without an index is the name of its own group.
inline std::string_view clone_group(std::string_view process) {
  return process.substr(0, process.find('['));
}

}  // namespace dps::profiles
