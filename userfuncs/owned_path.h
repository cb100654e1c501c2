/// Whether a file can be trusted to be its user's own.
#pragma once

#include <string>

#include "base/result.h"

namespace dps::userfuncs {

/// The real path of a regular file that nobody but this user (and root) can replace or change: it
/// and every folder above it, as given and with symbolic links resolved, belong to this user or
/// root and are not writable for group or others; a folder with the sticky bit, like /tmp, may be.
/// Errors (kInput): it is not there, not a regular file, or which part can be written by whom, and
/// the command that mends it.
/// Source: reliability promise S6 (docs/reliability.md).
Result<std::string> owned_path(const std::string& path);

}  // namespace dps::userfuncs
