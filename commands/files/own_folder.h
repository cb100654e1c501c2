/// Folders to which commands write files: new folders, empty folders, and folders that dps made.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "commands/files/output_kind.h"

namespace dps::commands {

/// The name of the file that marks a folder that dps made.
inline constexpr std::string_view kFolderMark = "written-by-dps";

/// Checks a folder before the work. Errors (kInput): it is no folder; it is neither empty nor made
/// by dps, unless `existing` allows any. Its files are outputs, and checked one by one.
Result<void> check_own_folder(const std::string& path, Existing existing);

/// Makes the folder and its parent folders, and marks it unless it contains files of others.
/// Errors (kInput): it cannot be made or marked.
Result<void> make_own_folder(const std::string& path);

}  // namespace dps::commands
