#include "profiles/traces/passages.h"

#include <algorithm>
#include <map>
#include <utility>

#include "profiles/traces/merged_events.h"
#include "profiles/traces/message_ends.h"

namespace dps::traces {

namespace {

/// Works like for_each_flight(), in the time of each host, for the messages between processes that
/// `is_wanted` accepts.
template <typename Wanted, typename Visit>
Result<void> for_each_wanted(const Trace& trace, Wanted is_wanted, Visit visit) {
  const TraceHead& head = trace.head();
  // One end of each message that is under way; by a wrong map the arrival may come first.
  struct End {
    Ticks time = 0;
    std::uint32_t output = 0;  ///< of a send
  };
  OpenMessages<End> under_way;
  MergedEvents events(trace);
  for (auto next = events.next(); next.event != nullptr; next = events.next()) {
    const Event& event = *next.event;
    const bool is_send = event.kind == EventKind::kSendBegin;
    if ((!is_send && event.kind != EventKind::kArrival) || !is_wanted(next.process, event)) {
      continue;
    }
    const End end{event.time, event.element};
    const auto [other, is_first] = under_way.try_emplace(key_of(head, next.process, event), end);
    if (is_first) {
      continue;
    }
    const End& send = is_send ? end : other->second;
    const End& arrival = is_send ? other->second : end;
    const std::uint32_t from = is_send ? next.process : event.peer;
    const std::uint32_t to = is_send ? event.peer : next.process;
    visit(Flight{from, to, send.output, send.time, arrival.time});
    under_way.erase(other);
  }
  return events.error() ? Result<void>(tl::unexpected(*events.error())) : Result<void>();
}

}  // namespace

Result<void> for_each_flight(const Trace& trace, const std::function<void(const Flight&)>& visit) {
  const TraceHead& head = trace.head();
  const auto common = [&](std::uint32_t process, Ticks time) {
    return head.hosts[head.processes[process].host].common(time);
  };
  return for_each_wanted(
      trace, [](std::uint32_t /*process*/, const Event& event) { return !event.has(Flag::kTimer); },
      [&](Flight flight) {
        flight.sent = common(flight.from, flight.sent);
        flight.arrived = common(flight.to, flight.arrived);
        visit(flight);
      });
}

Result<void> for_each_passage(const Trace& trace,
                              const std::function<void(const Passage&)>& visit) {
  const auto host_of = [&](std::uint32_t process) { return trace.head().processes[process].host; };
  return for_each_wanted(
      trace,
      [&](std::uint32_t process, const Event& event) {
        return host_of(process) != host_of(event.peer);
      },
      [&](const Flight& flight) {
        visit({host_of(flight.from), host_of(flight.to), flight.sent, flight.arrived});
      });
}

Result<std::vector<Passage>> tightest_passages(const Trace& trace) {
  constexpr std::size_t kMany = 4096;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Passage>> by_hosts;
  const auto done = for_each_passage(trace, [&](const Passage& passage) {
    auto& passages = by_hosts[{passage.from, passage.to}];
    passages.push_back(passage);
    if (passages.size() == kMany) {
      keep_tightest(passages);
    }
  });
  if (!done) {
    return tl::unexpected(done.error());
  }
  std::vector<Passage> all;
  for (auto& [hosts, passages] : by_hosts) {
    keep_tightest(passages);
    all.insert(all.end(), passages.begin(), passages.end());
  }
  return all;
}

Result<Violations> violations_of(const Trace& trace) {
  const auto& hosts = trace.head().hosts;
  Violations found;
  const auto done = for_each_passage(trace, [&](const Passage& passage) {
    const Ticks early =
        hosts[passage.from].common(passage.sent) - hosts[passage.to].common(passage.arrived);
    if (early > 0) {
      ++found.count;
      found.largest = std::max(found.largest, early);
    }
  });
  return done ? Result<Violations>(found) : tl::unexpected(done.error());
}

}  // namespace dps::traces
