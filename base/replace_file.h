/// Replaces a file whole or not at all.
#pragma once

#include <functional>
#include <string>

#include "base/descriptor.h"
#include "base/result.h"

namespace dps {

struct Replacement {
  std::string target;      ///< the file; it need not exist, its folder must
  std::string shown_path;  ///< its path in messages
  bool is_flushed = true;  ///< to the disk, before it gets its name
};

/// Writes the content to a descriptor; its errors are those of the replacement.
using WriteContent = std::function<Result<void>(int fd)>;

/// Writes a temporary file in the same folder (".NAME.XXXXXX") and renames it. The new file has the
/// mode and, where that is allowed, the owner of the old one.
/// Errors (kSystem): those of write(2) and fsync(2), such as a full disk; those of rename(2), which
/// name the temporary file: it then stays.
Result<void> replace_file(const Replacement& replacement, const WriteContent& write);

/// A new file beside `target`, whose name is left in `name`; not open, with errno, if it cannot be
/// made.
Descriptor make_temporary(const std::string& target, std::string& name);

}  // namespace dps
