/// The folder of a run for what PVM leaves in the file system: address files, logs, sockets.
#pragma once

#include <string>

#include "base/result.h"

namespace dps::simulator {

/// Makes a private folder that is marked as made by dps: inside $PVM_TMP if that is such a folder,
/// so that both are removed together; else in /tmp.
Result<std::string> make_pvm_folder();
/// Removes a marked folder with its contents; does nothing if it does not exist.
void remove_pvm_folder(const std::string& folder);

/// Marks $PVM_TMP, if it is such a folder, as in use: a task of its daemon has reached the bridge.
void mark_pvm_folder_in_use();
[[nodiscard]] bool is_pvm_folder_in_use(const std::string& folder);

}  // namespace dps::simulator
