/// Code of all commands that make a result: its level, its blueprint, and the file of -o.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/exit_status.h"
#include "base/result.h"
#include "commands/cli/blueprint_file.h"
#include "commands/files/output_file.h"
#include "commands/groups/output_options.h"
#include "commands/groups/profile_options.h"
#include "commands/options/common_options.h"
#include "profiles/result.h"
#include "profiles/selection.h"

namespace dps::commands {

/// The level to record. It is the finest with -o unless --level is given, and always the finest for
/// quantities of firings.
profiles::Level recorded_level(const ProfileOptions& profile, const OutputOptions& output,
                               const profiles::Selection& selection);

/// The level of a prediction: the finest for --latencies and expectations of latencies, which a run
/// has at every level.
profiles::Level predicted_level(const ProfileOptions& profile, const OutputOptions& output,
                                const profiles::Selection& selection);

/// The hash of a text, in hexadecimal digits.
std::string sha256(const std::string& text);

/// The version of dps, the date and the command (words after "dps"), as JSON, for the environment
/// of a result.
std::vector<std::pair<std::string, std::string>> command_facts(
    const std::vector<std::string>& words);

/// Adds the path, text, hash and variables of the blueprint.
void describe_blueprint(profiles::RunResult& result, const BlueprintFile& file);

/// Reads a result that was saved. Errors: those of profiles::load_result(), and a file of another
/// kind.
Result<profiles::RunResult> open_result(const std::string& path);

/// The kind of a result in JSON.
OutputKind result_kind();

/// Creates the file of -o; nullopt without -o. To be called before anything that takes time.
/// Errors: kInput.
Result<std::optional<OutputFile>> create_output(const CommonOptions& common,
                                                const OutputOptions& output, OutputKind kind);

/// Writes the result, or another text, to the file, if there is one. Warns, unless --quiet, about
/// a result that dps itself does not read. Returns kDone, or kIncomplete after printing the error.
ExitStatus save(const CommonOptions& common, std::optional<OutputFile>& output,
                const profiles::RunResult& result);
ExitStatus save(std::optional<OutputFile>& output, std::string_view text);

}  // namespace dps::commands
