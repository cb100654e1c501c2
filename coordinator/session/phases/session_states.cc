#include "coordinator/session/phases/session_states.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "base/units.h"
#include "coordinator/session/address.h"
#include "coordinator/session/phases/stop_details.h"
#include "coordinator/session/results/record_books.h"

namespace dps::coordinator {

using control::SimulatorState;
using std::chrono::microseconds;
using std::chrono::milliseconds;

namespace {

/// The delay between sending BEGIN and its instant, in which the frames reach all processes.
constexpr milliseconds kBeginLead{10};
constexpr microseconds kBeginLeadPerProcess{100};

}  // namespace

SessionStates::SessionStates(const SessionInput& input, Outbox& outbox, ProgressListener& listener)
    : input_(input),
      outbox_(outbox),
      tables_(input),
      sender_(input, tables_, outbox),
      fetch_(input, tables_, sender_),
      receiver_(input, tables_, fetch_, listener),
      failures_(input.options.deadlines.settle),
      progress_(input_, tables_, listener),
      series_(input, tables_) {}

void SessionStates::start(TimePoint now) {
  now_ = started_ = last_tick_ = now;
  progress_.start(now);
  enter(HelloPhase{now + input_.options.deadlines.hello});
}

// --- from phase to phase -------------------------------------------------------------------------

void SessionStates::enter(const PhaseState& phase) {
  phase_ = phase;
  progress_.on_phase(phase_of(phase), series_.position(), series_.begin(), now_);
}

/// Enters the next phase if the current one is complete.
void SessionStates::advance() {
  if (phase() == Phase::kStop) {
    end_if_stopped();
    return;
  }
  if (phase() == Phase::kFetch) {
    fetch();
    return;
  }
  if (failures_.has_causes()) {
    return;
  }
  if (phase() == Phase::kHello && tables_.hosts.all_have_answered()) {
    launch();
  } else if (phase() == Phase::kLaunch && tables_.simulators.all_in(SimulatorState::kListening)) {
    connect();
  } else if (phase() == Phase::kConnect && tables_.simulators.all_in(SimulatorState::kReady)) {
    begin_when_clocks_are_known();
  } else if (phase() == Phase::kRun && tables_.simulators.all_in(SimulatorState::kDone)) {
    collect();
  } else if (phase() == Phase::kCollect && is_ended_) {
    end_if_collected();
  } else if (phase() == Phase::kCollect && tables_.simulators.all_in(SimulatorState::kDrained)) {
    close_books();
  }
}

void SessionStates::launch() {
  if (!input_.shares_clock) {
    for (FailureCause& cause : unreachable_addresses(input_.placement)) {
      blame(std::move(cause));
    }
  }
  if (failures_.has_causes()) {
    return;
  }
  if (auto lacking = lacking_timings(input_.program, input_.placement, input_.options.timings)) {
    stop(refusal(ExitStatus::kInputWrong, *lacking));
    return;
  }
  enter(LaunchPhase{now_ + input_.options.deadlines.launch});
  ping_all();
  sender_.launch();
}

/// The timeout of the simulators is shorter than that of the phase, so that a simulator can still
/// report the peers that it did not reach. A simulator touches its buffers before it connects, and
/// its peers wait for it meanwhile.
void SessionStates::connect() {
  const Deadlines& deadlines = input_.options.deadlines;
  const auto connections = static_cast<std::int64_t>(most_connections(tables_.needs));
  const auto mebibytes = static_cast<std::int64_t>(most_touched(tables_.needs) >> 20U);
  const auto timeout =
      std::chrono::ceil<milliseconds>(deadlines.ready + deadlines.per_connection * connections +
                                      deadlines.per_mebibyte * mebibytes);
  enter(ConnectPhase{now_ + timeout + deadlines.failure_report});
  ping_all();
  sender_.connect(timeout);
}

/// The clocks are measured when all simulators are connected. The hosts are idle then, so that
/// round trips are short.
void SessionStates::begin_when_clocks_are_known() {
  if (!std::exchange(std::get<ConnectPhase>(phase_).reads_clocks, true)) {
    tables_.clocks.begin_series();
    ping_all();
  }
  if (tables_.clocks.is_series_complete()) {
    begin_run();
  }
}

void SessionStates::begin_run() {
  const Deadlines& deadlines = input_.options.deadlines;
  const std::uint32_t fullest = most_processes(tables_.needs);
  const TimePoint begin =
      now_ + kBeginLead + kBeginLeadPerProcess * fullest + 2 * tables_.clocks.largest_error();
  series_.begin_run(begin);
  tables_.simulators.begin_run(series_.number());
  tables_.quiescence.restart();
  tables_.server_ends.restart();
  RunPhase run{begin + deadlines.begin + deadlines.per_process * fullest, {}, {}};
  if (input_.options.timeout) {
    run.timeout = begin + std::chrono::ceil<milliseconds>(*input_.options.timeout);
  }
  if (input_.options.end) {
    run.end = begin + std::chrono::ceil<microseconds>(*input_.options.end);
  }
  enter(run);
  sender_.begin(series_.number(), begin);
}

/// Stops the servers: all other processes are complete, and no message is in transit.
void SessionStates::stop_servers() {
  tables_.server_ends.begin(tables_.quiescence.quiet_since());
  std::vector<ProcessId> servers;
  for (std::uint32_t p = 0; p < tables_.simulators.size(); ++p) {
    const ProcessId process{p};
    if (tables_.simulators.is_running(process)) {
      tables_.server_ends.stop(process, *tables_.quiescence.newest(process));
      servers.push_back(process);
    }
  }
  sender_.stop(servers);
}

void SessionStates::collect() {
  enter(CollectPhase{now_ + input_.options.deadlines.collect});
  tables_.clocks.begin_series();
  ping_all();
  sender_.drain(sent_to(tables_.simulators.run().records));
}

void SessionStates::close_books() {
  PlayedRun& run = tables_.simulators.run();
  const profiles::MessageBooks books = books_of(run.records);
  const profiles::BookRow* wrong = books.first_unbalanced();
  if (wrong == nullptr) {
    run.books = books.limited(input_.program);
    tables_.server_ends.trim(run.records);
    end_run(false);
    return;
  }
  const blueprint::Program& program = input_.program;
  Failure unbalanced;
  unbalanced.reason = fmt::format(
      "the message counts of run {} do not balance: '{}' sent {} '{}' to '{}', which took {} and "
      "had "
      "{} late",
      series_.number(), program.process_name(ProcessId{wrong->from}), wrong->sent,
      program.mtag(wrong->mid), program.process_name(ProcessId{wrong->to}), wrong->taken,
      wrong->late);
  unbalanced.next_step = "this is a bug in dps or in its transport; please report it";
  stop(unbalanced);
}

/// Fetches the events if the run is traced. `is_last`: the session then ends, with this run.
void SessionStates::end_run(bool is_last) {
  const bool is_shown = is_last || !series_.is_warmup();
  if (!input_.options.trace || !is_shown || !series_.has_begun()) {
    is_last ? end() : finish_run();
    return;
  }
  enter(FetchPhase{now_ + input_.options.deadlines.collect, is_last});
  if (is_last) {  // otherwise the clocks are being measured since the run has ended
    tables_.clocks.begin_series();
    ping_all();
  }
  fetch();
}

/// Begins to fetch when the clocks have been measured: events on their way make round trips longer.
void SessionStates::fetch() {
  if (!fetch_.has_begun() && tables_.clocks.is_series_complete()) {
    fetch_.begin(series_.no_events_yet());
  }
  if (!fetch_.is_complete()) {
    return;
  }
  series_.add_events(fetch_.take());
  if (fetching()->is_last) {
    end();
  } else {
    finish_run();
  }
}

void SessionStates::finish_run() {
  series_.finish_run() ? end() : begin_run();
}

/// Stops the session with this verdict or, without one, for the causes so far.
void SessionStates::stop(std::optional<Failure> verdict) {
  if (is_over() || phase() == Phase::kStop) {
    return;
  }
  const bool has_failed = phase() == Phase::kFetch && fetching()->is_last;
  if (!has_failed || is_ended_) {
    failures_.stop(std::move(verdict), elapsed());
  }
  if (phase() == Phase::kFetch) {
    end();
    return;
  }
  if (phase() != Phase::kRun) {
    end_run(true);
    return;
  }
  stop_all(false);
}

void SessionStates::stop_all(bool is_end) {
  is_ended_ = is_end;
  enter(StopPhase{now_ + input_.options.deadlines.stop});
  sender_.stop_all();
  end_if_stopped();
}

void SessionStates::end_if_stopped() {
  if (tables_.simulators.any_running()) {
    return;
  }
  if (is_ended_ && !failures_.has_causes()) {
    collect_late();
  } else {
    end_run(true);
  }
}

/// Called after the end of --for: gets the last records of the processes that were complete before,
/// which have counted late messages since. Messages under way remain so.
void SessionStates::collect_late() {
  enter(CollectPhase{now_ + input_.options.deadlines.collect});
  sender_.drain_complete();
  end_if_collected();
}

void SessionStates::end_if_collected() {
  if (tables_.simulators.count_in(SimulatorState::kDraining) == 0) {
    end_run(true);
  }
}

void SessionStates::end() {
  if (fetch_.has_begun()) {  // the fetch was stopped
    series_.add_events(fetch_.take());
  }
  series_.fill_missing_records();
  if (is_ended_ && failures_.verdict() == nullptr && !failures_.has_causes()) {
    series_.add_note(note_of_end(input_.program, tables_.simulators.run(), *input_.options.end));
    series_.finish_run();
  }
  receiver_.finish_output();
  enter(EndPhase{});
}

// --- frames and failures -------------------------------------------------------------------------

void SessionStates::on_frame(std::uint32_t host, const control::ReceivedFrame& received,
                             TimePoint now) {
  now_ = now;
  if (is_over() || is_lost(host)) {
    return;
  }
  apply(host, receiver_.receive(host, received, {phase(), series_.number(), now}));
  if (fetching() != nullptr && received.header.kind == control::FrameKind::kEvents) {
    fetching()->deadline = now + input_.options.deadlines.collect;
  }
  progress_.on_change(now);
  advance();
}

void SessionStates::apply(std::uint32_t host, const FrameEffect& effect) {
  if (!effect.note.empty()) {
    series_.add_note(effect.note);
  }
  if (effect.wants_ping) {
    sender_.ping(host, now_);
  }
  if (effect.cause && effect.loses_host) {
    lose_host(host, *effect.cause);
  } else if (effect.cause) {
    blame(*effect.cause);
  }
  on_quiescence(effect.quiescence);
}

void SessionStates::on_quiescence(Quiescence quiescence) {
  if (phase() != Phase::kRun || failures_.has_causes() || tables_.server_ends.has_begun()) {
    return;
  }
  if (quiescence == Quiescence::kDeadlock) {
    stop(refusal(ExitStatus::kDeadlock, ""));  // the text is added when all have stopped
  } else if (quiescence == Quiescence::kServersOnly) {
    stop_servers();
  } else if (tables_.quiescence.wants_probe()) {
    tables_.quiescence.on_probe_sent(now_.time_since_epoch());
    ping_all();
  }
}

void SessionStates::blame(FailureCause cause, const std::string& when) {
  const bool is_running =
      phase() == Phase::kRun || phase() == Phase::kCollect || phase() == Phase::kFetch;
  if (!is_over() && failures_.add(std::move(cause), is_running, now_, when)) {
    stop(std::nullopt);
  }
}

void SessionStates::lose_host(std::uint32_t host, FailureCause cause) {
  tables_.hosts.lose(host);
  tables_.heartbeats.forget(host);
  tables_.clocks.forget(host);
  for (const ProcessId process : input_.placement.processes_of(host)) {
    tables_.simulators.lose(process);
  }
  fetch_.skip_lost();
  cause.what += std::string(" while ") + phase_name(phase());
  // The time of a refused start is that of the launcher, which helps nobody.
  blame(std::move(cause), phase() == Phase::kHello ? "" : elapsed());
}

void SessionStates::on_lost(std::uint32_t host, const Error& why, TimePoint now,
                            const std::string& next_step) {
  now_ = now;
  if (is_over() || is_lost(host)) {
    return;
  }
  lose_host(host, {CauseKind::kDeath, host, std::nullopt, why.message, next_step});
  if (phase() == Phase::kStop) {
    end_if_stopped();
  } else if (phase() == Phase::kFetch) {
    fetch();
  }
}

void SessionStates::on_request(Failure why, TimePoint now) {
  now_ = now;
  stop(std::move(why));
}

SessionResult SessionStates::take_result() {
  if (!is_over()) {
    series_.fill_missing_records();
  }
  std::optional<Failure> failure;
  if (!series_.is_complete()) {
    if (Failure* const verdict = failures_.verdict()) {
      add_details(*verdict, input_.program, tables_.simulators.run());
    }
    failure = failures_.failure(input_.program, input_.placement);
    add_common_waits(*failure, input_.program, tables_.simulators.run());
  }
  SessionResult result = series_.take();
  result.failure = std::move(failure);
  return result;
}

}  // namespace dps::coordinator
