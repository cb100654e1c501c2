#include "commands/files/similar_file.h"

#include <filesystem>
#include <vector>

#include "base/printable.h"
#include "base/suggestion.h"

namespace dps::commands {

std::string similar_file(const std::string& path) {
  constexpr std::size_t kMostFiles = 1000;
  const std::filesystem::path missing(path);
  const std::filesystem::path folder = missing.parent_path();
  std::vector<std::string> files;
  std::error_code error;
  for (auto entry = std::filesystem::directory_iterator(folder.empty() ? "." : folder, error);
       !error && entry != std::filesystem::directory_iterator() && files.size() < kMostFiles;
       entry.increment(error)) {
    if (entry->is_regular_file(error)) {
      files.push_back(entry->path().filename().string());
    }
  }
  const auto near = nearest(missing.filename().string(), files);
  return near ? printable((folder / *near).string()) : "";
}

}  // namespace dps::commands
