#include "commands/files/own_folder.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

#include "base/printable.h"

namespace dps::commands {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> cannot(std::string_view what, const std::string& path,
                             const std::string& why) {
  return failure(ErrorCode::kInput,
                 fmt::format("cannot {} the folder '{}': {}", what, printable(path), why));
}

/// Returns true for a folder that is empty, or that dps made.
bool is_own(const fs::path& folder) {
  std::error_code error;
  return fs::is_empty(folder, error) || fs::is_regular_file(folder / kFolderMark, error);
}

}  // namespace

Result<void> check_own_folder(const std::string& path, Existing existing) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (!fs::exists(status)) {
    return {};
  }
  if (!fs::is_directory(status)) {
    return cannot("make", path, std::strerror(ENOTDIR));
  }
  return existing == Existing::kAny || is_own(path)
             ? Result<void>()
             : cannot("write to", path,
                      "it has files, and dps did not make it; name another folder, or write to it "
                      "with --force");
}

Result<void> make_own_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error && !fs::is_directory(path, error)) {
    error = std::make_error_code(std::errc::not_a_directory);
  }
  if (error) {
    return cannot("make", path, error.message());
  }
  if (!is_own(path)) {
    return {};
  }
  std::ofstream mark(fs::path(path) / kFolderMark);
  mark << "dps made this folder, and may replace the files in it that it wrote.\n";
  mark.close();
  return mark ? Result<void>() : cannot("write to", path, std::strerror(errno));
}

}  // namespace dps::commands
