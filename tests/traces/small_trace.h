/// A trace of two processes on two hosts, made by hand.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "traces/record.h"
#include "traces/spool.h"
#include "traces/trace.h"

namespace dps::traces {

/// Two processes, A.p[0] and B.p[0], with one plan of two units; the first unit has one
/// functionality, the second one has two.
inline TraceHead small_head() {
  TraceHead head;
  head.version = "0.1.0";
  head.blueprint = "plan.txt";
  head.machine = "lab.toml";
  head.lines = {{'P', 9, "A.p"}, {'P', 10, "B.p"}, {'U', 7, "one.u"},  {'U', 8, "two.u"},
                {'F', 4, "f.f"}, {'F', 5, "g.f"},  {'C', 2, "work.c"}, {'O', 3, "out.o"}};
  head.message_types = {"Job.m"};
  head.computations = {6};
  head.outputs = {{7, 0}};
  head.plans = {{{{2, 0}, {3, 1}}, {4, 4, 5}}};
  head.groups = {{0, 1, false}, {1, 1, true}};
  head.hosts = {{"left", 0, 0}, {"right", 0, 0}};
  head.processes.resize(2);
  head.processes[1].host = 1;
  return head;
}

using Recorded = std::pair<std::uint32_t, Event>;  // of a process

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

inline std::vector<Event> events_of(const Trace& trace, std::uint32_t process) {
  std::vector<Event> events;
  const auto done =
      for_each_event(trace, process, [&](const Event& event) { events.push_back(event); });
  EXPECT_TRUE(done) << done.error().message;
  return events;
}

}  // namespace dps::traces
