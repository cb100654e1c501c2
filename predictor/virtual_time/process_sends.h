/// The sends of the processes of a prediction.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/check.h"
#include "base/ids.h"
#include "blueprint/engine/engine.h"
#include "blueprint/engine/unknown_origin.h"
#include "blueprint/events/process_events.h"
#include "predictor/machines/machine.h"
#include "predictor/virtual_time/processes.h"
#include "predictor/virtual_time/unfinished_sends.h"

namespace dps::predictor {

/// A sender pays for its message, which then enters the network. If the network blocks the send, or
/// if the send costs more CPU time after that, the send is unfinished until then. Functions that
/// return bool return true if the process continues at once.
template <events::ProcessEvents<Picoseconds> Events>
class ProcessSends {
 public:
  /// `processes` is borrowed.
  explicit ProcessSends(Processes<Events>& processes) : all_(processes) {}

  bool send(std::uint32_t self, const engine::Step& step);
  /// Begins a send; the message waits in its sender until it is paid for.
  bool queue(std::uint32_t self, const engine::Step& step);
  /// Called when the sender has paid for the message.
  bool enter_network(std::uint32_t self);
  /// Called when the network no longer blocks the send.
  bool release(std::uint32_t self);
  /// Called when the sender has also paid for the rest.
  void end_unfinished(std::uint32_t self);
  /// Stops a send that is under way when the run is stopped.
  void stop(std::uint32_t self);

  /// Called when the run reaches the process, which has run ahead to set a timer.
  void start_timer(std::uint32_t self);

 private:
  bool set_timer(std::uint32_t self, const engine::Step& step);
  [[nodiscard]] Request request_of(std::uint32_t self, const engine::Step& step);
  void report_admitted(std::uint32_t self, const engine::Step& step);
  bool pay_after(std::uint32_t self);
  void end(std::uint32_t self, const events::Message& message);

