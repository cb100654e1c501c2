#include "profiles/traces/export/message_arrows.h"

#include <algorithm>

namespace dps::traces {
namespace {

/// True if a send that has begun and not ended ends with the event.
bool ends_send(EventKind kind) {
  return kind <= EventKind::kSendFailed;
}

}  // namespace

MessageArrows::MessageArrows(const TraceHead& head, Visit visit)
    : head_(head), visit_(std::move(visit)), states_(head.processes.size()) {}

void MessageArrows::add(const MergedEvents::Next& next) {
  SendingProcess& state = states_[next.process];
  if (ends_send(next.event->kind)) {
    end_send(state, next.time, next.event->kind == EventKind::kSendFailed);
  }
  if (is_message(next.event->kind)) {
    add_message(next);
  }
  if (is_own_step(next.event->kind)) {
    state.latest = next.event->time;
  }
}

void MessageArrows::add_message(const Next& next) {
  const MessageKey key = key_of(head_, next.process, *next.event);
  switch (next.event->kind) {
    case EventKind::kSendBegin:
      begin_send(key, next);
      break;
    case EventKind::kArrival:
      open_[key].arrow.arrival = next.time;
      break;
    case EventKind::kTake:
      forget_unsent(next.time);
      take(key, next);
      break;
    case EventKind::kLate:
      open_.erase(key);
      break;
    default:
      break;
  }
}

void MessageArrows::begin_send(const MessageKey& key, const Next& next) {
  const Event& event = *next.event;
  ArrowMessage& known = open_[key];
  known.is_being_sent = true;
  MessageArrow& arrow = known.arrow;
  arrow.from = next.process;
  arrow.to = event.peer;
  arrow.mid = head_.mid_of(event);
  arrow.is_timer = event.has(Flag::kTimer);
  arrow.number = event.number;
  arrow.bytes = event.bytes;
  arrow.send.begin = next.time;
  states_[next.process].sending = key;
}

void MessageArrows::end_send(SendingProcess& state, Ticks end, bool has_failed) {
  if (!state.sending) {
    return;
  }
  const auto found = open_.find(*state.sending);
  state.sending.reset();
  if (found == open_.end()) {
    return;
  }
  ArrowMessage& known = found->second;
  if (has_failed && !known.arrow.arrival && !known.is_taken) {
    open_.erase(found);
    return;
  }
  known.arrow.send.end = end;
  known.is_being_sent = false;
  known.is_sent = true;
  visit_if_whole(found);
}

void MessageArrows::take(const MessageKey& key, const Next& next) {
  const auto found = open_.try_emplace(key).first;
  ArrowMessage& known = found->second;
  const Event& event = *next.event;
  const Ticks earliest = states_[next.process].latest.value_or(event.time);
  const TraceHost& host = head_.hosts[head_.processes[next.process].host];
  known.arrow.take = {host.common(std::clamp(event.time - event.work, earliest, event.time)),
                      next.time};
  known.is_taken = true;
  if (!known.is_sent) {
    unsent_.emplace_back(next.time, key);
  }
  visit_if_whole(found);
}

void MessageArrows::visit_if_whole(OpenMessages<ArrowMessage>::iterator found) {
  if (found->second.is_sent && found->second.is_taken) {
    visit_(found->second.arrow);
    open_.erase(found);
  }
}

/// Messages that were taken so long ago that their sends must be missing.
void MessageArrows::forget_unsent(Ticks now) {
  while (!unsent_.empty() && unsent_.front().first < now - head_.largest_violation) {
    const auto found = open_.find(unsent_.front().second);
    if (found != open_.end() && !found->second.is_being_sent) {
      open_.erase(found);
    }
    unsent_.pop_front();
  }
}

void MessageArrows::finish() {
  for (std::uint32_t p = 0; p < states_.size(); ++p) {
    const TracedProcess& process = head_.processes[p];
    const Ticks latest = states_[p].latest.value_or(process.end);
    const Ticks end = process.left_out_after > 0 ? latest : std::max(process.end, latest);
    end_send(states_[p], head_.hosts[process.host].common(end), false);
  }
}

}  // namespace dps::traces
