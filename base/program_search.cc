#include "base/program_search.h"

#include <filesystem>
#include <system_error>

#include <unistd.h>

#include "base/environment.h"

namespace dps {
namespace {

bool is_program(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

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

std::string find_in_path(const std::string& word) {
  if (word.find('/') != std::string::npos) {
    return is_program(word) ? word : "";
  }
  constexpr std::string_view kUsual = "/bin:/usr/bin";  // Source: execvp(3)
  for (std::string path : path_folders(environment_variable("PATH", kUsual))) {
    path += '/';
    path += word;
    if (!word.empty() && is_program(path)) {
      return path;
    }
  }
  return "";
}

}  // namespace dps
