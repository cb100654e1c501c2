#include "coordinator/session/frames/command_sender.h"

#include <cstddef>
#include <map>
#include <variant>

#include "transport/control/frame_stream.h"

namespace dps::coordinator {
namespace {

control::StopFrame stop_frame(const Deadlines& deadlines) {
  control::StopFrame frame;
  frame.grace_ms = static_cast<std::uint32_t>(deadlines.grace.count());
  return frame;
}

}  // namespace

CommandSender::CommandSender(const SessionInput& input, SessionTables& tables, Outbox& outbox)
    : input_(input),
      tables_(tables),
      outbox_(outbox),
      frames_(input.program, input.placement, input.options, input.flows) {}

void CommandSender::ping(std::uint32_t host, TimePoint now) {
  send(host, control::PingFrame{now.time_since_epoch()});
}

void CommandSender::ping_all(TimePoint now) {
  for (std::uint32_t host = 0; host < tables_.hosts.size(); ++host) {
    if (tables_.hosts.hello(host)) {
      ping(host, now);
    }
  }
}

void CommandSender::launch() {
  for (std::uint32_t host = 0; host < tables_.hosts.size(); ++host) {
    send(host, frames_.launch(host));
  }
  RunSecret secret;
  secret.draw();
  for (std::uint32_t p = 0; p < process_count(); ++p) {
    control::Frame plan = frames_.plan(ProcessId{p}, secret);
    send(ProcessId{p}, plan);
    control::wipe(std::get<control::PlanFrame>(plan).secret);
  }
}

void CommandSender::connect(std::chrono::milliseconds timeout) {
  for (std::uint32_t p = 0; p < process_count(); ++p) {
    send(ProcessId{p}, frames_.peers(ProcessId{p}, tables_.simulators.ports(),
                                     static_cast<std::uint32_t>(timeout.count())));
  }
}

void CommandSender::begin(std::uint32_t run, TimePoint instant) {
  run_ = run;
  for (std::uint32_t p = 0; p < process_count(); ++p) {
    const std::uint32_t host = input_.host_of(ProcessId{p});
    send(ProcessId{p},
         control::BeginFrame{instant.time_since_epoch() + tables_.clocks.offset(host)});
  }
}

void CommandSender::drain(std::span<const std::uint64_t> expected) {
  for (std::uint32_t p = 0; p < process_count(); ++p) {
    send(ProcessId{p}, control::DrainFrame{expected[p]});
  }
}

void CommandSender::drain_complete() {
  const auto& endings = tables_.simulators.run().endings;
  for (std::uint32_t p = 0; p < process_count(); ++p) {
    if (endings[p] && endings[p]->ending == events::Ending::kComplete) {
      send(ProcessId{p}, control::DrainFrame{0});
    }
  }
}

void CommandSender::fetch(ProcessId process, std::uint64_t position, std::uint32_t most) {
  send(input_.host_of(process), control::FetchFrame{process, position, most});
}

void CommandSender::stop_all() {
  for (std::uint32_t host = 0; host < tables_.hosts.size(); ++host) {
    send(host, stop_frame(input_.options.deadlines));
  }
}

void CommandSender::stop(const std::vector<ProcessId>& processes) {
  std::map<std::uint32_t, control::StopFrame> frames;  // by host
  for (const ProcessId process : processes) {
    const auto at =
        frames.try_emplace(input_.host_of(process), stop_frame(input_.options.deadlines)).first;
    at->second.processes.push_back(process);
  }
  for (const auto& [host, frame] : frames) {
    send(host, frame);
  }
}

void CommandSender::send(std::uint32_t host, const control::Frame& frame) {
  if (!tables_.hosts.is_lost(host)) {
    outbox_.send(host, frame, control::kAgentItself, run_);
  }
}

void CommandSender::send(ProcessId process, const control::Frame& frame) {
  const std::uint32_t host = input_.host_of(process);
  if (!tables_.hosts.is_lost(host) && !tables_.simulators.is_lost(process)) {
    tables_.simulators.advance(process, control::kind_of(frame));
    outbox_.send(host, frame, index(process), run_);
  }
}

std::uint32_t CommandSender::process_count() const {
  return static_cast<std::uint32_t>(tables_.simulators.size());
}

}  // namespace dps::coordinator
