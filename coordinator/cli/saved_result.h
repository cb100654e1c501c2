/// What every command that makes a result adds to it, and the file in which -o keeps it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "coordinator/agents/exit_status.h"
#include "coordinator/cli/blueprint_file.h"
#include "coordinator/cli/command_line.h"
#include "coordinator/cli/output_file.h"
#include "coordinator/session/repetition.h"
#include "profiles/result.h"
#include "profiles/selection.h"

namespace dps::coordinator {

/// The level that has to be recorded: what is kept is kept whole unless --level says otherwise.
profiles::Level recorded_level(const CommandLine& line, const profiles::Selection& selection);

/// --runs, --warmup and --until-error.
Repetition repetition_of(const CommandLine& line);

/// The blueprint's path, text, hash and variables.
void describe_blueprint(profiles::RunResult& result, const BlueprintFile& file);

/// The file of -o, made before anything that takes time; nothing without -o. Errors: kInput.
Result<std::optional<OutputFile>> create_output(const CommandLine& line);

/// Keeps the result, or what was made of results, if there is a file for it; kDone, or (after a
/// complaint) why that failed.
ExitStatus keep(std::optional<OutputFile>& output, const profiles::RunResult& result);
ExitStatus keep(std::optional<OutputFile>& output, std::string_view text);

}  // namespace dps::coordinator
