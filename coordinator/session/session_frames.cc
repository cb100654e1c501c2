// What the agents and their simulators say.
#include <csignal>

#include <fmt/format.h>

#include "base/printable.h"
#include "coordinator/session/session_states.h"

namespace dps::coordinator {

using control::SimulatorState;

void SessionStates::on_frame(std::uint32_t host, const control::ReceivedFrame& received,
                             TimePoint now) {
  now_ = now;
  if (is_over() || lost_hosts_[host]) {
    return;
  }
  heartbeats_.heard(host, now);
  const std::uint32_t process = received.header.process;
  if (process == control::kAgentItself) {
    on_agent_frame(host, received.frame);
  } else if (process < roster_.size() && host_of(ProcessId{process}) == host) {
    on_process_frame(host, ProcessId{process}, received);
  } else {
    violation(host, fmt::format("a {} frame of process {}, which is not there",
                                control::name(received.header.kind), process));
  }
  advance();
}

void SessionStates::on_agent_frame(std::uint32_t host, const control::Frame& frame) {
  if (const auto* hello = std::get_if<control::HelloFrame>(&frame)) {
    on_hello(host, *hello);
  } else if (const auto* counters = std::get_if<control::CountersFrame>(&frame)) {
    on_counters(host, *counters);
  } else if (const auto* pong = std::get_if<control::PongFrame>(&frame)) {
    on_pong(host, *pong);
  } else if (const auto* failed = std::get_if<control::FailedFrame>(&frame)) {
    blame(cause_of(host, std::nullopt, *failed));
  } else if (const auto* lost = std::get_if<control::AgentLostFrame>(&frame)) {
    lose_host(host, cause_of(host, *lost));
  } else {
    violation(host, fmt::format("a {} frame of its own", control::name(control::kind_of(frame))));
  }
}

void SessionStates::on_process_frame(std::uint32_t host, ProcessId process,
                                     const control::ReceivedFrame& received) {
  const control::Frame& frame = received.frame;
  if (const auto* output = std::get_if<control::OutputFrame>(&frame)) {
    on_output(process, *output);
  } else if (const auto* stuck = std::get_if<control::StuckFrame>(&frame)) {
    listener_.on_line(fmt::format("warning: '{}' on {}: {}", scene_.program.process_name(process),
                                  scene_.placement.hosts[host].name, printable(stuck->what)));
  } else if (const auto* failed = std::get_if<control::FailedFrame>(&frame)) {
    blame(cause_of(host, process, *failed));
  } else if (const auto* died = std::get_if<control::DiedFrame>(&frame)) {
    on_died(host, process, *died);
  } else if (std::holds_alternative<control::LaunchedFrame>(frame)) {
    report_progress(false);
  } else if (const auto* record = std::get_if<control::RecordFrame>(&frame)) {
    on_record(process, *record);
  } else if (received.header.run != run_ || !roster_.advance(process, received.header.kind)) {
    violation(host, fmt::format("a {} frame of run {} for '{}', {} in run {}",
                                control::name(received.header.kind), received.header.run,
                                scene_.program.process_name(process),
                                control::phase_name(roster_.state(process)), run_));
  } else if (const auto* listening = std::get_if<control::ListeningFrame>(&frame)) {
    roster_.set_port(process, listening->port);
    report_progress(false);
  } else if (const auto* done = std::get_if<control::DoneFrame>(&frame)) {
    on_done(host, process, *done);
  }
}

/// Whatever came may have been the last that the phase waits for.
void SessionStates::advance() {
  if (phase_ == Phase::kStop) {
    end_if_stopped();
    return;
  }
  if (!causes_.empty()) {
    return;
  }
  if (phase_ == Phase::kLaunch && roster_.all_in(SimulatorState::kListening)) {
    send_peers();
  } else if (phase_ == Phase::kConnect && roster_.all_in(SimulatorState::kReady)) {
    begin_when_clocks_are_known();
  } else if (phase_ == Phase::kRun && roster_.all_in(SimulatorState::kDone)) {
    collect();
  } else if (phase_ == Phase::kCollect && roster_.all_in(SimulatorState::kDrained)) {
    close_books();
  }
}

void SessionStates::on_record(ProcessId process, const control::RecordFrame& frame) {
  auto record = profiles::decode_record(std::as_bytes(std::span(frame.record)));
  if (!record) {
    blame({CauseKind::kReport,
           host_of(process),
           process,
           "left a record that cannot be read: " + record.error().message,
           {}});
  } else if (run_ > 0 && record->run == run_) {
    roster_.set_record(process, *std::move(record));
  }
}

void SessionStates::on_done(std::uint32_t host, ProcessId process, const control::DoneFrame& done) {
  constexpr std::uint8_t kComplete = 0;
  constexpr std::uint8_t kStopped = 1;
  roster_.set_ending(process, done);
  report_progress(false);
  const bool was_asked = phase_ == Phase::kStop || servers_[index(process)].has_value();
  if (done.ending == kComplete) {
    quiet_.complete(process);
  } else if (!(done.ending == kStopped && was_asked) && phase_ != Phase::kStop) {
    blame(cause_of(host, process, done));
  }
}

void SessionStates::on_died(std::uint32_t host, ProcessId process, const control::DiedFrame& died) {
  const bool is_ours = died.signal == SIGKILL || died.signal == SIGTERM;
  roster_.lose(process);
  if (phase_ == Phase::kStop && is_ours) {
    return;
  }
  if (is_ours && servers_[index(process)]) {
    blame({CauseKind::kDeath,
           host,
           process,
           "is a server that did not stop when the run had ended",
           {}});
    return;
  }
  blame(cause_of(host, process, died, scene_.program));
}

void SessionStates::on_counters(std::uint32_t host, const control::CountersFrame& counters) {
  for (const Counters& one : counters.processes) {
    if (index(one.process) >= roster_.size() || host_of(one.process) != host) {
      violation(host, "a COUNTERS frame with a process that is not there");
      return;
    }
  }
  const Quiet quiet = quiet_.on_counters(host, counters.processes);
  report_progress(false);
  if (phase_ != Phase::kRun || !causes_.empty() || servers_end_ns_) {
    return;
  }
  if (quiet == Quiet::kDeadlock) {
    Failure deadlock;
    deadlock.status = ExitStatus::kDeadlock;
    stop(deadlock);
  } else if (quiet == Quiet::kServersOnly) {
    stop_servers();
  } else if (quiet_.wants_probe()) {
    quiet_.on_probe_sent(nanoseconds_of(now_));
    ping_all();
  }
}

void SessionStates::on_pong(std::uint32_t host, const control::PongFrame& pong) {
  HostClock& clock = phase_ == Phase::kCollect ? clocks_after_[host] : clocks_[host];
  clock.on_answer(pong.sent_ns, pong.received_ns, nanoseconds_of(now_));
  if (exchanges_to_go_[host] > 0 && --exchanges_to_go_[host] > 0) {
    send(host, control::PingFrame{nanoseconds_of(now_)});
  }
  quiet_.on_answer(host, pong.sent_ns);
}

void SessionStates::on_output(ProcessId process, const control::OutputFrame& output) {
  auto& lines = output_.try_emplace(process, scene_.program.process_name(process)).first->second;
  for (const std::string& line : lines.add(output)) {
    listener_.on_line(line);
  }
}

void SessionStates::violation(std::uint32_t host, const std::string& what) {
  lose_host(host, {CauseKind::kDeath, host, std::nullopt,
                   "the agent sent what the protocol does not allow: " + what,
                   "check that dps and dps-simulator are of the same build"});
}

}  // namespace dps::coordinator