  Processes<Events>& all_;
  UnfinishedSends unfinished_;
};

template <events::ProcessEvents<Picoseconds> Events>
bool ProcessSends<Events>::send(std::uint32_t self, const engine::Step& step) {
  VirtualProcess& process = all_[self];
  process.component = step.output;
  process.is_outside = !step.in_functionality();
  const bool has_requests = all_.program.has_requests;
  if (has_requests && step.receiver == engine::kUnknownOrigin) [[unlikely]] {
    all_.fail(self, engine::unknown_origin_text(all_.program, step, process.engine.cause()));
    return false;
  }
  if (all_.program.outputs[step.output].delay || step.completes) {
    return set_timer(self, step);
  }
  Request request;
  if (has_requests) [[unlikely]] {
    request = request_of(self, step);
  }
  if (all_.program.outputs[step.output].window > 0) [[unlikely]] {
    report_admitted(self, step);
  }
  machines::MessageCost cost;
  process.message = all_.messages.begin(self, step, all_.time.now, *all_.time.network, cost);
  if (has_requests) [[unlikely]] {
    all_.messages.set_request(process.message, request);
  }
  process.after = cost.after;
  all_.events.send_begin(ProcessId{self}, step.output, all_.messages.event_of(process.message),
                         all_.time.now);
  return all_.use_cpu(self, ProcessPhase::kPaying, cost.pack, cost.send) && enter_network(self);
}

template <events::ProcessEvents<Picoseconds> Events>
bool ProcessSends<Events>::queue(std::uint32_t self, const engine::Step& step) {
  const Picoseconds now = all_.time.now;
  const engine::HeldMessage held = all_[self].engine.hold(step, now.count());
  if (held.request.begins) {
    all_.events.request_begin(ProcessId{self}, held.request.request, now);
  }
  all_.events.send_queued(ProcessId{self}, step.output, events::Queueing{held.number, held.length},
                          now);
  return true;
}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSends<Events>::report_admitted(std::uint32_t self, const engine::Step& step) {
  const engine::MessageWait wait = all_[self].engine.wait_of_message(all_.time.now.count());
  const events::Admission<Picoseconds> admission{step.receiver, wait.number,
                                                 Picoseconds(wait.since)};
  all_.events.send_admitted(ProcessId{self}, step.output, admission, all_.time.now);
}

/// Sets the request of the message of the step. Reports the start of the send.
template <events::ProcessEvents<Picoseconds> Events>
Request ProcessSends<Events>::request_of(std::uint32_t self, const engine::Step& step) {
  const Picoseconds now = all_.time.now;
  const auto [request, begins] = all_[self].engine.request_of_message(step, now.count());
  if (begins) {
    all_.events.request_begin(ProcessId{self}, request, now);
  }
  return request;
}

template <events::ProcessEvents<Picoseconds> Events>
bool ProcessSends<Events>::enter_network(std::uint32_t self) {
  const VirtualProcess& process = all_[self];
  all_.messages.sent(process.message);
  const events::Message event = all_.messages.event_of(process.message);
  const bool is_free = all_.time.network->enter(
      process.message, all_.messages[process.message].letter, all_.time.now);
  if (is_free && process.after == Picoseconds{}) {
    end(self, event);
    return true;
  }
  unfinished_.add(self, all_.list.size(), {event, process.since, process.user});
  if (is_free) {
    return pay_after(self);
  }
  all_.events.send_held(ProcessId{self}, process.component, event, all_.time.now);
  all_.enter(self, ProcessPhase::kHeld);
  all_.listen(self, true);
  return false;
}

template <events::ProcessEvents<Picoseconds> Events>
bool ProcessSends<Events>::release(std::uint32_t self) {
  DPS_CHECK(all_[self].phase == ProcessPhase::kHeld);
  all_.listen(self, false);
  all_.events.send_freed(ProcessId{self}, all_[self].component, unfinished_.of(self).message,
                         all_.time.now);
  return pay_after(self);
}

/// Called when the message is in the network, and its send still costs CPU time.
template <events::ProcessEvents<Picoseconds> Events>
bool ProcessSends<Events>::pay_after(std::uint32_t self) {
  if (!all_.use_cpu(self, ProcessPhase::kFinishing, Picoseconds{}, all_[self].after)) {
    return false;
  }
  end_unfinished(self);
  return true;
}

/// Ends the send; its message may have been taken by now, and the number used again.
template <events::ProcessEvents<Picoseconds> Events>
void ProcessSends<Events>::end_unfinished(std::uint32_t self) {
  const UnfinishedSend& send = unfinished_.of(self);
  all_[self].since = send.since;
  all_[self].user = send.packing;
  end(self, send.message);
}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSends<Events>::end(std::uint32_t self, const events::Message& message) {
  const VirtualProcess& process = all_[self];
  all_.events.send_end(ProcessId{self}, process.component, message, all_.span_of(process),
                       process.user);
  if (process.is_outside) [[unlikely]] {
    all_.events.collective_work(ProcessId{self}, all_.span_of(process));
  }
}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSends<Events>::stop(std::uint32_t self) {
  const VirtualProcess& process = all_[self];
  const bool has_paid = process.phase != ProcessPhase::kPaying;
  const events::Message message =
      has_paid ? unfinished_.of(self).message : all_.messages.event_of(process.message);
  const events::EventSpan<Picoseconds> span =
      has_paid ? events::EventSpan<Picoseconds>{unfinished_.of(self).since, all_.time.now}
               : all_.span_of(process);
  all_.events.send_failed(ProcessId{self}, process.component, message, span);
  if (process.is_outside) {
    all_.events.collective_work(ProcessId{self}, span);
  }
}

/// Sets a timer: a delayed message of the process to itself, which never enters the network. The
/// completion of a collective operation is due at once.
template <events::ProcessEvents<Picoseconds> Events>
bool ProcessSends<Events>::set_timer(std::uint32_t self, const engine::Step& step) {
  VirtualProcess& process = all_[self];
  const Picoseconds now = all_.time.now;
  const Picoseconds since = step.completes ? now
                            : step.fired_by_message
                                ? Picoseconds(static_cast<std::int64_t>(step.stamp))
                                : process.activated;
  process.message = all_.messages.set_timer(self, step, now, since);
  if (all_.program.has_requests) {
    all_.messages.set_request(process.message, request_of(self, step));
  }
  const events::Message event = all_.messages.event_of(process.message);
  if (step.completes) {
    all_.events.collective_end(ProcessId{self}, step.output,
                               events::OutputOperation{ProcessId{self}, step.operation, 0}, now);
  }
  all_.events.send_begin(ProcessId{self}, step.output, event, now);
  all_.events.send_end(ProcessId{self}, step.output, event,
                       events::EventSpan<Picoseconds>{now, now}, Picoseconds{});
  if (all_.time.is_ahead()) {
    all_.catch_up(self, ProcessPhase::kSettingTimer);
    return false;
  }
  start_timer(self);
  return true;
}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSends<Events>::start_timer(std::uint32_t self) {
  const std::uint32_t id = all_[self].message;
  const MessageUnderWay& timer = all_.messages[id];
  all_.time.timers.push(std::max(all_.time.now, timer.due), timer.sequence, id);
}

}  // namespace dps::predictor
