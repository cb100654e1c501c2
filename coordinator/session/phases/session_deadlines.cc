// SessionStates: the actions at instants, mainly at the deadlines of the phases.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/units.h"
#include "coordinator/session/phases/session_states.h"
#include "coordinator/session/phases/stop_details.h"

namespace dps::coordinator {

using control::SimulatorState;
using std::chrono::milliseconds;

void SessionStates::on_tick(TimePoint now) {
  now_ = now;
  const bool was_suspended = now - last_tick_ > input_.options.deadlines.silence;
  last_tick_ = now;
  if (is_over()) {
    return;
  }
  if (was_suspended) {
    tables_.heartbeats.refresh_all(now);
  }
  if (next_ping_ && now >= *next_ping_) {
    ping_all();
  }
  for (const std::uint32_t host : tables_.heartbeats.silent(now)) {
    lose_host(host, silent_agent(host, input_.options.deadlines.silence));
  }
  if (phase() == Phase::kFetch) {
    fetch();
  }
  check_timeout();
  check_end();
  check_begun();
  if (const auto due = failures_.due(); due && now >= *due) {
    stop(std::nullopt);
  }
  if (const auto deadline = deadline_of(phase_); deadline && now >= *deadline) {
    on_deadline();
  }
}

std::optional<TimePoint> SessionStates::next_tick() const {
  std::optional<TimePoint> next;
  if (is_over()) {
    return next;
  }
  const auto* running = std::get_if<RunPhase>(&phase_);
  const RunPhase run = running != nullptr ? *running : RunPhase{};
  for (const auto& moment : {deadline_of(phase_), failures_.due(), next_ping_, run.begun_by,
                             run.timeout, run.end, tables_.heartbeats.next()}) {
    if (moment && (!next || *moment < *next)) {
      next = moment;
    }
  }
  return next;
}

void SessionStates::check_timeout() {
  const auto* run = std::get_if<RunPhase>(&phase_);
  if (run != nullptr && run->timeout && now_ >= *run->timeout) {
    stop(refusal(ExitStatus::kTimeout, fmt::format("the run did not end within the {} of --timeout",
                                                   format_time(*input_.options.timeout))));
  }
}

/// Ends the run at the end of --for, unless it is failing.
void SessionStates::check_end() {
  auto* run = std::get_if<RunPhase>(&phase_);
  if (run == nullptr || !run->end || now_ < *run->end) {
    return;
  }
  run->end.reset();
  if (!failures_.has_causes()) {
    stop_all(true);
  }
}

/// Checks that every process has begun its run within a time limit after BEGIN. If a host has been
/// silent since then, the check is repeated after the next PING: the host answers, or it is lost.
void SessionStates::check_begun() {
  auto* run = std::get_if<RunPhase>(&phase_);
  if (run == nullptr || !run->begun_by || now_ < *run->begun_by) {
    return;
  }
  run->begun_by.reset();
  const milliseconds ping = input_.options.deadlines.ping;
  for (std::uint32_t p = 0; p < tables_.simulators.size(); ++p) {
    const ProcessId process{p};
    const std::uint32_t host = input_.host_of(process);
    const auto& newest = tables_.quiescence.newest(process);
    const bool has_begun = newest && newest->state > profiles::ProcessState::kReady;
    if (has_begun || !tables_.simulators.is_running(process)) {
      continue;
    }
    if (tables_.heartbeats.is_fresh(host, now_, ping)) {
      blame({CauseKind::kReport, host, process, "did not begin with the others",
             "the host may be overloaded"});
    } else {
      run->begun_by = now_ + ping;
    }
  }
}

/// Called when the deadline of the phase has passed.
void SessionStates::on_deadline() {
  switch (phase()) {
    case Phase::kHello:
      blame_hosts_without_agent();
      stop(std::nullopt);
      break;
    case Phase::kLaunch:
      stop(too_late("not all simulators were prepared in time", SimulatorState::kListening));
      break;
    case Phase::kConnect:
      stop(too_late("not all simulators were connected in time", SimulatorState::kReady));
      break;
    case Phase::kCollect:
      stop(too_late("the run is over, but not all of its records could be collected in time",
                    SimulatorState::kDrained, ExitStatus::kIncomplete));
      break;
    case Phase::kFetch:
      stop(refusal(ExitStatus::kIncomplete,
                   "the run is over, but not all of its events could be collected in time"));
      break;
    case Phase::kStop:
      end_run(true);
      break;
    case Phase::kRun:
    case Phase::kEnd:
      break;
  }
}

Failure SessionStates::too_late(const std::string& reason, SimulatorState state,
                                ExitStatus status) const {
  Failure late = refusal(status, reason);
  late.details = processes_not_in(state, tables_.simulators, input_.program, input_.placement);
  return late;
}

void SessionStates::blame_hosts_without_agent() {
  bool has_answer = false;
  for (std::uint32_t host = 0; host < tables_.hosts.size(); ++host) {
    has_answer = has_answer || tables_.hosts.hello(host);
  }
  for (std::uint32_t host = 0; host < tables_.hosts.size(); ++host) {
    if (!tables_.hosts.hello(host)) {
      const std::string words = outbox_.words_of(host);
      blame({CauseKind::kDeath, host, std::nullopt,
             "no agent answered in time" + (words.empty() ? "" : ": " + words),
             has_answer ? std::string() : input_.advice_if_none_answers});
    }
  }
}

void SessionStates::ping_all() {
  sender_.ping_all(now_);
  next_ping_ = now_ + input_.options.deadlines.ping;
}

std::string SessionStates::elapsed() const {
  const bool has_begun = series_.has_begun();
  const Seconds passed =
      std::max(now_ - (has_begun ? series_.begin() : started_), TimePoint::duration(0));
  const std::string which = series_.position() > 1
                                ? fmt::format("the start of run {}", series_.position())
                                : std::string("the start");
  return fmt::format("{} after {}", format_time(passed),
                     has_begun ? which : std::string("the launch"));
}

}  // namespace dps::coordinator
