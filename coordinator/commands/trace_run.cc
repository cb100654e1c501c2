#include "coordinator/commands/trace_run.h"

#include <algorithm>
#include <utility>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "coordinator/cli/command_output.h"
#include "coordinator/cli/status_line.h"
#include "coordinator/tracing/named_why.h"
#include "coordinator/tracing/run_trace.h"
#include "coordinator/tracing/trace_head.h"
#include "coordinator/tracing/trace_options.h"
#include "profiles/view.h"

namespace dps::coordinator {

std::optional<traces::Limits> RunTrace::limits() const {
  if (!is_wanted()) {
    return std::nullopt;
  }
  return trace_limits_of(line_, traces::TimeUnit::kNanoseconds).shared_by(program_.process_count());
}

traces::TraceHead RunTrace::head(const RunOutcome& outcome, std::size_t shown) const {
  traces::TraceHead head = trace_head_of(program_);
  head.blueprint = printable(input_name(line_.file));
  head.seed = line_.seed;
  head.run = static_cast<std::uint32_t>(shown + 1);
  head.limits = *limits();
  if (outcome.failure && shown + 1 == outcome.session.runs.size()) {
    head.complete = false;
    head.reason = printable(outcome.failure->reason);
  }
  return head;
}

ExitStatus RunTrace::finish(RunOutcome& outcome) {
  if (!is_wanted() || outcome.result.runs.empty()) {
    return ExitStatus::kDone;
  }
  SessionResult& played = outcome.session;
  const std::size_t shown = profiles::shown_run(outcome.result);
  const PlayedRun& run = played.runs[shown];
  const auto events = std::find_if(played.events.begin(), played.events.end(),
                                   [&](const RunEvents& one) { return one.run == run.number; });
  if (events == played.events.end()) {
    return print_error(
        "the run ended before its events were collected: there is no trace, and no answer to --why",
        ExitStatus::kIncomplete, line_.color);
  }
  auto trace = run_trace(head(outcome, shown), played.placement, run, std::move(*events));
  if (!trace) {
    return print_error("cannot record the events: " + trace.error().message,
                       ExitStatus::kIncomplete, line_.color);
  }
  trace_ = std::move(*trace);
  return ExitStatus::kDone;
}

ExitStatus RunTrace::explain(profiles::RunResult& result) const {
  if (!trace_ || !line_.why) {
    return ExitStatus::kDone;
  }
  auto why = why_of(*trace_);
  if (!why) {
    return print_error("cannot explain the run: " + why.error().message, ExitStatus::kIncomplete,
                       line_.color);
  }
  result.why = std::move(*why);
  return ExitStatus::kDone;
}

ExitStatus RunTrace::write() {
  StatusLine progress(progress_style(line_));
  return trace_ ? write_recorded(line_, outputs_, *trace_, progress) : ExitStatus::kDone;
}

}  // namespace dps::coordinator
