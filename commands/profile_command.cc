// dps profile: prints a saved result again.
#include <utility>

#include "commands/cli/command_output.h"
#include "commands/cli/saved_result.h"
#include "commands/commands.h"

namespace dps::coordinator {

ExitStatus profile_command(const CommandLine& line) {
  auto result = open_result(line.file);
  if (!result) {
    return print_error(result.error().message, ExitStatus::kInputWrong, line.color);
  }
  const auto text = format_result(std::move(*result), line);
  return text ? print_output(line, *text, ExitStatus::kDone)
              : print_error(text.error().message, ExitStatus::kInputWrong, line.color);
}

}  // namespace dps::coordinator
