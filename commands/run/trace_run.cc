#include "commands/run/trace_run.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "base/processes/pending_signals.h"
#include "base/time_units.h"
#include "commands/tracing/explain_run.h"
#include "commands/tracing/run_trace.h"
#include "commands/tracing/trace_head.h"
#include "profiles/quantity.h"
#include "profiles/traces/latencies.h"
#include "profiles/view.h"

namespace dps::commands {
namespace {

/// The note of a complete result without the latencies of some runs.
std::string lost_events_note(std::size_t lost, std::size_t runs, const std::string& why) {
  return fmt::format("there are no latencies{}: {}",
                     runs == 1 ? "" : fmt::format(" of {} of {} runs", lost, runs), why);
}

}  // namespace

std::optional<traces::Limits> RunTrace::limits() const {
  if (!records_events(given_.trace, given_.profile)) {
    return std::nullopt;
  }
  return trace_limits_of(given_.trace, traces::TimeUnit::kNanoseconds)
      .shared_by(program_.process_count());
}

traces::TraceHead RunTrace::head(const RunOutcome& outcome, std::size_t run) const {
  traces::TraceHead head = trace_head_of(program_);
  head.blueprint = printable(input_name(given_.blueprint.file));
  head.seed = given_.blueprint.seed;
  head.run = static_cast<std::uint32_t>(run + 1);
  head.limits = *limits();
  if (outcome.failure && run + 1 == outcome.session.runs.size()) {
    head.complete = false;
    head.reason = printable(outcome.failure->reason);
  }
  return head;
}

Result<void> RunTrace::finish_run(RunOutcome& outcome, std::size_t run, bool is_shown,
                                  const std::function<bool()>& is_to_stop) {
  coordinator::SessionResult& session = outcome.session;
  const coordinator::PlayedRun& played = session.runs[run];
  auto events = session.take_events(played.number);
  if (!events) {
    return is_shown ? failure(ErrorCode::kSystem,
                              "the run ended before its events were collected: there is no trace, "
                              "no latencies, and no answer to --why")
                    : Result<void>();
  }
  auto trace = run_trace(head(outcome, run), session.placement, played, *std::move(events));
  auto latencies = trace
                       ? traces::latencies_of(
                             *trace, measured_ticks(given_.profile, trace->head().unit), is_to_stop)
                       : Result<statistics::Latencies>(tl::unexpected(trace.error()));
  if (!latencies) {
    return with_context(latencies.error(), "cannot record the events");
  }
  outcome.result.runs[run].latencies = std::move(*latencies);
  if (is_shown) {
    trace_ = std::move(*trace);
  }
  return {};
}

std::optional<coordinator::Failure> RunTrace::finish(RunOutcome& outcome, StatusLine& progress) {
  profiles::RunResult& result = outcome.result;
  if (!records_events(given_.trace, given_.profile) || result.runs.empty()) {
    return std::nullopt;
  }
  PendingSignals signals;
  std::optional<int> stopped;
  const auto is_to_stop = [&] {
    stopped = stopped ? stopped : signals.take();
    return stopped.has_value();
  };
  const std::size_t shown = profiles::shown_run(result);
  Result<void> done;
  std::size_t lost = 0;
  for (std::size_t run = 0; run < result.runs.size() && !stopped; ++run) {
    progress.show(fmt::format("reading the events of run {} of {}", run + 1, result.runs.size()),
                  {{"phase", "reading the events"}, {"run", run + 1}});
    const auto finished = finish_run(outcome, run, run == shown, is_to_stop);
    lost += finished ? 0 : 1;
    done = done ? finished : done;
  }
  progress.clear();
  if (stopped) {
    profiles::remove_latencies(result);
    trace_.reset();
    coordinator::Failure why = coordinator::stopped_by(*stopped);
    why.reason += "; there are no latencies, no trace, and no answer to --why";
    return why;
  }
  if (std::string note = profiles::unmeasured_note(result); !note.empty()) {
    result.notes.push_back(std::move(note));
  }
  if (!done && !outcome.failure) {  // a failure has its own note
    result.notes.push_back(lost_events_note(lost, result.runs.size(), done.error().message));
  }
  return done ? std::nullopt
              : std::optional(coordinator::refusal(ExitStatus::kIncomplete, done.error().message));
}

ExitStatus RunTrace::explain(profiles::RunResult& result) const {
  return explain_run(trace_, given_.profile, result, given_.common.color);
}

ExitStatus RunTrace::write() {
  StatusLine progress(progress_style(given_.progress, given_.common.quiet));
  return trace_ ? write_recorded(given_.common, outputs_, *trace_, progress) : ExitStatus::kDone;
}

}  // namespace dps::commands
