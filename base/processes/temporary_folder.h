/// Temporary folders.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/descriptor.h"
#include "base/result.h"

namespace dps {

/// A new folder with a name that no other has. It is removed with its contents when this object
/// ends. It is locked until then, so that it is no remainder (base/remainders.h).
class TemporaryFolder {
 public:
  /// Makes the folder `pattern`, whose last six characters, "XXXXXX", are replaced by random ones.
  /// Errors (kSystem): the text of errno.
  static Result<TemporaryFolder> make(const std::string& pattern);
  /// Makes the folder dps-NAME-XXXXXX in $TMPDIR, or else in /tmp, with the mark of dps.
  /// Errors (kSystem): what failed, and where.
  static Result<TemporaryFolder> make_marked(std::string_view name);

  TemporaryFolder(TemporaryFolder&& other) noexcept
      : path_(std::exchange(other.path_, "")), lock_(std::move(other.lock_)) {}
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  [[nodiscard]] const std::string& path() const { return path_; }
  /// Returns the path of the folder, which from now on the caller removes or keeps.
  std::string release() { return std::exchange(path_, ""); }

 private:
  TemporaryFolder(std::string path, Descriptor lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}

  std::string path_;  // "": it was released
  Descriptor lock_;
};

}  // namespace dps
