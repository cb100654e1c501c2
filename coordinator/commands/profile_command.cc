// dps profile: prints a kept result again.
#include <utility>

#include "coordinator/cli/command_output.h"
#include "coordinator/commands/commands.h"
#include "profiles/result_json.h"

namespace dps::coordinator {

ExitStatus profile_command(const CommandLine& line) {
  auto result = profiles::load_result(line.file);
  if (!result) {
    return complain(result.error().message, ExitStatus::kInputWrong);
  }
  const auto text = print_result(std::move(*result), line);
  return text ? answer(*text, ExitStatus::kDone)
              : complain(text.error().message, ExitStatus::kInputWrong);
}

}  // namespace dps::coordinator
