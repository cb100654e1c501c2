#include "profiles/traces/export/message_counters.h"

namespace dps::traces {
namespace {

constexpr std::uint64_t kLess = ~std::uint64_t{0};  // -1

}  // namespace

MessageCounters::MessageCounters(const TraceHead& head, CounterVisits visits)
    : head_(head),
      visits_(std::move(visits)),
      queued_(head.processes.size()),
      under_way_(head.hosts.size()) {}

void MessageCounters::add(const MergedEvents::Next& next) {
  if (!is_message(next.event->kind) || next.event->kind == EventKind::kSendEnd ||
      is_hold(next.event->kind)) {
    return;
  }
  forget_unsent(next.time);
  const MessageKey key = key_of(head_, next.process, *next.event);
  switch (next.event->kind) {
    case EventKind::kSendBegin:
      begin_send(key, next);
      break;
    case EventKind::kSendFailed:
      fail(key, next);
      break;
    case EventKind::kArrival:
      arrive(open_[key], next);
      break;
    default:
      finish(key, next);
  }
}

void MessageCounters::begin_send(const MessageKey& key, const Next& next) {
  CountedMessage& known = open_[key];
  known.is_sent = true;
  if (known.is_finished) {
    open_.erase(key);
  } else if (!next.event->has(Flag::kTimer) && !known.has_arrived) {
    known.is_under_way = true;
    known.bytes = next.event->bytes;
    count_bytes(next.event->peer, next.time, known.bytes);
  }
}

/// The network may have delivered it all the same.
void MessageCounters::fail(const MessageKey& key, const Next& next) {
  const auto found = open_.find(key);
  if (found != open_.end() && found->second.is_under_way) {
    count_bytes(next.event->peer, next.time, 0 - found->second.bytes);
    open_.erase(found);
  }
}

void MessageCounters::arrive(CountedMessage& known, const Next& next) {
  if (known.is_under_way) {
    known.is_under_way = false;
    count_bytes(next.process, next.time, 0 - known.bytes);
  }
  if (!known.has_arrived) {
    known.has_arrived = true;
    count_queued(next.process, next.time, 1);
  }
}

void MessageCounters::finish(const MessageKey& key, const Next& next) {
  CountedMessage& known = open_[key];
  if (known.has_arrived && !known.is_finished) {
    count_queued(next.process, next.time, kLess);
  }
  known.is_finished = true;
  if (!known.is_sent) {
    unsent_.emplace_back(next.time, key);
    return;
  }
  if (known.is_under_way) {
    count_bytes(next.process, next.time, 0 - known.bytes);
  }
  open_.erase(key);
}

/// Messages that were finished so long ago that their sends must be missing.
void MessageCounters::forget_unsent(Ticks now) {
  while (!unsent_.empty() && unsent_.front().first < now - head_.largest_violation) {
    if (const auto found = open_.find(unsent_.front().second);
        found != open_.end() && !found->second.is_sent) {
      open_.erase(found);
    }
    unsent_.pop_front();
  }
}

void MessageCounters::count_queued(std::uint32_t process, Ticks time, std::uint64_t change) {
  queued_[process] += change;
  visits_.queued(process, time, queued_[process]);
}

void MessageCounters::count_bytes(std::uint32_t receiver, Ticks time, std::uint64_t change) {
  const std::uint32_t host = head_.processes[receiver].host;
  under_way_[host] += change;
  visits_.under_way(host, time, under_way_[host]);
}

}  // namespace dps::traces
