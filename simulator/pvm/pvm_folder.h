/// The folder of a run for the files of PVM: address files, logs, sockets.
#pragma once

#include <string>

#include "base/result.h"

namespace dps::simulator {

/// Creates a private folder with a mark of dps: in $PVM_TMP if that has the mark, so that both are
/// removed together; else in /tmp.
Result<std::string> make_pvm_folder();
/// Removes a marked folder with its contents; does nothing if it does not exist.
void remove_pvm_folder(const std::string& folder);

/// Marks $PVM_TMP as in use, if it is such a folder: a task of its daemon has connected to the
/// bridge.
void mark_pvm_folder_in_use();
[[nodiscard]] bool is_pvm_folder_in_use(const std::string& folder);

}  // namespace dps::simulator
