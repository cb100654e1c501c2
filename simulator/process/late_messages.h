/// Messages that reach a process after its run.
#pragma once

#include <chrono>

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

}  // namespace dps::simulator
