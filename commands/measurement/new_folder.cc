#include "commands/measurement/new_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/printable.h"
#include "base/processes/pending_signals.h"
#include "commands/files/output_file.h"

namespace dps::commands {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> cannot_make(ErrorCode code, const std::string& path) {
  return failure(
      code, fmt::format("cannot make the folder '{}': {}", printable(path), std::strerror(errno)));
}

/// A new folder beside `path`, with the mode that mkdir(1) gives; nullopt and errno if it cannot be
/// made.
std::optional<fs::path> make_temporary_folder(const std::string& path) {
  const fs::path wanted(path);
  std::string name =
      (wanted.parent_path() / fmt::format(".{}.XXXXXX", wanted.filename().string())).string();
  if (::mkdtemp(name.data()) == nullptr) {
    return std::nullopt;
  }
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::chmod(name.c_str(), 0777 & ~mask);
  return name;
}

}  // namespace

Result<NewFolder> NewFolder::create(const std::string& path) {
  std::string name = path;
  while (name.size() > 1 && name.ends_with('/')) {
    name.pop_back();
  }
  struct stat status {};
  if (::lstat(name.c_str(), &status) == 0) {
    return failure(ErrorCode::kInput,
                   fmt::format("'{}' exists; choose a folder that does not", printable(path)));
  }
  const auto temporary = make_temporary_folder(name);
  if (!temporary) {
    return cannot_make(ErrorCode::kInput, path);
  }
  ::rmdir(temporary->c_str());
  return NewFolder(std::move(name));
}

Result<void> NewFolder::commit(std::span<const std::pair<std::string, std::string>> files) const {
  const PendingSignals wait_until_done;
  const auto temporary = make_temporary_folder(path_);
  if (!temporary) {
    return cannot_make(ErrorCode::kSystem, path_);
  }
  for (const auto& [name, text] : files) {
    auto file = OutputFile::create((*temporary / name).string());
    const Result<void> written = file ? file->commit(text) : tl::unexpected(file.error());
    if (!written) {
      std::error_code ignored;
      fs::remove_all(*temporary, ignored);
      return with_context(written.error(),
                          fmt::format("cannot make the folder '{}'", printable(path_)));
    }
  }
  if (::rename(temporary->c_str(), path_.c_str()) != 0) {
    return failure(
        ErrorCode::kSystem,
        fmt::format("cannot make the folder '{}': {}; its files are in '{}'", printable(path_),
                    std::strerror(errno), printable(temporary->string())));
  }
  return {};
}

}  // namespace dps::commands
