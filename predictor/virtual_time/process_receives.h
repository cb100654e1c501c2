/// The waits for messages, and the takes, of the processes of a prediction.
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "blueprint/events/process_events.h"
#include "predictor/virtual_time/processes.h"

namespace dps::predictor {

/// Functions that return bool return true if the process continues at once.
template <events::ProcessEvents<Picoseconds> Events>
class ProcessReceives {
 public:
  /// `processes` is borrowed.
  explicit ProcessReceives(Processes<Events>& processes) : all_(processes) {}

  /// Called when the message has reached its receiver. Returns true if the receiver waits: then
  /// wake_up() must be called when all messages of this instant have arrived.
  bool arrive(std::uint32_t id);
  bool wake_up(std::uint32_t self);

  bool receive(std::uint32_t self);
  /// Called when the process, which has not found a message, has paid for listening.
  bool listened(std::uint32_t self);
  bool take(std::uint32_t self);
  /// Called when the process has paid for the message that it takes.
  void taken(std::uint32_t self);

 private:
  [[nodiscard]] Picoseconds wakeup_of(std::uint32_t self) const;
  void wait(std::uint32_t self);
  void pass_late(std::uint32_t self, std::uint32_t id);
  void take_of_request(std::uint32_t self);

  Processes<Events>& all_;
};

template <events::ProcessEvents<Picoseconds> Events>
bool ProcessReceives<Events>::arrive(std::uint32_t id) {
  const std::uint32_t self = all_.messages[id].letter.to;
  VirtualProcess& process = all_[self];
  all_.messages.arrived(id, all_.time.now);
  if (process.phase == ProcessPhase::kComplete) {
    all_.messages.drop_late(id, all_.time.now);
    all_.listen(self, true);
    return false;
  }
  process.arrived.push(all_.messages.list(), id);
  if (process.phase != ProcessPhase::kWaiting) {
    return false;
  }
  all_.enter(self, ProcessPhase::kWaking);
  return true;
}

template <events::ProcessEvents<Picoseconds> Events>
bool ProcessReceives<Events>::wake_up(std::uint32_t self) {
  const Picoseconds delay = wakeup_of(self);
  if (delay > Picoseconds{}) {
    all_.wall_until(self, ProcessPhase::kWaking, delay);
    return false;
  }
  return take(self);
}

template <events::ProcessEvents<Picoseconds> Events>
Picoseconds ProcessReceives<Events>::wakeup_of(std::uint32_t self) const {
  const auto& rested = all_.waiting_cost.rested;
  const bool has_rested = rested && all_.time.now - all_[self].since >= rested->rest &&
                          all_.time.cpus.has_idle_core(self);
  return has_rested ? rested->wakeup : all_.waiting_cost.wakeup;
}

template <events::ProcessEvents<Picoseconds> Events>
bool ProcessReceives<Events>::receive(std::uint32_t self) {
  const bool has_message = !all_[self].arrived.empty();
  if (!has_message && all_.time.is_ahead()) {
    all_.catch_up(self, ProcessPhase::kCatchingUp);  // by then a message may have arrived
    return false;
  }
  all_.events.wait(ProcessId{self}, all_.time.now);
  if (has_message) {
    return take(self);
  }
  if (all_.waiting_cost.listen > Picoseconds{}) {
    return all_.use_cpu(self, ProcessPhase::kListening, Picoseconds{}, all_.waiting_cost.listen);
  }
  wait(self);
  return false;
}

template <events::ProcessEvents<Picoseconds> Events>
bool ProcessReceives<Events>::listened(std::uint32_t self) {
  if (all_[self].arrived.empty()) {
    wait(self);
    return false;
  }
  return take(self);
}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessReceives<Events>::wait(std::uint32_t self) {
  all_[self].since = all_.time.now;
  all_.enter(self, ProcessPhase::kWaiting);
  all_.listen(self, true);
}

template <events::ProcessEvents<Picoseconds> Events>
bool ProcessReceives<Events>::take(std::uint32_t self) {
  VirtualProcess& process = all_[self];
  all_.listen(self, false);
  process.message = process.arrived.pop(all_.messages.list());
  const MessageUnderWay& message = all_.messages[process.message];
  if (process.engine.is_late(message.mid, ProcessId{message.letter.from})) [[unlikely]] {
    pass_late(self, process.message);
    return true;
  }
  if (!all_.use_cpu(self, ProcessPhase::kTaking, message.unpack, message.receive)) {
    return false;
  }
  taken(self);
  return true;
}

/// Drops a late message, which costs nothing.
template <events::ProcessEvents<Picoseconds> Events>
void ProcessReceives<Events>::pass_late(std::uint32_t self, std::uint32_t id) {
  const ProcessId from{all_.messages[id].letter.from};
  const bool is_timer = all_.messages[id].is_timer;
  all_.messages.drop_late(id, all_.time.now);
  all_[self].engine.pass_late(from, is_timer);
}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessReceives<Events>::taken(std::uint32_t self) {
  VirtualProcess& process = all_[self];
  const Picoseconds now = all_.time.now;
  if (all_.program.has_requests) [[unlikely]] {
    take_of_request(self);
    return;
  }
  const MessageUnderWay& message = all_.messages.take(process.message, now, now - process.since);
  process.engine.deliver(message.mid, ProcessId{message.letter.from},
                         static_cast<std::uint64_t>((message.is_timer ? message.due : now).count()),
                         {Request{}, message.is_timer});
}

template <events::ProcessEvents<Picoseconds> Events>
void ProcessReceives<Events>::take_of_request(std::uint32_t self) {
  VirtualProcess& process = all_[self];
  const Picoseconds now = all_.time.now;
  const Request request = all_.messages.request_of(process.message);
  all_.events.request_of_taken(ProcessId{self}, request);
  const MessageUnderWay& message = all_.messages.take(process.message, now, now - process.since);
  process.engine.deliver(message.mid, ProcessId{message.letter.from},
                         static_cast<std::uint64_t>((message.is_timer ? message.due : now).count()),
                         {request, message.is_timer});
}

}  // namespace dps::predictor
