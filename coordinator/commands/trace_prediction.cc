#include "coordinator/commands/trace_prediction.h"

#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "coordinator/cli/command_output.h"
#include "coordinator/cli/pending_signals.h"
#include "coordinator/cli/saved_result.h"
#include "coordinator/tracing/trace_head.h"
#include "profiles/view.h"
#include "traces/summary.h"

namespace dps::coordinator {
namespace {

/// An instant in picoseconds, or the end of time.
traces::Ticks ticks_of(Seconds time) {
  constexpr double kPerSecond = 1e12;
  const double ticks = time.count() * kPerSecond;
  return ticks < static_cast<double>(traces::kMostTicks) ? std::llround(ticks) : traces::kMostTicks;
}

traces::Limits limits_of(const CommandLine& line) {
  traces::Limits limits;
  limits.events = line.trace_limit.value_or(limits.events);
  limits.keep = line.trace_keep;
  limits.from = line.trace_from ? ticks_of(*line.trace_from) : limits.from;
  limits.to = line.trace_to ? ticks_of(*line.trace_to) : limits.to;
  return limits;
}

/// Adds the hosts that serve processes, in the order of the machine. Without hosts, the machine is
/// one.
void place(traces::TraceHead& head, const PlacedProgram& placed) {
  const auto hosts = placed.machine.hosts();
  if (hosts.empty()) {
    head.hosts.push_back({printable(placed.machine.summary().name), 0, 0});
    return;
  }
  std::map<std::uint32_t, std::uint32_t> serving;  // host of the machine: host of the trace
  for (const std::uint32_t host : placed.host_of_process) {
    serving[host] = 0;
  }
  for (auto& [host, position] : serving) {
    position = static_cast<std::uint32_t>(head.hosts.size());
    head.hosts.push_back({printable(hosts[host].name), 0, 0});
  }
  for (std::size_t p = 0; p < head.processes.size(); ++p) {
    head.processes[p].host = serving[placed.host_of_process[p]];
  }
}

}  // namespace

traces::TraceHead PredictionTrace::head(std::size_t run) const {
  traces::TraceHead head = trace_head_of(placed_.program);
  head.blueprint = printable(input_name(line_.file));
  head.machine = printable(input_name(line_.machine));
  head.seed = line_.seed;
  head.run = static_cast<std::uint32_t>(run + 1);
  head.limits = limits_of(line_);
  place(head, placed_);
  return head;
}

Result<traces::Spool> PredictionTrace::make_spool(std::size_t run) const {
  return traces::Spool::make(head(run));
}

Result<void> PredictionTrace::begin(predictor::PredictionOptions& options) {
  if (outputs_.empty() || repetition_of(line_).runs > 1) {
    return {};
  }
  auto spool = make_spool(0);
  if (!spool) {
    return tl::unexpected(spool.error());
  }
  options.trace = &spool_.emplace(std::move(*spool));
  return {};
}

ExitStatus PredictionTrace::repeat(predictor::PredictionOptions options, std::size_t shown) {
  auto spool = make_spool(shown);
  if (!spool) {
    return print_error(spool.error().message, ExitStatus::kIncomplete);
  }
  PendingSignals signals;
  std::optional<int> stopped;
  options.trace = &spool_.emplace(std::move(*spool));
  options.chance = chance_of(line_, shown);
  options.is_to_stop = [&](const predictor::PredictionProgress& /*progress*/) {
    stopped = stopped ? stopped : signals.take();
    return stopped.has_value();
  };
  const auto again =
      predictor::predict(placed_.program, placed_.machine, placed_.host_of_process, options);
  if (stopped) {
    const Failure why = stopped_by(*stopped);
    return print_error(why.reason + "; the trace is not written", why.status);
  }
  return again ? ExitStatus::kDone : print_error(again.error().message, ExitStatus::kInputWrong);
}

ExitStatus PredictionTrace::write(const predictor::PredictionOptions& options,
                                  const profiles::RunResult& result,
                                  const std::optional<Failure>& failure, StatusLine& progress) {
  if (outputs_.empty()) {
    return ExitStatus::kDone;
  }
  const std::size_t shown = profiles::shown_run(result);
  const bool has_failed = failure && shown + 1 == result.runs.size();
  if (!spool_ && has_failed && failure->status != ExitStatus::kDeadlock) {
    return print_error("no trace is written: the run that is printed was stopped",
                       ExitStatus::kIncomplete);
  }
  if (!spool_) {
    progress.show("recording the trace of the run that is printed");
    if (const ExitStatus status = repeat(options, shown); status != ExitStatus::kDone) {
      progress.clear();
      return status;
    }
  }
  progress.show("writing the trace");
  const auto trace = spool_->finish(has_failed ? failure->reason : "");
  if (!trace) {
    progress.clear();
    return print_error("cannot record the trace: " + trace.error().message,
                       ExitStatus::kIncomplete);
  }
  const ExitStatus status = outputs_.write(*trace);
  progress.clear();
  if (trace->head().has_reached_limit() && !line_.quiet) {
    fmt::print(stderr, "dps: note: the trace leaves out {}\n",
               traces::left_out_text(trace->head()));
  }
  return status;
}

}  // namespace dps::coordinator
