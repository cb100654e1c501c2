// How a session ends: by its last run, by a failure, by a deadline or by a signal.
#include <algorithm>
#include <csignal>

#include <fmt/format.h>

#include "coordinator/session/deadlock_text.h"
#include "coordinator/session/session_states.h"

namespace dps::coordinator {

using control::SimulatorState;

namespace {

constexpr std::size_t kMostNamed = 10;
constexpr std::chrono::milliseconds kClockTrusted{1};
constexpr std::size_t kReportIndent = 2;  // of engine::deadlock_report; details have their own

/// At most so many lines; the rest is counted.
std::vector<std::string> shortened(std::vector<std::string> lines) {
  if (lines.size() > kMostNamed + 1) {
    const std::size_t more = lines.size() - kMostNamed;
    lines.resize(kMostNamed);
    lines.push_back(fmt::format("and {} more", more));
  }
  return lines;
}

/// What the counters say, in the form of a record: all that is left of a lost host.
profiles::ProcessRecord record_of(const Counters& counters, std::uint32_t run) {
  profiles::ProcessRecord record;
  record.run = run;
  record.state = counters.state;
  record.unit = counters.unit;
  record.position = counters.position;
  record.changed_ns = counters.changed_ns;
  record.times.real_ns = std::max<std::int64_t>(0, counters.changed_ns);
  record.traffic.msgs_out = counters.sent;
  record.traffic.msgs_in = counters.taken;
  record.late = counters.late;
  record.timers_pending = counters.timers_pending;
  return record;
}

}  // namespace

void SessionStates::blame(FailureCause cause) {
  const bool is_grave = cause.kind == CauseKind::kDeath;
  if (is_over() || verdict_ || !causes_.add(std::move(cause)) || phase_ == Phase::kStop) {
    return;
  }
  if (when_.empty()) {
    when_ = elapsed();
  }
  if (is_grave && (phase_ == Phase::kRun || phase_ == Phase::kCollect)) {
    stop(std::nullopt);
  } else if (!settled_) {
    settled_ = now_ + scene_.options.deadlines.settle;
  }
}

void SessionStates::lose_host(std::uint32_t host, FailureCause cause) {
  if (lost_hosts_[host]) {
    return;
  }
  lost_hosts_[host] = true;
  heartbeats_.forget(host);
  for (const ProcessId process : scene_.placement.processes_of(host)) {
    roster_.lose(process);
  }
  cause.what += std::string(" while ") + phase_name(phase_);
  blame(std::move(cause));
}

void SessionStates::on_lost(std::uint32_t host, const Error& why, TimePoint now,
                            const std::string& next_step) {
  now_ = now;
  if (is_over() || lost_hosts_[host]) {
    return;
  }
  lose_host(host, {CauseKind::kDeath, host, std::nullopt, why.message, next_step});
  if (phase_ == Phase::kStop) {
    end_if_stopped();
  }
}

void SessionStates::on_request(Failure why, TimePoint now) {
  now_ = now;
  stop(std::move(why));
}

void SessionStates::on_tick(TimePoint now) {
  now_ = now;
  const bool was_asleep = now - last_tick_ > scene_.options.deadlines.silence;
  last_tick_ = now;
  if (is_over()) {
    return;
  }
  if (was_asleep) {
    heartbeats_.pardon(now);
  }
  if (next_ping_ && now >= *next_ping_) {
    ping_all();
  }
  lose_silent_hosts();
  if (timeout_ && now >= *timeout_) {
    Failure timeout;
    timeout.status = ExitStatus::kTimeout;
    timeout.reason = fmt::format("the run did not end within the {} of --timeout",
                                 format_time(*scene_.options.timeout));
    stop(timeout);
  }
  if (begun_by_ && now >= *begun_by_) {
    check_begun();
  }
  if (settled_ && now >= *settled_) {
    stop(std::nullopt);
  }
  if (deadline_ && now >= *deadline_) {
    give_up();
  }
}

void SessionStates::lose_silent_hosts() {
  const std::chrono::duration<double> silence = scene_.options.deadlines.silence;
  for (const std::uint32_t host : heartbeats_.silent(now_)) {
    lose_host(host, {CauseKind::kDeath, host, std::nullopt,
                     fmt::format("no heartbeat for {} s", silence.count()),
                     "look whether the host and the way to it are up"});
  }
}

std::optional<TimePoint> SessionStates::next_tick() const {
  std::optional<TimePoint> next;
  if (is_over()) {
    return next;
  }
  for (const auto& moment :
       {deadline_, settled_, next_ping_, begun_by_, timeout_, heartbeats_.next()}) {
    if (moment && (!next || *moment < *next)) {
      next = moment;
    }
  }
  return next;
}

/// Stops what runs, for this reason or for the causes that have been heard.
void SessionStates::stop(std::optional<Failure> verdict) {
  if (is_over() || phase_ == Phase::kStop) {
    return;
  }
  verdict_ = std::move(verdict);
  if (verdict_ || when_.empty()) {
    when_ = elapsed();
  }
  settled_.reset();
  timeout_.reset();
  begun_by_.reset();
  if (phase_ != Phase::kRun) {
    end();
    return;
  }
  enter(Phase::kStop, now_ + scene_.options.deadlines.stop);
  control::StopFrame order;
  order.grace_ms = static_cast<std::uint32_t>(scene_.options.deadlines.grace.count());
  for (std::uint32_t host = 0; host < hosts_.size(); ++host) {
    send(host, order);
  }
  end_if_stopped();
}

void SessionStates::end_if_stopped() {
  if (!roster_.any_playing()) {
    end();
  }
}

/// The phase has taken too long.
void SessionStates::give_up() {
  Failure late;
  switch (phase_) {
    case Phase::kHello:
      for (std::uint32_t host = 0; host < hosts_.size(); ++host) {
        if (!hosts_[host].hello) {
          const std::string words = outbox_.words_of(host);
          blame({CauseKind::kDeath,
                 host,
                 std::nullopt,
                 "no agent answered in time" + (words.empty() ? "" : ": " + words),
                 {}});
        }
      }
      stop(std::nullopt);
      return;
    case Phase::kLaunch:
      late.reason = "not all simulators were prepared in time";
      late.details = who_lacks(SimulatorState::kListening);
      break;
    case Phase::kConnect:
      late.reason = "not all simulators were connected in time";
      late.details = who_lacks(SimulatorState::kReady);
      break;
    case Phase::kCollect:
      late.status = ExitStatus::kIncomplete;
      late.reason = "the run is over, but not all of its records could be collected in time";
      late.details = who_lacks(SimulatorState::kDrained);
      break;
    case Phase::kRun:
    case Phase::kStop:
    case Phase::kEnd:
      end();
      return;
  }
  stop(late);
}

void SessionStates::end() {
  keep_counters();
  for (auto& [process, lines] : output_) {
    for (const std::string& line : lines.finish()) {
      listener_.on_line(line);
    }
  }
  enter(Phase::kEnd, std::nullopt);
}

/// Of whoever could not hand in a record, the last reading.
void SessionStates::keep_counters() {
  for (std::uint32_t p = 0; p < roster_.size() && run_ > 0; ++p) {
    auto& record = roster_.run().records;
    const auto& newest = quiet_.newest(ProcessId{p});
    if (p < record.size() && !record[p] && newest) {
      record[p] = record_of(*newest, run_);
    }
  }
}

std::string SessionStates::elapsed() const {
  const bool has_begun = run_ > 0;
  const Seconds passed = std::max(now_ - (has_begun ? begin_ : started_), TimePoint::duration(0));
  const std::string which =
      run_ > 1 ? fmt::format("the start of run {}", run_) : std::string("the start");
  return fmt::format("{} after {}", format_time(passed),
                     has_begun ? which : std::string("the launch"));
}

std::vector<std::string> SessionStates::who_lacks(SimulatorState state) const {
  std::vector<std::string> lines;
  for (std::uint32_t p = 0; p < roster_.size(); ++p) {
    const ProcessId process{p};
    if (roster_.state(process) != state) {
      lines.push_back(fmt::format("'{}' on {} was {}", scene_.program.process_name(process),
                                  scene_.placement.host(process).name,
                                  control::phase_name(roster_.state(process))));
    }
  }
  return shortened(std::move(lines));
}

/// Where the processes were that had to be stopped.
std::vector<std::string> SessionStates::who_played() {
  std::vector<std::string> lines;
  for (std::uint32_t p = 0; p < roster_.size(); ++p) {
    const ProcessId process{p};
    const auto& ending = roster_.run().endings[p];
    const auto units = scene_.program.units_of(scene_.program.plan(process));
    if (ending && ending->ending == 0) {
      continue;
    }
    std::string line = fmt::format("'{}' ", scene_.program.process_name(process));
    if (!ending) {
      line += "did not answer";
    } else {
      line += ending->waiting ? "waited for a message" : "was at work";
      if (ending->unit < units.size()) {
        line +=
            fmt::format(" in unit '{}'",
                        scene_.program.tag(scene_.program.units[units[ending->unit]].definition));
      }
    }
    lines.push_back(std::move(line));
  }
  return shortened(std::move(lines));
}

Failure SessionStates::failure() {
  if (!verdict_) {
    return causes_.empty() ? Failure{ExitStatus::kFailed, "the session ended early", {}, {}}
                           : causes_.failure(scene_.program, scene_.placement, when_);
  }
  Failure failure = *verdict_;
  if (failure.status == ExitStatus::kDeadlock) {
    failure.details = deadlock_text(scene_.program, roster_.run().endings);
    failure.reason = failure.details.front();
    failure.details.erase(failure.details.begin());
    for (std::string& line : failure.details) {
      line.erase(0, std::min(line.find_first_not_of(' '), kReportIndent));
    }
    failure.next_step = "dps check plays the program and shows what it can find beforehand";
  } else if (failure.status == ExitStatus::kTimeout) {
    failure.details = who_played();
  }
  failure.reason += ", " + when_;
  return failure;
}

void SessionStates::tell_clocks() {
  for (std::uint32_t host = 0; host < hosts_.size() && !scene_.shares_clock; ++host) {
    const ClockReport clock = compare(clocks_[host], clocks_after_[host]);
    hosts_[host].clock_offset_ns = clock.offset_ns;
    hosts_[host].clock_error_ns = clock.error_ns;
    hosts_[host].clock_drift_ppm = clock.drift_ppm;
    if (std::chrono::nanoseconds(clock.error_ns) > kClockTrusted && run_ > 0) {
      notes_.push_back(
          fmt::format("the clock of {} is known to {} only: that much too early or late its "
                      "processes may have begun, and may the makespan be",
                      scene_.placement.hosts[host].name,
                      format_time(Seconds(std::chrono::nanoseconds(clock.error_ns)))));
    }
  }
}

SessionResult SessionStates::take_result() {
  SessionResult result;
  if (!is_over()) {
    keep_counters();
  }
  result.complete = is_done_;
  if (!is_done_) {
    result.failure = failure();
  }
  result.runs = std::move(runs_);
  if (!is_done_ && run_ > 0) {
    result.runs.push_back(std::move(roster_.run()));
  }
  tell_clocks();
  result.hosts = hosts_;
  result.notes = notes_;
  return result;
}

}  // namespace dps::coordinator
