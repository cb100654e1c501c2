/// Messages of a command on stderr, and its text on stdout.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/exit_status.h"

namespace dps::commands {

/// The values of --color: escape sequences on terminals, always, or never (docs/dps.1).
enum class Color : std::uint8_t { kAuto, kAlways, kNever };

/// Writes the text to stdout. Returns `status`, or kIncomplete if writing failed; a failure is
/// reported unless the reader has closed the pipe (`| head`).
ExitStatus print_output(std::string_view text, ExitStatus status);

/// "dps: error: …", for stderr, with colour according to --color.
std::string error_line(std::string_view text, Color color);
/// "dps: warning: …"; print_warning() of CommonOptions prints it.
std::string warning_line(std::string_view text, Color color);

/// Prints an error_line() on stderr and returns `status`.
ExitStatus print_error(std::string_view text, ExitStatus status, Color color = Color::kAuto);

/// Prints the expectations that a result does not meet, and returns kFailed if there is one and
/// `status` is kDone.
ExitStatus print_unmet(const std::vector<std::string>& unmet, ExitStatus status, Color color);

/// Prints "dps: note: …" on stderr for each note; for formats of output that have no place for
/// notes.
void print_notes(const std::vector<std::string>& notes);

/// Returns true if output to this descriptor may contain escape sequences.
bool use_color(Color color, int fd);

}  // namespace dps::commands
