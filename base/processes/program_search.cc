#include "base/processes/program_search.h"

#include <system_error>

#include <unistd.h>

#include "base/environment.h"

namespace dps {

std::vector<std::string> path_folders(std::string_view search_path) {
  std::vector<std::string> folders;
  while (!search_path.empty()) {
    const std::size_t colon = search_path.find(':');
    const std::string_view part = search_path.substr(0, colon);
    folders.emplace_back(part.empty() ? "." : part);
    if (colon + 1 == search_path.size()) {
      folders.emplace_back(".");  // behind a colon at the end
    }
    search_path.remove_prefix(colon == std::string_view::npos ? search_path.size() : colon + 1);
  }
  return folders;
}

std::vector<std::filesystem::path> files_in_path(std::string_view name,
                                                 std::string_view search_path) {
  std::vector<std::filesystem::path> files;
  for (const std::string& folder : path_folders(search_path)) {
    files.push_back(std::filesystem::path(folder) / name);
  }
  return files;
}

bool is_program(const std::filesystem::path& file) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0;
}

std::string find_in_path(const std::string& word) {
  if (word.find('/') != std::string::npos) {
    return is_program(word) ? word : "";
  }
  constexpr std::string_view kUsual = "/bin:/usr/bin";  // Source: execvp(3)
  for (const std::filesystem::path& file :
       files_in_path(word, environment_variable("PATH", kUsual))) {
    if (!word.empty() && is_program(file)) {
      return file;
    }
  }
  return "";
}

}  // namespace dps
