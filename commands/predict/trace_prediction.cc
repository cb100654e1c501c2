#include "commands/predict/trace_prediction.h"

#include <map>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "base/processes/pending_signals.h"
#include "commands/cli/saved_result.h"
#include "commands/predict/prediction_input.h"
#include "commands/tracing/explain_run.h"
#include "commands/tracing/trace_head.h"
#include "predictor/machines/topology.h"
#include "predictor/machines/topology_names.h"
#include "predictor/what_if/network_of_trace.h"
#include "profiles/causes/named_why.h"
#include "profiles/view.h"

namespace dps::commands {
namespace {

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
    head.hosts.push_back(
        {printable(hosts[host].name), 0, 0, hosts[host].cores, hosts[host].turn.count()});
  }
  for (std::size_t p = 0; p < head.processes.size(); ++p) {
    head.processes[p].host = serving[placed.host_of_process[p]];
  }
}

}  // namespace

traces::TraceHead PredictionTrace::head(std::size_t run) const {
  traces::TraceHead head = trace_head_of(placed_.program);
  head.blueprint = printable(input_name(given_.blueprint.file));
  head.machine = printable(changed_machine_name(given_.machine));
  head.seed = given_.blueprint.seed;
  head.run = static_cast<std::uint32_t>(run + 1);
  head.limits = trace_limits_of(given_.trace, traces::TimeUnit::kPicoseconds);
  place(head, placed_);
  return head;
}

Result<traces::Spool> PredictionTrace::make_spool(std::size_t run) const {
  auto spool = traces::Spool::make(head(run));
  if (spool && !outputs_.empty()) {
    spool->collect_links();
  }
  return spool;
}

Result<void> PredictionTrace::begin(predictor::PredictionOptions& options) {
  if (!is_wanted() || repetition_of(given_.repetition).runs > 1) {
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
    return print_error(spool.error().message, ExitStatus::kIncomplete, given_.common.color);
  }
  PendingSignals signals;
  std::optional<int> stopped;
  options.trace = &spool_.emplace(std::move(*spool));
  options.chance = chance_of({given_.blueprint.seed, given_.repetition}, shown);
  options.is_to_stop = [&](const predictor::PredictionProgress& /*progress*/) {
    stopped = stopped ? stopped : signals.take();
    return stopped.has_value();
  };
  const auto again =
      predictor::predict(placed_.program, placed_.machine, placed_.host_of_process, options);
  if (stopped) {
    const coordinator::Failure why = coordinator::stopped_by(*stopped);
    return print_error(why.reason + "; the events of the run are not recorded", why.status,
                       given_.common.color);
  }
  return again ? ExitStatus::kDone
               : print_error(again.error().message, ExitStatus::kInputWrong, given_.common.color);
}

ExitStatus PredictionTrace::finish(const predictor::PredictionOptions& options,
                                   const profiles::RunResult& result,
                                   const std::optional<coordinator::Failure>& failure,
                                   StatusLine& progress) {
  if (!is_wanted()) {
    return ExitStatus::kDone;
  }
  const std::size_t shown = profiles::shown_run(result);
  const bool has_failed = failure && shown + 1 == result.runs.size();
  if (!spool_ && has_failed && failure->status != ExitStatus::kDeadlock) {
    return print_error(
        "the run that is printed was stopped, so its events are not recorded: there is no trace, "
        "and no answer to --why",
        ExitStatus::kIncomplete, given_.common.color);
  }
  if (!spool_) {
    progress.show("recording the events of the run that is printed",
                  {{"phase", "recording the events"}});
    const ExitStatus status = repeat(options, shown);
    progress.clear();
    if (status != ExitStatus::kDone) {
      spool_.reset();
      return status;
    }
  }
  auto trace = spool_->finish(has_failed ? failure->reason : "");
  if (!trace) {
    return print_error("cannot record the events: " + trace.error().message,
                       ExitStatus::kIncomplete, given_.common.color);
  }
  if (const machines::Topology* topology = placed_.machine.parts().topology; topology != nullptr) {
    trace->name_links([&](std::uint32_t link) {
      return printable(machines::link_name(*topology, placed_.machine.hosts(), link));
    });
  }
  trace_ = std::move(*trace);
  return ExitStatus::kDone;
}

std::optional<profiles::Why> PredictionTrace::explain(ExitStatus& status,
                                                      StatusLine& progress) const {
  if (!trace_ || !is_explained()) {
    return std::nullopt;
  }
  progress.show("looking for the critical path");
  predictor::NetworkOfTrace network(placed_.program, placed_.machine, placed_.host_of_process);
  auto why = profiles::why_of(*trace_, &network);
  progress.clear();
  return value_or_report(std::move(why), status);
}

std::optional<profiles::Slow> PredictionTrace::explain_slow(ExitStatus& status,
                                                            StatusLine& progress) const {
  if (!trace_ || !given_.profile.slow) {
    return std::nullopt;
  }
  progress.show("looking for the slow request");
  predictor::NetworkOfTrace network(placed_.program, placed_.machine, placed_.host_of_process);
  auto slow = profiles::slow_of(*trace_, slow_question(given_.profile, trace_->head()), &network);
  progress.clear();
  return value_or_report(std::move(slow), status);
}

/// Prints the error, if there is one.
template <typename Reason>
std::optional<Reason> PredictionTrace::value_or_report(Result<Reason> reason,
                                                       ExitStatus& status) const {
  if (reason) {
    return *std::move(reason);
  }
  const ExitStatus failed = print_error("cannot explain the run: " + reason.error().message,
                                        ExitStatus::kIncomplete, given_.common.color);
  status = first_failure(status, failed);
  return std::nullopt;
}

ExitStatus PredictionTrace::write(StatusLine& progress) {
  return trace_ ? write_recorded(given_.common, outputs_, *trace_, progress) : ExitStatus::kDone;
}

}  // namespace dps::commands
