#include "coordinator/session/frames/frame_receiver.h"

#include <csignal>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "profiles/record.h"

namespace dps::coordinator {
namespace {

FrameEffect failed(FailureCause cause) {
  FrameEffect effect;
  effect.cause = std::move(cause);
  return effect;
}

FrameEffect lost(FailureCause cause) {
  FrameEffect effect = failed(std::move(cause));
  effect.loses_host = true;
  return effect;
}

FrameEffect violation(std::uint32_t host, const std::string& what) {
  return lost({CauseKind::kDeath, host, std::nullopt,
               "the agent violated the control protocol: " + what,
               "check that dps and dps-simulator are of the same build"});
}

}  // namespace

FrameEffect FrameReceiver::receive(std::uint32_t host, const control::ReceivedFrame& received,
                                   const FrameContext& context) {
  tables_.heartbeats.refresh(host, context.now);
  const std::uint32_t process = received.header.process;
  if (process == control::kAgentItself) {
    return on_agent_frame(host, received.frame, context);
  }
  if (process < tables_.simulators.size() && input_.host_of(ProcessId{process}) == host) {
    return on_process_frame(ProcessId{process}, received, context);
  }
  return violation(host, fmt::format("a {} frame of process {}, which is not on this host",
                                     control::name(received.header.kind), process));
}

void FrameReceiver::finish_output() {
  for (auto& [process, lines] : output_) {
    for (const std::string& line : lines.finish()) {
      listener_.on_line(line);
    }
  }
}

FrameEffect FrameReceiver::on_agent_frame(std::uint32_t host, const control::Frame& frame,
                                          const FrameContext& context) {
  if (const auto* hello = std::get_if<control::HelloFrame>(&frame)) {
    return on_hello(host, *hello, context.now);
  }
  if (const auto* counters = std::get_if<control::CountersFrame>(&frame)) {
    return on_counters(host, *counters);
  }
  if (const auto* pong = std::get_if<control::PongFrame>(&frame)) {
    return on_pong(host, *pong, context);
  }
  if (const auto* failure = std::get_if<control::FailedFrame>(&frame)) {
    return failed(cause_of(host, std::nullopt, *failure));
  }
  if (const auto* agent = std::get_if<control::AgentLostFrame>(&frame)) {
    return lost(cause_of(host, *agent));
  }
  return violation(host,
                   fmt::format("a {} frame of the agent", control::name(control::kind_of(frame))));
}

/// The frames that are handled first are sent by the agent about a process, in any state of its
/// simulator. All others are sent by the simulator, and must be allowed in its state.
FrameEffect FrameReceiver::on_process_frame(ProcessId process,
                                            const control::ReceivedFrame& received,
                                            const FrameContext& context) {
  const control::Frame& frame = received.frame;
  if (const auto* output = std::get_if<control::OutputFrame>(&frame)) {
    on_output(process, *output);
    return {};
  }
  if (const auto* stuck = std::get_if<control::StuckFrame>(&frame)) {
    on_stuck(process, *stuck);
    return {};
  }
  if (const auto* failure = std::get_if<control::FailedFrame>(&frame)) {
    return failed(cause_of(input_.host_of(process), process, *failure));
  }
  if (const auto* died = std::get_if<control::DiedFrame>(&frame)) {
    return on_died(process, *died, context.phase);
  }
  if (const auto* record = std::get_if<control::RecordFrame>(&frame)) {
    return on_record(process, *record, context.run);
  }
  if (const auto* events = std::get_if<control::EventsFrame>(&frame)) {
    return on_events(process, *events, context);
  }
  if (std::holds_alternative<control::LaunchedFrame>(frame)) {
    return {};
  }
  return on_simulator_frame(process, received, context);
}

FrameEffect FrameReceiver::on_simulator_frame(ProcessId process,
                                              const control::ReceivedFrame& received,
                                              const FrameContext& context) {
  const control::FrameHeader& header = received.header;
  if (header.run != context.run || !tables_.simulators.advance(process, header.kind)) {
    return violation(
        input_.host_of(process),
        fmt::format("a {} frame of run {} for '{}', {} in run {}", control::name(header.kind),
                    header.run, input_.program.process_name(process),
                    control::phase_name(tables_.simulators.state(process)), context.run));
  }
  if (const auto* listening = std::get_if<control::ListeningFrame>(&received.frame)) {
    tables_.simulators.set_port(process, listening->port);
  } else if (const auto* done = std::get_if<control::DoneFrame>(&received.frame)) {
    return on_done(process, *done, context.phase);
  }
  return {};
}

FrameEffect FrameReceiver::on_hello(std::uint32_t host, const control::HelloFrame& hello,
                                    TimePoint now) {
  tables_.hosts.set_hello(host, hello);
  tables_.heartbeats.watch(host, now);
  if (const auto excess = exceeds_host(tables_.needs[host], hello)) {
    return failed({CauseKind::kReport, host, std::nullopt, *excess, {}});
  }
  FrameEffect effect;
  if (const auto warning = crowded(tables_.needs[host], hello)) {
    effect.note = input_.placement.hosts[host].name + ": " + *warning;
  }
  return effect;
}

FrameEffect FrameReceiver::on_counters(std::uint32_t host, const control::CountersFrame& counters) {
  for (const Counters& one : counters.processes) {
    if (index(one.process) >= tables_.simulators.size() || input_.host_of(one.process) != host) {
      return violation(host, "a COUNTERS frame with a process that is not on this host");
    }
  }
  FrameEffect effect;
  effect.quiescence = tables_.quiescence.on_counters(host, counters.processes);
  return effect;
}

FrameEffect FrameReceiver::on_pong(std::uint32_t host, const control::PongFrame& pong,
                                   const FrameContext& context) {
  const ClockSeries series = context.phase == Phase::kCollect || context.phase == Phase::kFetch
                                 ? ClockSeries::kAfter
                                 : ClockSeries::kBefore;
  FrameEffect effect;
  effect.wants_ping = tables_.clocks.on_answer(host, pong, context.now, series);
  tables_.quiescence.on_answer(host, pong.sent);
  return effect;
}

/// Drops records of earlier runs, which may arrive after the next run has begun.
FrameEffect FrameReceiver::on_record(ProcessId process, const control::RecordFrame& frame,
                                     std::uint32_t run) {
  auto record = profiles::decode_record(frame.record);
  if (!record) {
    return failed({CauseKind::kReport,
                   input_.host_of(process),
                   process,
                   "left an unreadable record: " + record.error().message,
                   {}});
  }
  if (run > 0 && record->run == run) {
    tables_.simulators.set_record(process, *std::move(record));
  }
  return {};
}

FrameEffect FrameReceiver::on_events(ProcessId process, const control::EventsFrame& frame,
                                     const FrameContext& context) {
  const std::string wrong = context.phase == Phase::kFetch
                                ? fetch_.receive(process, frame)
                                : std::string("EVENTS while ") + phase_name(context.phase);
  return wrong.empty() ? FrameEffect{} : violation(input_.host_of(process), wrong);
}

FrameEffect FrameReceiver::on_done(ProcessId process, const control::DoneFrame& done, Phase phase) {
  tables_.simulators.set_ending(process, done);
  if (done.ending == events::Ending::kComplete) {
    tables_.quiescence.complete(process);
    return {};
  }
  const bool is_stopped_server =
      done.ending == events::Ending::kStopped && tables_.server_ends.is_stopped(process);
  if (is_stopped_server || phase == Phase::kStop) {
    return {};
  }
  return failed(cause_of(input_.host_of(process), process, done));
}

FrameEffect FrameReceiver::on_died(ProcessId process, const control::DiedFrame& died, Phase phase) {
  const std::uint32_t host = input_.host_of(process);
  const bool is_ours = died.signal == SIGKILL || died.signal == SIGTERM;  // sent because of STOP
  tables_.simulators.lose(process);
  if (is_ours && phase == Phase::kStop) {
    return {};
  }
  if (is_ours && tables_.server_ends.is_stopped(process)) {
    return failed({CauseKind::kDeath,
                   host,
                   process,
                   "is a server that did not stop when the run had ended",
                   {}});
  }
  return failed(cause_of(host, process, died, input_.program));
}

void FrameReceiver::on_output(ProcessId process, const control::OutputFrame& output) {
  auto& lines = output_.try_emplace(process, input_.program.process_name(process)).first->second;
  for (const std::string& line : lines.add(output)) {
    listener_.on_line(line);
  }
}

void FrameReceiver::on_stuck(ProcessId process, const control::StuckFrame& stuck) {
  listener_.on_line(fmt::format("warning: '{}' on {}: {}", input_.program.process_name(process),
                                input_.placement.host(process).name, printable(stuck.what)));
}

}  // namespace dps::coordinator
