#include "commands/measurement/new_folder.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/printable.h"
#include "base/processes/pending_signals.h"
#include "base/processes/temporary_folder.h"
#include "base/remainders.h"
#include "commands/files/output_file.h"

namespace dps::commands {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> cannot_make(ErrorCode code, const std::string& path, const Error& cause) {
  return failure(code,
                 fmt::format("cannot make the folder '{}': {}", printable(path), cause.message));
}

/// A new folder beside `path`, with the mode that mkdir(1) gives.
Result<TemporaryFolder> make_beside(const std::string& path) {
  remove_remainders(path);
  auto made = TemporaryFolder::make(temporary_pattern(path));
  if (made) {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::chmod(made->path().c_str(), 0777 & ~mask);
  }
  return made;
}

/// Gives a folder a name without the form of a temporary one, and returns it.
std::string keep(TemporaryFolder& folder, const std::string& path) {
  const std::string name = folder.release();
  const std::string kept = path + name.substr(name.rfind('.'));
  return ::rename(name.c_str(), kept.c_str()) == 0 ? kept : name;
}

}  // namespace

Result<NewFolder> NewFolder::create(const std::string& path) {
  std::string name = path;
  while (name.size() > 1 && name.ends_with('/')) {
    name.pop_back();
  }
  struct stat status {};
  std::error_code error;
  if (::lstat(name.c_str(), &status) == 0 &&
      !(S_ISDIR(status.st_mode) && fs::is_empty(name, error))) {
    return failure(ErrorCode::kInput,
                   fmt::format("'{}' exists and is not an empty folder; choose one that does not "
                               "exist",
                               printable(path)));
  }
  if (const auto trial = make_beside(name); !trial) {
    return cannot_make(ErrorCode::kInput, path, trial.error());
  }
  return NewFolder(std::move(name));
}

Result<void> NewFolder::commit(std::span<const std::pair<std::string, std::string>> files) const {
  const PendingSignals wait_until_done;
  auto temporary = make_beside(path_);
  if (!temporary) {
    return cannot_make(ErrorCode::kSystem, path_, temporary.error());
  }
  for (const auto& [name, text] : files) {
    auto file = OutputFile::create(temporary->path() + "/" + name);
    const Result<void> written = file ? file->commit(text) : tl::unexpected(file.error());
    if (!written) {
      return with_context(written.error(),
                          fmt::format("cannot make the folder '{}'", printable(path_)));
    }
  }
  const std::string complete = temporary->path();
  if (::rename(complete.c_str(), path_.c_str()) != 0) {
    const int cause = errno;
    const std::string kept = keep(*temporary, path_);
    return failure(ErrorCode::kSystem,
                   fmt::format("cannot make the folder '{}': {}; its files are in '{}'",
                               printable(path_), std::strerror(cause), printable(kept)));
  }
  temporary->release();
  return {};
}

}  // namespace dps::commands
