/// The functions of ProcessSteps for messages that arrive; process_steps.h includes them.
#pragma once

#include "predictor/virtual_time/process_steps.h"

namespace dps::predictor {

template <events::ProcessEvents<Picoseconds> Events>
bool ProcessSteps<Events>::arrive(std::uint32_t id) {
  const std::uint32_t self = messages[id].letter.to;
  VirtualProcess& process = processes[self];
  messages.arrived(id, time.now);
  if (process.phase == ProcessPhase::kComplete) {
    messages.drop_late(id, time.now);
    listen(self, true);
    return false;
  }
  process.arrived.push(messages.list(), id);
  if (process.phase != ProcessPhase::kWaiting) {
    return false;
  }
  enter(self, ProcessPhase::kWaking);
  return true;
}

template <events::ProcessEvents<Picoseconds> Events>
bool ProcessSteps<Events>::wake_up(std::uint32_t self) {
  if (waiting_cost_.wakeup > Picoseconds{}) {
    wall_until(self, ProcessPhase::kWaking, waiting_cost_.wakeup);
    return false;
  }
  return take(self);
}

template <events::ProcessEvents<Picoseconds> Events>
bool ProcessSteps<Events>::receive(std::uint32_t self) {
  const bool has_message = !processes[self].arrived.empty();
  if (!has_message && time.is_ahead()) {
    catch_up(self, ProcessPhase::kCatchingUp);  // by then a message may have arrived
    return false;
  }
  events_.wait(ProcessId{self}, time.now);
  if (has_message) {
    return take(self);
  }
  if (waiting_cost_.listen > Picoseconds{}) {
    return use_cpu(self, ProcessPhase::kListening, Picoseconds{}, waiting_cost_.listen);
  }
  wait(self);
  return false;
}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::wait(std::uint32_t self) {
  enter(self, ProcessPhase::kWaiting);
  listen(self, true);
}

template <events::ProcessEvents<Picoseconds> Events>
bool ProcessSteps<Events>::take(std::uint32_t self) {
  VirtualProcess& process = processes[self];
  listen(self, false);
  process.message = process.arrived.pop(messages.list());
  const Message& message = messages[process.message];
  if (!use_cpu(self, ProcessPhase::kTaking, message.unpack, message.receive)) {
    return false;
  }
  message_taken(self);
  return true;
}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessSteps<Events>::message_taken(std::uint32_t self) {
  VirtualProcess& process = processes[self];
  const Message& message = messages.take(process.message, time.now, time.now - process.since);
  process.engine.deliver(
      message.mid, ProcessId{message.letter.from},
      static_cast<std::uint64_t>((message.is_timer ? message.due : time.now).count()));
}

}  // namespace dps::predictor
