/// Parses and checks the command line (contract: docs/dps.1).
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "commands/options/command.h"

namespace dps::commands {

/// Text to print instead of running a command: help and version (status 0, on stdout), or an error
/// in the command line (status 2, on stderr).
struct Reply {
  int status = 0;
  std::string text;
};

/// The command is checked and ready to run.
std::variant<std::unique_ptr<PreparedCommand>, Reply> parse_command_line(CommandTable table,
                                                                         int argc,
                                                                         const char* const* argv);

}  // namespace dps::commands
