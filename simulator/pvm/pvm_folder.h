/// The folder of a run for what PVM leaves in the file system: address files, logs, sockets.
#pragma once

#include <string>

#include "base/result.h"

namespace dps::simulator {

/// Makes a folder of ours alone, with a mark in it: within $PVM_TMP where that is such a folder, so
/// that whoever removes the one removes the other; else in /tmp.
Result<std::string> make_pvm_folder();
/// Removes it with all that is in it, if it has the mark. Harmless when it is gone already.
void remove_pvm_folder(const std::string& folder);

/// Said by a task whose daemon has such a folder ($PVM_TMP): it has met the bridge. In other
/// folders nothing is changed.
void mark_pvm_folder_in_use();
[[nodiscard]] bool is_pvm_folder_in_use(const std::string& folder);

}  // namespace dps::simulator
