/// Files with similar names, for suggestions.
#pragma once

#include <string>

namespace dps::coordinator {

/// The file of the current folder whose name is most similar to `word`, printable; empty if there
/// is none.
std::string similar_file(const std::string& word);

}  // namespace dps::coordinator
