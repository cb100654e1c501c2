/// The folder of a run for the files of PVM: address files, logs, sockets.
#pragma once

#include <string>

#include <sys/types.h>

#include "base/result.h"

namespace dps::simulator {

/// Returns an unused name for a folder: in $PVM_TMP if that has the mark of dps, so that both are
/// removed together; else in /tmp. The name is known to all processes that may have to remove the
/// folder before one of them creates it.
std::string new_pvm_folder();
/// Creates this folder, private and with the mark of dps.
Result<void> create_pvm_folder(const std::string& folder);
/// Removes such a folder with its contents; does nothing if it does not exist.
void remove_pvm_folder(const std::string& folder);

/// Marks $PVM_TMP as in use by this process, if it is such a folder: a task of its daemon has
/// connected to the bridge.
void mark_pvm_folder_in_use();
/// Returns the process that uses the folder; 0 if there is none.
[[nodiscard]] pid_t user_of_pvm_folder(const std::string& folder);

}  // namespace dps::simulator
