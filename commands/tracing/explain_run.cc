#include "commands/tracing/explain_run.h"

#include <cmath>
#include <utility>

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
    auto slow = profiles::slow_of(*trace, slow_question(*wanted.slow, wanted, trace->head()));
    if (!slow) {
      return failed(slow.error());
    }
    result.slow = std::move(*slow);
  }
  return ExitStatus::kDone;
}

traces::SlowQuestion slow_question(const SlowChoice& choice, const ProfileOptions& given,
                                   const traces::TraceHead& head) {
  traces::SlowQuestion question{choice.ftag, choice.quantile};
  if (given.measure_from) {
    question.from = static_cast<traces::Ticks>(
        std::llround(given.measure_from->count() * static_cast<double>(head.ticks_per_second())));
  }
  return question;
}

}  // namespace dps::commands
