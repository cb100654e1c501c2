/// Files with similar names, for suggestions.
#pragma once

#include <string>

namespace dps::commands {

/// The file in the folder of `path` whose name is most similar, printable; empty if there is none.
std::string similar_file(const std::string& path);

}  // namespace dps::commands
