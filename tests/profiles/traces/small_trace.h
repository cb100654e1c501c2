/// Traces of two processes on two hosts, made by hand.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "profiles/traces/record.h"
#include "profiles/traces/spool.h"
#include "profiles/traces/trace.h"
#include "tests/profiles/traces/small_head.h"

namespace dps::traces {

using Recorded = std::pair<std::uint32_t, Event>;  // process and event

inline Event event_at(Ticks time, EventKind kind, std::uint32_t element = 0) {
  Event event;
  event.time = time;
  event.kind = kind;
  event.element = element;
  return event;
}

/// A message between the two processes.
inline Event message_at(Ticks time, EventKind kind, std::uint32_t peer, std::uint64_t number) {
  Event event = event_at(time, kind);
  event.peer = peer;
  event.number = number;
  event.bytes = has_bytes(kind) ? 100 : 0;
  return event;
}

inline Trace trace_of(const TraceHead& head, const std::vector<Recorded>& events,
                      std::size_t batch = 3) {
  auto spool = Spool::make(head, batch);
  EXPECT_TRUE(spool.has_value());
  for (const auto& [process, event] : events) {
    spool->add(process, record_of(event));
    spool->ended(process, event.time);
  }
  return std::move(*spool->finish(""));
}

/// A trace with these events. The head contains the ends of processes and the counts of events that
/// were left out.
inline Trace trace_with(const TraceHead& head, const std::vector<Recorded>& events) {
  auto spool = Spool::make(head);
  EXPECT_TRUE(spool.has_value());
  for (const auto& [process, event] : events) {
    spool->add(process, record_of(event));
  }
  return std::move(*spool->finish(""));
}

inline std::vector<Event> events_of(const Trace& trace, std::uint32_t process) {
  std::vector<Event> events;
  const auto done =
      for_each_event(trace, process, [&](const Event& event) { events.push_back(event); });
  EXPECT_TRUE(done) << done.error().message;
  return events;
}

}  // namespace dps::traces
