/// Loads and reads the blueprint of a command.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "blueprint/program.h"
#include "blueprint/reading/reader.h"
#include "commands/groups/blueprint_options.h"

namespace dps::commands {

struct BlueprintFile {
  SourceText source;
  std::optional<blueprint::Program> program;  ///< nullopt if there are errors
  /// The conditions that are false, followed by errors and warnings in line order.
  std::vector<Diagnostic> diagnostics;
  std::vector<blueprint::DescribedVariable> variables{};  ///< the variables of the program
  std::vector<std::string> notes{};                       ///< notes for the result of the program
};

/// Opens and reads a blueprint. Errors (kInput): the file cannot be read, or is of another kind.
/// Mistakes in it are diagnostics.
Result<BlueprintFile> open_blueprint(const BlueprintOptions& given, std::uint32_t max_processes);

/// Reads a source that was loaded, with the settings. Errors (kInput): it is of another kind.
Result<BlueprintFile> read_blueprint_file(const BlueprintOptions& given, SourceText source,
                                          std::uint32_t max_processes);

/// Replaces -alg native by -alg auto for a prediction. Adds a note for each line.
void predict_native_operations(BlueprintFile& file);

/// The absolute path of the blueprint's folder, which is the working directory of `exec`; for
/// standard input and pipes, the current folder.
std::string folder_of(const std::string& path);

/// The libraries of --userfuncs, as absolute paths. Errors (kInput): one cannot be opened.
Result<std::vector<std::string>> libraries_of(const std::vector<std::string>& userfuncs);

}  // namespace dps::commands
