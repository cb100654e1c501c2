/// Checks that no other user can change a file.
#pragma once

#include <string>

#include "base/result.h"

namespace dps::userfuncs {

/// Returns the real path of a regular file that only this user and root can replace or change: the
/// file and every folder above it, as given and with symbolic links resolved, belong to this user
/// or root and are not writable for group or others. A folder with the sticky bit, like /tmp, may
/// be. Errors (kInput): the file does not exist or is not a regular file, or a part of the path can
/// be written by others; the text has the command that corrects this. Source: reliability promise
/// S6 (docs/reliability.md).
Result<std::string> owned_path(const std::string& path);

}  // namespace dps::userfuncs
