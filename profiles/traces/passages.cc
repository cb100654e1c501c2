#include "profiles/traces/passages.h"

#include <algorithm>
#include <map>
#include <utility>

#include "profiles/traces/merged_events.h"
#include "profiles/traces/message_ends.h"

namespace dps::traces {

Result<void> for_each_passage(const Trace& trace,
                              const std::function<void(const Passage&)>& visit) {
  const TraceHead& head = trace.head();
  const auto host_of = [&](std::uint32_t process) { return head.processes[process].host; };
  // One end of each message that is under way; by a wrong map the arrival may come first.
  OpenMessages<Ticks> under_way;
  MergedEvents events(trace);
  for (auto next = events.next(); next.event != nullptr; next = events.next()) {
    const Event& event = *next.event;
    const bool is_send = event.kind == EventKind::kSendBegin;
    if ((!is_send && event.kind != EventKind::kArrival) ||
        host_of(next.process) == host_of(event.peer)) {
      continue;
    }
    const std::uint32_t from = is_send ? next.process : event.peer;
    const std::uint32_t to = is_send ? event.peer : next.process;
    const auto [other, is_first] =
        under_way.try_emplace(key_of(head, next.process, event), event.time);
    if (is_first) {
      continue;
    }
    const Ticks sent = is_send ? event.time : other->second;
    const Ticks arrived = is_send ? other->second : event.time;
    visit({host_of(from), host_of(to), sent, arrived});
    under_way.erase(other);
  }
  return events.error() ? Result<void>(tl::unexpected(*events.error())) : Result<void>();
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
