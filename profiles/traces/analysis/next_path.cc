#include "profiles/traces/analysis/next_path.h"

#include <algorithm>
#include <map>
#include <vector>

#include "profiles/traces/merged_events.h"
#include "profiles/traces/message_ends.h"

namespace dps::traces {
namespace {

bool is_work(Activity activity) {
  return activity == Activity::kCompute || activity == Activity::kSend ||
         activity == Activity::kPack || activity == Activity::kTake ||
         activity == Activity::kEngine;
}

bool shares_cores(const TraceHead& head) {
  std::vector<std::uint32_t> processes(head.hosts.size());
  for (const TracedProcess& process : head.processes) {
    ++processes[process.host];
  }
  for (std::size_t host = 0; host < processes.size(); ++host) {
    if (head.hosts[host].cores > 0 && processes[host] > head.hosts[host].cores) {
      return true;
    }
  }
  return false;
}

class PathWithout {
 public:
  /// The head is borrowed.
  PathWithout(const TraceHead& head, std::uint32_t group);

  /// Must be called with each event of the trace.
  void add(const MergedEvents::Next& next);
  [[nodiscard]] NextPath path() const { return {group_, length_}; }

 private:
  /// An instant of the run, and the same one if the work takes no time.
  struct Instant {
    Ticks then = 0;
    Ticks now = 0;

    [[nodiscard]] Instant after(Ticks time, bool passes) const;
  };
  struct PathProcess {
    Instant at;               ///< of its last step
    bool works = true;        ///< its work takes time
    bool listens = false;     ///< it has made room for messages since then
    bool is_waiting = false;  ///< for a message, or for room, since then
    bool has_begun = false;
  };
  struct Sent {
    Instant last;  ///< its start or, once it has ended, its end
    bool has_ended = false;
    Instant arrival;
  };

  static void step(PathProcess& state, Ticks time);
  void note_send(const MergedEvents::Next& next);
  void arrive(const MergedEvents::Next& next);
  void take(const MergedEvents::Next& next);
  void end_hold(const MergedEvents::Next& next);

  const TraceHead& head_;
  std::uint32_t group_;
  std::vector<PathProcess> states_;  // by process
  OpenMessages<Sent> open_;
  Ticks length_ = 0;
};

PathWithout::PathWithout(const TraceHead& head, std::uint32_t group)
    : head_(head), group_(group), states_(head.processes.size()) {
  const auto groups = head.process_groups();
  for (std::uint32_t p = 0; p < states_.size(); ++p) {
    states_[p].works = groups[p] != group;
  }
}

PathWithout::Instant PathWithout::Instant::after(Ticks time, bool passes) const {
  return {time, passes ? now + std::max<Ticks>(time - then, 0) : now};
}

void PathWithout::add(const MergedEvents::Next& next) {
  const Event& event = *next.event;
  PathProcess& state = states_[next.process];
  switch (event.kind) {
    case EventKind::kArrival:
      arrive(next);
      return;
    case EventKind::kLate:
      open_.erase(key_of(head_, next.process, event));
      return;
    case EventKind::kTake:
      take(next);
      break;
    case EventKind::kSendFreed:
      end_hold(next);
      break;
    case EventKind::kCollectiveBegin:
    case EventKind::kCollectiveEnd:
      return;
    default:
      step(state, next.time);
  }
  state.listens = event.kind == EventKind::kWait || event.kind == EventKind::kSendHeld ||
                  event.kind == EventKind::kProcessEnd;
  state.is_waiting = event.kind == EventKind::kWait || event.kind == EventKind::kSendHeld;
  note_send(next);
  if (!state.is_waiting) {
    length_ = std::max(length_, state.at.now);
  }
}

/// Moves the process to its next step. A wait takes no time of its own: a take, or the end of a
/// server, follows it.
void PathWithout::step(PathProcess& state, Ticks time) {
  const bool passes = !state.has_begun || (state.works && !state.is_waiting);
  state.at = state.at.after(time, passes);
  state.has_begun = true;
}

void PathWithout::note_send(const MergedEvents::Next& next) {
  const Event& event = *next.event;
  if (event.kind == EventKind::kSendBegin) {
    const Instant at = states_[next.process].at;
    open_[key_of(head_, next.process, event)] = {at, false, {}};
  } else if (event.kind == EventKind::kSendEnd || event.kind == EventKind::kSendFailed) {
    const auto found = open_.find(key_of(head_, next.process, event));
    if (found != open_.end()) {
      found->second.last = states_[next.process].at;
      found->second.has_ended = true;
    }
  }
}

void PathWithout::arrive(const MergedEvents::Next& next) {
  const auto found = open_.find(key_of(head_, next.process, *next.event));
  if (found != open_.end()) {
    const Sent& sent = found->second;
    const bool passes = sent.has_ended || states_[next.event->peer].works;
    found->second.arrival = sent.last.after(next.time, passes);
  }
}

void PathWithout::take(const MergedEvents::Next& next) {
  PathProcess& state = states_[next.process];
  const Event& event = *next.event;
  const TraceHost& host = head_.hosts[head_.processes[next.process].host];
  Instant begin = state.at;
  const auto found = open_.find(key_of(head_, next.process, event));
  if (found != open_.end()) {
    begin.then = std::max(begin.then, found->second.arrival.then);
    begin.now = std::max(begin.now, found->second.arrival.now);
    open_.erase(found);
  }
  const Ticks taking = host.common(event.time - event.work);
  const bool waits = begin.now > state.at.now;
  begin = begin.after(taking, waits || !event.has(Flag::kWaited));  // a wake-up
  state.at = begin.after(next.time, state.works);
  state.has_begun = true;
}

/// The receiver has made room since it listens; the rest of the time is that of the network.
void PathWithout::end_hold(const MergedEvents::Next& next) {
  PathProcess& state = states_[next.process];
  const PathProcess& receiver = states_[next.event->peer];
  Instant from = state.at;
  if (!receiver.listens || next.event->peer == next.process) {
    state.at = from.after(next.time, next.event->peer == next.process);
    return;
  }
  from.then = std::max(from.then, receiver.at.then);
  from.now = std::max(from.now, receiver.at.now);
  state.at = from.after(next.time, true);
}

}  // namespace

std::optional<std::uint32_t> group_with_most_work(const TraceHead& head,
                                                  std::span<const PathPart> shares) {
  std::map<std::uint32_t, Ticks> work;
  for (const PathPart& share : shares) {
    if (is_work(share.element.activity)) {
      work[share.group] += share.length;
    }
  }
  if (work.empty() || head.is_mpi_program() || head.has_windows || shares_cores(head)) {
    return std::nullopt;
  }
  return std::max_element(work.begin(), work.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

Result<NextPath> path_without(const Trace& trace, std::uint32_t group) {
  PathWithout path(trace.head(), group);
  MergedEvents events(trace);
  for (auto next = events.next(); next.event != nullptr; next = events.next()) {
    path.add(next);
  }
  if (events.error()) {
    return tl::unexpected(*events.error());
  }
  return path.path();
}

}  // namespace dps::traces
