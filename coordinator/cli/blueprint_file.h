/// The blueprint of a command: loaded, read, and its mistakes told.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "blueprint/program.h"
#include "blueprint/reader.h"
#include "coordinator/cli/command_line.h"

namespace dps::coordinator {

struct BlueprintFile {
  SourceText source;
  std::optional<blueprint::Program> program;  ///< absent when there are errors
  std::vector<Diagnostic> diagnostics;        ///< warnings too, in the order of the lines
};

/// Errors (kInput): the file cannot be read. Mistakes in it are diagnostics.
Result<BlueprintFile> open_blueprint(const CommandLine& line, std::uint32_t max_processes);

/// The blueprint's folder, absolute: where `exec` looks and runs.
std::string folder_of(const std::string& path);

/// The libraries of --userfuncs, as absolute paths. Errors (kInput): one cannot be opened.
Result<std::vector<std::string>> libraries_of(const CommandLine& line);

}  // namespace dps::coordinator
