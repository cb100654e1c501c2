/// The output of a command that has -o or makes a profile.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/exit_status.h"
#include "base/result.h"
#include "commands/groups/output_options.h"
#include "commands/groups/profile_options.h"
#include "commands/options/common_options.h"
#include "commands/terminal/messages.h"
#include "profiles/result.h"
#include "profiles/selection.h"

namespace dps::commands {

/// The descriptor for the output of a command other than the file of -o: stderr with -o -, else
/// stdout.
int printing_descriptor(const OutputOptions& output);

/// Prints the output of a command: to the file of -o if that replaces stdout, else to
/// printing_descriptor(); with --quiet nothing is printed on stderr.
ExitStatus print_output(const CommonOptions& common, const OutputOptions& output,
                        std::string_view text, ExitStatus status);

/// Checks, before the work, that print_output() may replace the file of -o. Errors (kInput): those
/// of OutputFile::create().
Result<void> check_output(const CommonOptions& common, const OutputOptions& output);

/// Returns true if the output of print_output() may contain escape sequences.
bool prints_color(const CommonOptions& common, const OutputOptions& output);

/// The selection of --only. Errors (kInput): tags that are not in `known`, or that select nothing
/// at the level of --level; the message names all of them.
Result<profiles::Selection> selection_of(const ProfileOptions& profile,
                                         const profiles::KnownTags& known);

/// The text of a result in the level, selection and format of the options. Errors (kInput): a tag
/// of --only that is not in it, a level that was not recorded.
Result<std::string> format_result(profiles::RunResult result, const ProfileOptions& profile,
                                  const CommonOptions& common, const OutputOptions& output);

}  // namespace dps::commands
