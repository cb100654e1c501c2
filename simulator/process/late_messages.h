/// Messages that a process does not take: they reach it after its run, or are its own timers.
#pragma once

#include <chrono>

#include "base/check.h"
#include "base/time_units.h"
#include "blueprint/events/process_events.h"
#include "simulator/process/flow_counts.h"
#include "simulator/process/prepared_process.h"
#include "transport/transport.h"

namespace dps::simulator {

/// Takes the next message of the transport after a run, as a late one. `begin` is the BEGIN instant
/// of the run.
template <events::ProcessEvents<Nanoseconds> Events>
void take_late(PreparedProcess& process, std::chrono::steady_clock::time_point begin,
               Events& events) {
  const transport::Arrival arrival = process.transport.take();
  events::Message message{
      arrival.from,  process.self,
      arrival.mid,   process.is_native_completion(arrival.mid, arrival.from, false),
      arrival.bytes, 0};
  Nanoseconds now{};
  Nanoseconds found{};
  if constexpr (Events::kWantsEveryDetail) {
    message.number = process.flows.next_number(message, FlowCounts::Direction::kIncoming);
    now = std::chrono::steady_clock::now() - begin;
    const bool is_known = arrival.found != std::chrono::steady_clock::time_point{};
    found = is_known ? Nanoseconds(arrival.found - begin) : now;
  }
  if (process.flows.late(message)) {
    events.arrival(process.self, message, found);
    events.late(process.self, message, now);
  } else {
    process.page.head().dropped.add(1);
  }
}

/// Counts the timers that are not due yet as late, since they will never be taken, and every sent
/// message of a run that is over must be accounted for.
template <events::ProcessEvents<Nanoseconds> Events>
void drop_timers(PreparedProcess& process, Events& events) {
  for (events::Message& timer : process.timers.messages) {
    if constexpr (Events::kWantsEveryDetail) {
      timer.number = process.flows.next_number(timer, FlowCounts::Direction::kIncoming);
    }
    DPS_CHECK(process.flows.late(timer));
    events.late(process.self, timer, process.timers.ended);
  }
  process.timers.messages.clear();
}

}  // namespace dps::simulator
