/// Parses and checks the command line (contract: docs/dps.1).
#pragma once

#include <memory>
#include <variant>

#include "base/options/exit_text.h"
#include "commands/options/command.h"

namespace dps::commands {

/// A command, which is checked and ready to run, or text to print instead: help, the version, or an
/// error.
std::variant<std::unique_ptr<PreparedCommand>, options::ExitText> parse_command_line(
    CommandTable table, int argc, const char* const* argv);

}  // namespace dps::commands
