#include "commands/tracing/explain_run.h"

#include <utility>

#include "profiles/causes/named_why.h"

namespace dps::commands {

ExitStatus explain_run(const std::optional<traces::Trace>& trace, profiles::RunResult& result,
                       Color color) {
  if (!trace) {
    return ExitStatus::kDone;
  }
  auto why = profiles::why_of(*trace);
  if (!why) {
    return print_error("cannot explain the run: " + why.error().message, ExitStatus::kIncomplete,
                       color);
  }
  result.why = std::move(*why);
  return ExitStatus::kDone;
}

}  // namespace dps::commands
