/// Replaces a file whole or not at all.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"

namespace dps {

struct Replacement {
  std::string target;      ///< the file; it need not exist, its folder must
  std::string shown_path;  ///< its path in messages
  bool is_flushed = true;  ///< to the disk, before it gets its name
  /// Called just before the target is replaced; its error leaves the target unchanged. May be null.
  std::function<Result<void>()> may_replace = nullptr;
};

/// Writes the content to a descriptor; its errors are those of the replacement.
using WriteContent = std::function<Result<void>(int fd)>;

/// Writes a new file in the same folder, which has no name before it is whole, and renames it.
/// Where the file system cannot make such a file, it has the name ".NAME.dps-XXXXXX" until then;
/// the next call for this target removes it if a kill left it behind. The new file has the mode
/// and, where that is allowed, the owner of the old one. Errors (kSystem): those of write(2) and
/// fsync(2), such as a full disk; those of may_replace and of rename(2), which name the file,
/// "NAME.dps-XXXXXX", in which the content then stays.
Result<void> replace_file(const Replacement& replacement, const WriteContent& write);

/// Returns false, with errno, if no file can be made beside the target. Leaves none.
bool can_make_file(const std::string& target);

}  // namespace dps
