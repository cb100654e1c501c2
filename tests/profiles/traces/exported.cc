#include "tests/profiles/traces/exported.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <sstream>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "profiles/traces/export/formats.h"
#include "tests/profiles/traces/random_blueprint.h"
#include "tests/profiles/traces/small_trace.h"

namespace dps::traces {
namespace {

Event timer_at(Ticks time, EventKind kind, std::uint32_t self, std::uint64_t number) {
  Event event = message_at(time, kind, self, number);
  event.flags = Flag::kTimer;
  return event;
}

/// Removes events, as a kill or a limit does, and changes the process's entry in the head.
std::vector<Event> damaged(std::vector<Event> events, TracedProcess& process) {
  const auto count = static_cast<std::int64_t>(events.size());
  const auto part = *rc::gen::inRange<std::int64_t>(0, count + 1);
  switch (*rc::gen::inRange(0, 4)) {
    case 0:  // killed
      events.resize(static_cast<std::size_t>(part));
      process.end = (events.empty() ? 0 : events.back().time) + *rc::gen::inRange(0, 1000);
      break;
    case 1:
      events.resize(static_cast<std::size_t>(part));
      process.left_out_after = static_cast<std::uint64_t>(count - part);
      break;
    case 2:
      events.erase(events.begin(), events.begin() + part);
      process.left_out_before = static_cast<std::uint64_t>(part);
      break;
    default:
      break;
  }
  return events;
}

MessageEnds ends_of(const TraceHead& head, std::uint32_t process, const Event& event) {
  const bool is_sender = is_send(event.kind);
  return {is_sender ? process : event.peer, is_sender ? event.peer : process, head.mid_of(event),
          event.has(Flag::kTimer), event.number};
}

/// The largest time by which a message arrives, or is taken, before its send begins.
Ticks violation_of(const Trace& trace) {
  const TraceHead& head = trace.head();
  std::map<MessageEnds, Ticks> sent;
  std::map<MessageEnds, Ticks> found;
  for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
    for (const Event& event : events_of(trace, p)) {
      const Ticks time = head.hosts[head.processes[p].host].common(event.time);
      if (event.kind == EventKind::kSendBegin) {
        sent[ends_of(head, p, event)] = time;
      } else if (is_message(event.kind) && !is_send(event.kind)) {
        found.try_emplace(ends_of(head, p, event), time);
      }
    }
  }
  Ticks largest = 0;
  for (const auto& [message, time] : found) {
    const auto send = sent.find(message);
    largest = std::max(largest, send == sent.end() ? 0 : send->second - time);
  }
  return largest;
}

}  // namespace

std::string exported(const Trace& trace, const std::string& path, const StateLineOptions& lines) {
  std::string bytes;
  const auto add = [&](std::string_view text) {
    bytes += text;
    return Result<void>();
  };
  const auto done = write_as(*format_of(path), trace, add, lines);
  EXPECT_TRUE(done) << done.error().message;
  return bytes;
}

std::vector<std::string> split(const std::string& text, char by) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, by);) {
    parts.push_back(part);
  }
  return parts;
}

RecordedPrediction any_prediction(const Limits& limits) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  const bool free = *rc::gen::inRange(0, 4) == 0;
  auto made = record_prediction(random_blueprint(seed), limits, free);
  const auto& traced = made.trace.head().processes;
  const auto count = std::accumulate(
      traced.begin(), traced.end(), std::uint64_t{0},
      [](std::uint64_t sum, const TracedProcess& process) { return sum + process.events; });
  constexpr std::uint64_t kLargeTrace = 20'000;  // some programs double their messages each round
  RC_PRE(count <= kLargeTrace);
  return made;
}

Limits any_limits() {
  Limits limits;
  limits.events = *rc::gen::inRange<std::uint64_t>(1, 200);
  limits.keep = *rc::gen::element(Keep::kFirst, Keep::kLast);
  limits.from = *rc::gen::element(Ticks{0}, Ticks{0}, Ticks{3'000'000});
  return limits;
}

Trace any_run() {
  const auto made = any_prediction();
  TraceHead head = made.trace.head();
  head.kind = TraceKind::kRun;
  head.unit = *rc::gen::element(TimeUnit::kNanoseconds, TimeUnit::kPicoseconds);
  for (TraceHost& host : head.hosts) {
    host.offset = *rc::gen::inRange<Ticks>(-2'000'000, 2'000'000);
    host.rate = *rc::gen::element(0.0, 1e-3, -2e-3);
  }
  std::vector<Recorded> events;
  for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
    for (const Event& event : damaged(events_of(made.trace, p), head.processes[p])) {
      events.emplace_back(p, event);
    }
    head.processes[p].events = 0;
  }
  const Trace trace = trace_with(head, events);
  head.largest_violation = violation_of(trace);
  head.violations = head.largest_violation > 0 ? 1 : 0;
  return trace_with(head, events);
}

