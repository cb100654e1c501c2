#include "userfuncs/program_search.h"

#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "base/printable.h"
#include "base/program_search.h"

namespace dps::userfuncs {
namespace {

namespace fs = std::filesystem;

/// The files that `name` may refer to, in order of preference.
std::vector<fs::path> candidates(const std::string& name, const fs::path& folder,
                                 std::string_view search_path) {
  std::vector<fs::path> found = {folder / name};  // an absolute name is kept
  if (name.find('/') != std::string::npos) {
    return found;
  }
  for (const std::string& part : path_folders(search_path)) {
    found.push_back(folder / part / name);
  }
  return found;
}

/// The reason why the file cannot be executed; nothing if it can.
std::optional<std::string> obstacle(const fs::path& file) {
  std::error_code code;
  if (fs::is_directory(file, code)) {
    return "is a folder";
  }
  if (!fs::is_regular_file(file, code)) {
    return "is not a file that can be executed";
  }
  if (::access(file.c_str(), X_OK) != 0) {
    return fmt::format("is not executable; chmod +x {}", printable(file.string()));
  }
  return std::nullopt;
}

}  // namespace

Result<std::string> find_program(const std::string& name, const std::string& folder,
                                 std::string_view search_path) {
  std::error_code code;
  const fs::path start = fs::absolute(folder.empty() ? "." : folder, code);
  std::optional<std::string> first_obstacle;
  for (const fs::path& file : candidates(name, start, search_path)) {
    if (name.empty() || !fs::exists(file, code)) {
      continue;
    }
    const auto wrong = obstacle(file);
    if (!wrong) {
      return file.lexically_normal().string();
    }
    if (!first_obstacle && !fs::is_directory(file, code)) {
      first_obstacle = fmt::format("program '{}': '{}' {}", printable(name),
                                   printable(file.lexically_normal().string()), *wrong);
    }
  }
  if (first_obstacle) {
    return failure(ErrorCode::kInput, *first_obstacle);
  }
  const bool named = name.find('/') == std::string::npos;
  return failure(ErrorCode::kInput,
                 fmt::format("there is no program '{}' {} '{}'{}", printable(name),
                             named ? "beside the blueprint, in" : "seen from",
                             printable(start.string()), named ? ", nor in PATH" : ""));
}

}  // namespace dps::userfuncs
