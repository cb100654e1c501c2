/// Loads a trace as lines of states: a file, or a folder with a file for each rank.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "profiles/traces/states/state_trace.h"

namespace dps::traces {

/// True if the name is that of such a trace: it ends in .trace, or is that of a folder.
bool names_states(const std::string& path);

/// A file and its errors and warnings.
struct StateFile {
  SourceText source;  ///< without diagnostics: only the path
  std::vector<Diagnostic> diagnostics;
};

struct LoadedStates {
  std::optional<StateTrace> trace;  ///< if no file has errors
  std::vector<StateFile> files;     ///< those with diagnostics
};

/// Errors (kInput): a file that cannot be read, a folder without p<rank>.trace, a process with
/// events in two files.
Result<LoadedStates> load_states(const std::string& path);

}  // namespace dps::traces
