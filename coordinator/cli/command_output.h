/// What a command says: its answer on stdout, its complaints on stderr.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "coordinator/agents/exit_status.h"
#include "coordinator/cli/command_line.h"
#include "profiles/result.h"
#include "profiles/selection.h"

namespace dps::coordinator {

/// Writes the answer; `status` if that went well, else kIncomplete. A reader who has gone
/// away
/// (`| head`) is not told about it, a full disk is.
ExitStatus answer(std::string_view text, ExitStatus status);

/// "dps: error: …" on stderr; gives `status`.
ExitStatus complain(std::string_view text, ExitStatus status);

/// True where bold and a progress line are welcome on this descriptor (docs/dps.1, --color).
bool wants_color(Color color, int fd);

/// --only against the tags that there are. Errors (kInput) name each that is not.
Result<profiles::Selection> select(const CommandLine& line, const profiles::KnownTags& known);

/// The result in the form that the options ask for: level, selection, format. Errors (kInput): a
/// tag of --only that is not in it, a level that it does not hold.
Result<std::string> print_result(profiles::RunResult result, const CommandLine& line);

}  // namespace dps::coordinator
