#include "userfuncs/exec_program.h"

#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/processes/program_search.h"

namespace dps::userfuncs {
namespace {

namespace fs = std::filesystem;

/// The files that `name` may refer to, in order of preference.
std::vector<fs::path> candidates(const std::string& name, const fs::path& folder,
                                 std::string_view search_path) {
  std::vector<fs::path> found = {folder / name};  // an absolute name is kept
  if (name.find('/') == std::string::npos) {
    for (const fs::path& file : files_in_path(name, search_path)) {
      found.push_back(folder / file);
    }
  }
  return found;
}

/// The reason why the file, which exists, cannot be executed.
std::string obstacle(const fs::path& file) {
  std::error_code code;
  return fs::is_regular_file(file, code)
             ? fmt::format("is not executable; chmod +x {}", printable(file.string()))
             : "is not a file that can be executed";
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
    if (is_program(file)) {
      return file.lexically_normal().string();
    }
    if (!first_obstacle && !fs::is_directory(file, code)) {
      first_obstacle = fmt::format("program '{}': '{}' {}", printable(name),
                                   printable(file.lexically_normal().string()), obstacle(file));
    }
  }
  if (first_obstacle) {
    return failure(ErrorCode::kInput, *first_obstacle);
  }
  const bool named = name.find('/') == std::string::npos;
  return failure(ErrorCode::kInput,
                 fmt::format("there is no program '{}' {} '{}'{}", printable(name),
                             named ? "beside the blueprint, in" : "relative to",
                             printable(start.string()), named ? ", nor in PATH" : ""));
}

}  // namespace dps::userfuncs
