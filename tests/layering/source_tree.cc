#include "tests/layering/source_tree.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace dps::layering {
namespace {

namespace fs = std::filesystem;

bool is_source(const fs::path& path) {
  const std::string extension = path.extension();
  return extension == ".h" || extension == ".cc" || extension == ".c" || extension == ".def";
}

/// Returns true for folders that do not belong to the tree.
bool is_outside(const fs::path& folder) {
  const std::string name = folder.filename();
  return name.starts_with(".") || name.starts_with("build");
}

/// The file that an include names: from the root, or in the folder of the file that includes it.
std::string target_of(const std::string& file, const std::string& name) {
  if (fs::exists(root() / name)) {
    return name;
  }
  const std::string beside = folder_of(file) + "/" + name;
  return fs::exists(root() / beside) ? beside : "";
}

}  // namespace

const fs::path& root() {
  static const fs::path kRoot = DPS_SOURCE_DIR;
  return kRoot;
}

const std::vector<std::vector<std::string>>& levels() {
  static const std::vector<std::vector<std::string>> kLevels = {
      {"base"},         {"blueprint", "userfuncs"},   {"profiles"}, {"transport", "predictor"},
      {"mpi_programs"}, {"simulator", "coordinator"}, {"commands"}, {"studio"},
  };
  return kLevels;
}

std::vector<std::string> rooms() {
  std::vector<std::string> all;
  for (const auto& level : levels()) {
    all.insert(all.end(), level.begin(), level.end());
  }
  return all;
}

std::vector<std::string> files_below(const std::string& folder) {
  std::vector<std::string> files;
  if (!fs::exists(root() / folder)) {
    return files;
  }
  for (auto entry = fs::recursive_directory_iterator(root() / folder); entry != fs::end(entry);
       ++entry) {
    if (entry->is_directory() && is_outside(entry->path())) {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file()) {
      files.push_back(entry->path().lexically_relative(root()));
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<std::string> sources_below(const std::string& folder) {
  std::vector<std::string> files = files_below(folder);
  std::erase_if(files, [](const std::string& file) { return !is_source(file); });
  return files;
}

std::vector<Include> includes_of(const std::string& file) {
  std::vector<Include> includes;
  std::ifstream in(root() / file);
  std::string text;
  for (int line = 1; std::getline(in, text); ++line) {
    std::istringstream words(text);
    std::string directive;
    std::string target;
    words >> directive;
    if (directive == "#") {  // "# include"
      words >> directive;
    }
    const bool is_include = directive == "#include" || directive == "include";
    if (!is_include || !(words >> target) || target.size() < 3) {
      continue;
    }
    const std::string name = target.substr(1, target.find_first_of("\">", 1) - 1);
    includes.push_back({file, line, target.front() == '"', name, target_of(file, name)});
  }
  return includes;
}

std::vector<Include> includes_below(const std::string& folder) {
  std::vector<Include> all;
  for (const std::string& file : sources_below(folder)) {
    const auto some = includes_of(file);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

std::string described(const Include& include) {
  return include.file + ":" + std::to_string(include.line) + ": " + include.name;
}

std::string folder_of(const std::string& file) {
  return fs::path(file).parent_path();
}

}  // namespace dps::layering
