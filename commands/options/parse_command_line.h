/// Parses and checks the command line (contract: docs/dps.1).
#pragma once

#include <string>
#include <variant>

#include "commands/cli/command_line.h"

namespace dps::coordinator {

/// Text to print instead of running a command: help and version (status 0, on stdout), or an error
/// in the command line (status 2, on stderr).
struct Reply {
  int status = 0;
  std::string text;
};

std::variant<CommandLine, Reply> parse_command_line(int argc, const char* const* argv);

}  // namespace dps::coordinator