Trace exchange() {
  Event take = message_at(7'500, EventKind::kTake, 0, 1);
  take.work = 500;
  take.flags = Flag::kWaited;
  Event begin = event_at(0, EventKind::kProcessBegin);
  begin.flags = Flag::kCpuTime;
  begin.user = 250;
  Event end = event_at(9'000, EventKind::kProcessEnd);
  end.flags = Flag::kStopped;
  return trace_of(small_head(), {{0, begin},
                                 {1, event_at(0, EventKind::kProcessBegin)},
                                 {1, event_at(0, EventKind::kUnitBegin, 0)},
                                 {1, event_at(1'499, EventKind::kWait)},
                                 {0, message_at(1'000, EventKind::kSendBegin, 1, 1)},
                                 {0, message_at(3'000, EventKind::kSendEnd, 1, 1)},
                                 {1, message_at(6'000, EventKind::kArrival, 0, 1)},
                                 {1, take},
                                 {1, event_at(7'500, EventKind::kUnitEnd, 0)},
                                 {1, event_at(7'500, EventKind::kUnitBegin, 1)},
                                 {1, end}});
}

Trace exchange_on_links() {
  Trace trace = exchange();
  trace.set_links({{{0, "a->b", {{1'000, 3'000, 0, 0, 1}, {3'000, 4'000, 0, 1, 0}}},
                    {4, "b->c", {{4'000, 10'000, 0, 0, 1}}}},
                   0});
  return trace;
}

Trace broken_run() {
  TraceHead head = small_head();
  head.kind = TraceKind::kRun;
  head.unit = TimeUnit::kNanoseconds;
  head.machine.clear();
  head.hosts = {{"left", -3'000'000'000, 1e-5}, {"right", 4'000, -2e-5}};
  head.processes[0].end = 3'000'900'000;
  head.processes[1].end = 2'000'000;
  head.processes[1].left_out_before = 4;
  head.violations = 1;
  head.largest_violation = 10'000;
  const Ticks left = 3'000'000'000;
  Event take = message_at(200'000, EventKind::kTake, 0, 1);
  take.work = 20'000;
  take.flags = Flag::kWaited;
  Event timer = timer_at(600'000, EventKind::kTake, 1, 1);
  timer.work = 5'000;
  return trace_with(head, {{0, event_at(left, EventKind::kProcessBegin)},
                           {0, event_at(left + 10'000, EventKind::kUnitBegin, 0)},
                           {0, event_at(left + 10'000, EventKind::kFunctionalityBegin, 0)},
                           {0, event_at(left + 20'000, EventKind::kComputationBegin)},
                           {0, event_at(left + 90'000, EventKind::kComputationEnd)},
                           {0, message_at(left + 90'000, EventKind::kSendBegin, 1, 1)},
                           {0, message_at(left + 120'000, EventKind::kSendEnd, 1, 1)},
                           {0, timer_at(left + 120'000, EventKind::kSendBegin, 0, 1)},
                           {0, timer_at(left + 120'000, EventKind::kSendEnd, 0, 1)},
                           {0, message_at(left + 300'000, EventKind::kSendBegin, 1, 2)},
                           {0, message_at(left + 400'000, EventKind::kSendFailed, 1, 2)},
                           {0, message_at(left + 500'000, EventKind::kSendBegin, 1, 3)},
                           {1, event_at(100'000, EventKind::kFunctionalityEnd, 1)},
                           {1, timer_at(100'000, EventKind::kSendBegin, 1, 1)},
                           {1, timer_at(100'000, EventKind::kSendEnd, 1, 1)},
                           {1, event_at(110'000, EventKind::kWait)},
                           {1, message_at(120'000, EventKind::kArrival, 0, 1)},
                           {1, take},
                           {1, event_at(200'000, EventKind::kFunctionalityBegin, 2)},
                           {1, timer_at(500'000, EventKind::kArrival, 1, 1)},
                           {1, timer},
                           {1, message_at(700'000, EventKind::kLate, 0, 3)}});
}

std::set<MessageEnds> messages_of(const Trace& trace) {
  const TraceHead& head = trace.head();
  std::set<MessageEnds> sent;
  std::set<MessageEnds> taken;
  for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
    for (const Event& event : events_of(trace, p)) {
      if (event.kind == EventKind::kSendBegin) {
        sent.insert(ends_of(head, p, event));
      } else if (event.kind == EventKind::kTake) {
        taken.insert(ends_of(head, p, event));
      }
    }
  }
  std::set<MessageEnds> both;
  std::set_intersection(sent.begin(), sent.end(), taken.begin(), taken.end(),
                        std::inserter(both, both.end()));
  return both;
}

Ticks first_instant(const Trace& trace) {
  const TraceHead& head = trace.head();
  Ticks first = 0;
  for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
    for (const Event& event : events_of(trace, p)) {
      first = std::min(first, head.hosts[head.processes[p].host].common(event.time));
    }
  }
  return first;
}

}  // namespace dps::traces
