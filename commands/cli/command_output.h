/// The output of a command on stdout and its errors on stderr.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "commands/cli/command_line.h"
#include "coordinator/agents/exit_status.h"
#include "profiles/result.h"
#include "profiles/selection.h"

namespace dps::coordinator {

/// Writes the text to stdout. Returns `status`, or kIncomplete if writing failed; a failure is
/// reported unless the reader has closed the pipe (`| head`).
ExitStatus print_output(std::string_view text, ExitStatus status);

/// The descriptor for the output of a command other than the file of -o: stderr with -o -, else
/// stdout.
int printing_descriptor(const CommandLine& line);

/// Prints what a command prints: to the file of -o if that takes the place of stdout, else to
/// printing_descriptor(); with --quiet nothing goes to stderr.
ExitStatus print_output(const CommandLine& line, std::string_view text, ExitStatus status);

/// "dps: error: …", for stderr, with colour as --color says.
std::string error_line(std::string_view text, Color color);

/// Prints an error_line() on stderr and returns `status`.
ExitStatus print_error(std::string_view text, ExitStatus status, Color color = Color::kAuto);

/// Prints the expectations that a result does not meet, and returns kFailed if there is one and
/// `status` is kDone.
ExitStatus print_unmet(const std::vector<std::string>& unmet, ExitStatus status, Color color);

/// Prints "dps: warning: …" on stderr, with colour as --color says.
void print_warning(std::string_view text, Color color = Color::kAuto);

/// Prints "dps: note: …" on stderr for each note, where the format of the output has no place for
/// them.
void print_notes(const std::vector<std::string>& notes);

/// True if what print_output() prints may contain escape sequences.
bool prints_color(const CommandLine& line);

/// True if output to this descriptor may contain escape sequences (docs/dps.1, --color).
bool use_color(Color color, int fd);

/// Prints diagnostics on stderr, with colour as --color says.
void print_diagnostics(const CommandLine& line, const SourceText& source,
                       const std::vector<Diagnostic>& diagnostics);

/// The selection of --only. Errors (kInput): tags that are not in `known`; the message names all of
/// them.
Result<profiles::Selection> selection_of(const CommandLine& line, const profiles::KnownTags& known);

/// The text of a result in the level, selection and format of the options. Errors (kInput): a tag
/// of --only that is not in it, a level that was not recorded.
Result<std::string> format_result(profiles::RunResult result, const CommandLine& line);

}  // namespace dps::coordinator
