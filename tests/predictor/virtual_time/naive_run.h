/// The naive model of a prediction (naive_processes.h): its messages, and the ends of the actions
/// of processes.
#pragma once

#include <algorithm>
#include <cstdint>

#include "tests/predictor/virtual_time/naive_processes.h"

namespace dps::predictor::naive {

template <events::ProcessEvents<Picoseconds> Events>
bool Run<Events>::send(std::uint32_t self, const engine::Step& step) {
  VirtualProcess& process = list[self];
  process.component = step.output;
  process.is_outside = !step.in_functionality();
  if (program_.outputs[step.output].delay || step.completes) {
    set_timer(self, step);
    return true;
  }
  if (program_.outputs[step.output].window > 0) {
    report_admitted(self, step);
  }
  machines::MessageCost cost;
  process.message = messages.begin(self, step, time.now, *time.network, cost);
  process.after = cost.after;
  events_.send_begin(ProcessId{self}, step.output, messages.event_of(process.message), time.now);
  return use_cpu(self, ProcessPhase::kPaying, cost.pack, cost.send) && enter_network(self);
}

template <events::ProcessEvents<Picoseconds> Events>
void Run<Events>::queue(std::uint32_t self, const engine::Step& step) {
  const engine::HeldMessage held = list[self].engine.hold(step, time.now.count());
  events_.send_queued(ProcessId{self}, step.output, events::Queueing{held.number, held.length},
                      time.now);
}

template <events::ProcessEvents<Picoseconds> Events>
void Run<Events>::report_admitted(std::uint32_t self, const engine::Step& step) {
  const engine::MessageWait wait = list[self].engine.wait_of_message(time.now.count());
  const events::Admission<Picoseconds> admission{step.receiver, wait.number,
                                                 Picoseconds(wait.since)};
  events_.send_admitted(ProcessId{self}, step.output, admission, time.now);
}

template <events::ProcessEvents<Picoseconds> Events>
void Run<Events>::set_timer(std::uint32_t self, const engine::Step& step) {
  const Picoseconds since = step.completes ? time.now
                            : step.fired_by_message
                                ? Picoseconds(static_cast<std::int64_t>(step.stamp))
                                : list[self].activated;
  const std::uint32_t id = messages.set_timer(self, step, time.now, since);
  if (step.completes) {
    events_.collective_end(ProcessId{self}, step.output,
                           events::OutputOperation{ProcessId{self}, step.operation, 0}, time.now);
  }
  events_.send_begin(ProcessId{self}, step.output, messages.event_of(id), time.now);
  timers_.push_back({std::max(time.now, messages[id].due), id});
  events_.send_end(ProcessId{self}, step.output, messages.event_of(id),
                   events::EventSpan<Picoseconds>{time.now, time.now}, Picoseconds{});
}

template <events::ProcessEvents<Picoseconds> Events>
bool Run<Events>::enter_network(std::uint32_t self) {
  const VirtualProcess& process = list[self];
  messages.sent(process.message);
  const events::Message event = messages.event_of(process.message);
  unfinished_.add(self, list.size(), {event, process.since, process.user});
  if (time.network->enter(process.message, messages[process.message].letter, time.now)) {
    return pay_after(self);
  }
  events_.send_held(ProcessId{self}, process.component, event, time.now);
  list[self].phase = ProcessPhase::kHeld;
  time.network->listen(self, true, time.now);
  return false;
}

template <events::ProcessEvents<Picoseconds> Events>
bool Run<Events>::pay_after(std::uint32_t self) {
  if (!use_cpu(self, ProcessPhase::kFinishing, Picoseconds{}, list[self].after)) {
    return false;
  }
  end_send(self);
  return true;
}

template <events::ProcessEvents<Picoseconds> Events>
void Run<Events>::end_send(std::uint32_t self) {
  const UnfinishedSend& send = unfinished_.of(self);
  events_.send_end(ProcessId{self}, list[self].component, send.message,
                   events::EventSpan<Picoseconds>{send.since, time.now}, send.packing);
  report_outside(self, {send.since, time.now});
}

template <events::ProcessEvents<Picoseconds> Events>
bool Run<Events>::receive(std::uint32_t self) {
  events_.wait(ProcessId{self}, time.now);
  if (!list[self].arrived.empty()) {
    return take(self);
  }
  if (waiting_cost_.listen > Picoseconds{}) {
    return use_cpu(self, ProcessPhase::kListening, Picoseconds{}, waiting_cost_.listen);
  }
  wait(self);
  return false;
}

template <events::ProcessEvents<Picoseconds> Events>
void Run<Events>::wait(std::uint32_t self) {
  list[self].phase = ProcessPhase::kWaiting;
  list[self].since = time.now;
  time.network->listen(self, true, time.now);
}

template <events::ProcessEvents<Picoseconds> Events>
bool Run<Events>::take(std::uint32_t self) {
  VirtualProcess& process = list[self];
  time.network->listen(self, false, time.now);
  process.message = process.arrived.pop(messages.list());
  const MessageUnderWay& message = messages[process.message];
  if (process.engine.is_late(message.mid, ProcessId{message.letter.from})) {  // costs nothing
    const ProcessId from{message.letter.from};
    const bool is_timer = message.is_timer;
    messages.drop_late(process.message, time.now);
    process.engine.pass_late(from, is_timer);
    return true;
  }
  if (!use_cpu(self, ProcessPhase::kTaking, message.unpack, message.receive)) {
    return false;
  }
  message_taken(self);
  return true;
}

template <events::ProcessEvents<Picoseconds> Events>
void Run<Events>::message_taken(std::uint32_t self) {
  VirtualProcess& process = list[self];
  const MessageUnderWay message =
      messages.take(process.message, time.now, time.now - process.since);
  process.engine.deliver(
      message.mid, ProcessId{message.letter.from},
      static_cast<std::uint64_t>((message.is_timer ? message.due : time.now).count()),
      {Request{}, message.is_timer});
}

// --- ends ---------------------------------------------------------------------------------------

template <events::ProcessEvents<Picoseconds> Events>
bool Run<Events>::cpu_ended(std::uint32_t self) {
  VirtualProcess& process = list[self];
  process.used_user += process.user;
  process.used_sys += process.sys;
  switch (process.phase) {
    case ProcessPhase::kComputing:
      end_computation(self);
      return true;
    case ProcessPhase::kPaying:
      return enter_network(self);
    case ProcessPhase::kFinishing:
      end_send(self);
      return true;
    case ProcessPhase::kTaking:
      message_taken(self);
      return true;
    case ProcessPhase::kListening:
      if (process.arrived.empty()) {
        wait(self);
        return false;
      }
      return take(self);
    default:
      DPS_CHECK(false && "a phase with CPU time");
      return false;
  }
}

template <events::ProcessEvents<Picoseconds> Events>
bool Run<Events>::wall_ended(std::uint32_t self) {
  VirtualProcess& process = list[self];
  if (process.phase == ProcessPhase::kWaking) {
    return take(self);
  }
  if (process.phase == ProcessPhase::kSpinning) {
    process.used_user += time.cpus.spun(self, time.now);
  }
  end_computation(self);
  return true;
}

template <events::ProcessEvents<Picoseconds> Events>
void Run<Events>::complete(std::uint32_t self) {
  VirtualProcess& process = list[self];
  process.phase = ProcessPhase::kComplete;
  end_process(self, events::Ending::kComplete);
  while (!process.arrived.empty()) {
    messages.drop_late(process.arrived.pop(messages.list()), time.now);
  }
  time.network->listen(self, true, time.now);
}

template <events::ProcessEvents<Picoseconds> Events>
void Run<Events>::end_process(std::uint32_t self, events::Ending ending) {
  if (list[self].in_functionality) {
    events_.functionality_end(ProcessId{self}, times_of(self));
  }
  if (list[self].in_unit) {
    events_.unit_end(ProcessId{self}, times_of(self));
  }
  events_.process_end(ProcessId{self}, times_of(self), ending);
}

template <events::ProcessEvents<Picoseconds> Events>
void Run<Events>::charge_until_now(std::uint32_t self) {
  VirtualProcess& process = list[self];
  if (process.phase == ProcessPhase::kSpinning) {
    process.used_user += time.cpus.spun(self, time.now);
    return;
  }
  const bool takes = process.phase == ProcessPhase::kTaking;
  if (takes || process.phase == ProcessPhase::kComputing ||
      process.phase == ProcessPhase::kPaying || process.phase == ProcessPhase::kFinishing ||
      process.phase == ProcessPhase::kListening) {
    const Picoseconds all = process.user + process.sys;
    const Picoseconds used = all - std::min(all, time.cpus.left(self, time.now));
    const Picoseconds first = std::min(used, takes ? process.sys : process.user);
    process.used_user += takes ? used - first : first;
    process.used_sys += takes ? first : used - first;
  }
}

template <events::ProcessEvents<Picoseconds> Events>
void Run<Events>::end_activity(std::uint32_t self) {
  const VirtualProcess& process = list[self];
  switch (process.phase) {
    case ProcessPhase::kComputing:
    case ProcessPhase::kSpinning:
    case ProcessPhase::kSleeping:
      end_computation(self);
      return;
    case ProcessPhase::kPaying:
      events_.send_failed(ProcessId{self}, process.component, messages.event_of(process.message),
                          events::EventSpan<Picoseconds>{process.since, time.now});
      report_outside(self, {process.since, time.now});
      return;
    case ProcessPhase::kHeld:
    case ProcessPhase::kFinishing:
      events_.send_failed(ProcessId{self}, process.component, unfinished_.of(self).message,
                          events::EventSpan<Picoseconds>{unfinished_.of(self).since, time.now});
      report_outside(self, {unfinished_.of(self).since, time.now});
      return;
    default:
      return;
  }
}

template <events::ProcessEvents<Picoseconds> Events>
void Run<Events>::end_all() {
  std::stable_sort(timers_.begin(), timers_.end(),
                   [](const Timer& a, const Timer& b) { return a.due < b.due; });
  const bool over = is_over();
  for (const Timer& timer : timers_) {
    if (over || list[messages[timer.id].letter.to].phase == ProcessPhase::kComplete) {
      messages.drop_late(timer.id, time.now);
    }
  }
  for (std::uint32_t self = 0; self < list.size(); ++self) {
    if (list[self].phase != ProcessPhase::kComplete) {
      charge_until_now(self);
      end_activity(self);
      end_process(self, events::Ending::kStopped);
    }
    list[self].engine.finish();
  }
}

}  // namespace dps::predictor::naive
