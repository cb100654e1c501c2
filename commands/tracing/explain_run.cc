#include "commands/tracing/explain_run.h"

#include <utility>

#include "commands/groups/trace_options.h"
#include "profiles/causes/named_why.h"

namespace dps::commands {

ExitStatus explain_run(const std::optional<traces::Trace>& trace, const ProfileOptions& wanted,
                       profiles::RunResult& result, Color color) {
  const auto failed = [&](const Error& error) {
    return print_error("cannot explain the run: " + error.message, ExitStatus::kIncomplete, color);
  };
  if (trace && wanted.why) {
    auto why = profiles::why_of(*trace);
    if (!why) {
      return failed(why.error());
    }
    result.why = std::move(*why);
  }
  if (trace && wanted.slow) {
    auto slow = profiles::slow_of(*trace, slow_question(wanted, trace->head()));
    if (!slow) {
      return failed(slow.error());
    }
    result.slow = std::move(*slow);
  }
  return ExitStatus::kDone;
}

traces::SlowQuestion slow_question(const ProfileOptions& given, const traces::TraceHead& head) {
  return {given.slow->ftag, given.slow->quantile, measured_ticks(given, head.unit)};
}

}  // namespace dps::commands
