/// A new folder of files, which appears with all of them or not at all.
#pragma once

#include <span>
#include <string>
#include <utility>

#include "base/result.h"

namespace dps::commands {

class NewFolder {
 public:
  /// There is no folder until commit(). Errors (kInput): it exists already and is not
  /// an empty folder, or it cannot be made.
  static Result<NewFolder> create(const std::string& path);

  /// Writes the files, names without a folder and texts, into a temporary folder beside it
  /// (".NAME.dps-XXXXXX"), flushes them to the disk and renames the folder. SIGINT, SIGTERM and
  /// SIGHUP wait until that is done. Errors (kSystem): a file cannot be written, and the temporary
  /// folder is removed; or it cannot be renamed, and the error names the folder NAME.dps-XXXXXX, in
  /// which they then are.
  [[nodiscard]] Result<void> commit(
      std::span<const std::pair<std::string, std::string>> files) const;

 private:
  explicit NewFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;  // without slashes at its end
};

}  // namespace dps::commands
