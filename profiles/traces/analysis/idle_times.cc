#include "profiles/traces/analysis/idle_times.h"

#include <algorithm>
#include <utility>

namespace dps::traces {

IdleTimes::IdleTimes(const TraceHead& head)
    : head_(head), groups_(head.process_groups()), states_(head.processes.size()) {}

void IdleTimes::add(const MergedEvents::Next& next) {
  switch (next.event->kind) {
    case EventKind::kWait:
      states_[next.process].waits_since = next.time;
      break;
    case EventKind::kFunctionalityBegin: {
      const TracePlan& plan = head_.plans[head_.processes[next.process].plan];
      states_[next.process].functionality = plan.functionalities[next.event->element];
      settle(next.process, states_[next.process].functionality);
      states_[next.process].is_firing = true;
      break;
    }
    case EventKind::kFunctionalityEnd:
      states_[next.process].is_firing = false;
      break;
    case EventKind::kReleased:
      released(next);
      break;
    case EventKind::kSendHeld:
      states_[next.process].held_since = next.time;
      break;
    case EventKind::kSendFreed:
    case EventKind::kSendFailed:
      end_hold(next);
      break;
    case EventKind::kProcessEnd:
      end_wait(next.process, next.time);
      break;
    case EventKind::kCollectiveBegin:
    case EventKind::kCollectiveEnd:
      operation(next);
      break;
    default:
      break;
  }
  if (is_message(next.event->kind) && !is_hold(next.event->kind)) {
    message(next);
  }
}

void IdleTimes::message(const MergedEvents::Next& next) {
  const MessageKey key = key_of(head_, next.process, *next.event);
  switch (next.event->kind) {
    case EventKind::kSendBegin:
      sent(key, next.time);
      break;
    case EventKind::kSendEnd:
    case EventKind::kSendFailed:
      if (const auto found = open_.find(key); found != open_.end()) {
        found->second.end = next.time;
      }
      break;
    case EventKind::kArrival:
      open_[key].arrival = next.time;
      break;
    case EventKind::kTake: {
      const auto known = open_.try_emplace(key).first;
      taken(next, known->second);
      forget(known);
      break;
    }
    default: {  // late; it ends the wait of a process that is complete but for messages that wait
      const auto known = open_.try_emplace(key).first;
      if (states_[next.process].waits_since) {
        taken(next, known->second);
      }
      forget(known);
    }
  }
}

/// A process contributes to an operation of an output, or has done its part of it.
void IdleTimes::operation(const MergedEvents::Next& next) {
  if (head_.is_mpi_program()) {
    return;
  }
  const OutputLine& output = head_.outputs[next.event->element];
  const std::uint32_t communicator = head_.collectives[output.collective].communicator;
  const OperationKey key{communicator, next.event->number};
  auto& own = own_operations_[{next.process, output.mid}];
  if (next.event->kind == EventKind::kCollectiveBegin) {
    const std::uint64_t members = head_.communicators[communicator].members.size();
    Operation& begun = operations_.try_emplace(key, Operation{0, 0, members}).first->second;
    begun.process = next.process;
    begun.contributed = next.time;
    own.push_back(key);
    return;
  }
  if (const auto found = operations_.find(key); found != operations_.end()) {
    end_operation_wait(next, found->second);
    if (found->second.members <= 1) {
      operations_.erase(found);
    } else {
      --found->second.members;
    }
  }
  if (!own.empty() && own.front() == key) {
    own.pop_front();
  }
}

/// A library has performed the operation for which the process waits: until the last member
/// contributed, and then for the rest.
void IdleTimes::end_operation_wait(const MergedEvents::Next& next, const Operation& of) {
  WaitingProcess& state = states_[next.process];
  const auto since = std::exchange(state.waits_since, std::nullopt);
  if (!since || *since >= next.time) {
    return;
  }
  const Ticks last = std::clamp(of.contributed, *since, next.time);
  Pending wait;
  wait.key = {groups_[next.process], kNone, head_.outputs[next.event->element].mid,
              groups_[of.process], false};
  wait.parts.late = static_cast<double>(last - *since);
  wait.parts.under_way = static_cast<double>(next.time - last);
  if (last > *since) {
    wait.late = LateTime{of.process, 0, *since, last};
  }
  add_pending(state, next.process, wait);
}

/// The operation of this type in which the process is; null if it is in none, or all members have
/// completed it.
const IdleTimes::Operation* IdleTimes::operation_of(std::uint32_t process,
                                                    std::uint32_t mid) const {
  const auto own = own_operations_.find({process, mid});
  if (own == own_operations_.end() || own->second.empty()) {
    return nullptr;
  }
  const auto found = operations_.find(own->second.front());
  return found == operations_.end() ? nullptr : &found->second;
}

void IdleTimes::sent(const MessageKey& key, Ticks time) {
  FollowedMessage& known = open_[key];
  known.begin = time;
  if (known.doubt) {
    doubts_[*known.doubt].is_sent = true;
  }
  if (known.is_taken) {
    open_.erase(key);
  }
}

/// The receiver has the message. If its send has not been seen, it may still come.
void IdleTimes::forget(OpenMessages<FollowedMessage>::iterator known) {
  known->second.is_taken = true;
  if (known->second.begin) {
    open_.erase(known);
  }
}

void IdleTimes::taken(const MergedEvents::Next& next, FollowedMessage& known) {
  WaitingProcess& state = states_[next.process];
  const Event& event = *next.event;
  const TraceHost& host = head_.hosts[head_.processes[next.process].host];
  const Ticks taking = host.common(event.time - event.work);
  if (!state.waits_since || *state.waits_since >= taking) {
    state.waits_since.reset();
    return;
  }
  const Ticks since = *std::exchange(state.waits_since, std::nullopt);
  const Ticks arrival = std::clamp(known.arrival.value_or(taking), since, taking);
  Pending wait;
  wait.key = {groups_[next.process], kNone, event.element, groups_[event.peer], false};
  wait.parts.wake_up = static_cast<double>(taking - arrival);
  if (event.has(Flag::kTimer)) {
    wait.parts.timer = static_cast<double>(arrival - since);
  } else {
    const Ticks begin = std::clamp(known.begin.value_or(arrival), since, arrival);
    const Ticks end = std::clamp(known.end.value_or(arrival), begin, arrival);
    LateTime late{event.peer, 0, since, begin};
    const Operation* inside = operation_of(next.process, event.element);
    if (inside != nullptr && inside->contributed > since && inside->contributed <= begin) {
      late.sender = inside->process;  // for whose contribution the sender has waited, too
      wait.key.sender = groups_[inside->process];
    }
    wait.parts.late = static_cast<double>(begin - since);
    wait.parts.sending = static_cast<double>(end - begin);
    wait.parts.under_way = static_cast<double>(arrival - end);
    if (!known.begin) {
      wait.doubt = known.doubt = static_cast<std::uint32_t>(doubts_.size());
      doubts_.push_back({late, false});
    } else if (begin > since) {
      wait.late = late;
    }
  }
  add_pending(state, next.process, wait);
}

/// Handles a release: all members have entered the collective operation.
void IdleTimes::released(const MergedEvents::Next& next) {
  WaitingProcess& state = states_[next.process];
  const auto since = std::exchange(state.waits_since, std::nullopt);
  if (!since || *since >= next.time) {
    return;
  }
  const Event& event = *next.event;
  Pending wait;
  wait.key = {groups_[next.process], kNone, event.element, groups_[event.peer], false};
  wait.parts.late = static_cast<double>(next.time - *since);
  wait.late = LateTime{event.peer, 0, *since, next.time};
  add_pending(state, next.process, wait);
}

/// A wait in a call of MPI belongs to it, another one to the next functionality that fires.
void IdleTimes::add_pending(WaitingProcess& state, std::uint32_t process, const Pending& wait) {
  state.pending.push_back(wait);
  if (state.is_firing) {
    settle(process, state.functionality);
  }
}

/// The process ends while it waits.
void IdleTimes::end_wait(std::uint32_t process, Ticks time) {
  WaitingProcess& state = states_[process];
  const auto since = std::exchange(state.waits_since, std::nullopt);
  settle(process, kNone);
  if (since && *since < time) {
    Pending wait;
    wait.key.group = groups_[process];
    wait.parts.idle = static_cast<double>(time - *since);
    state.pending.push_back(wait);
    settle(process, kNone);
  }
}

/// A send that was held has been accepted, or has failed.
void IdleTimes::end_hold(const MergedEvents::Next& next) {
  WaitingProcess& state = states_[next.process];
  const auto since = std::exchange(state.held_since, std::nullopt);
  if (!since || *since >= next.time) {
    return;
  }
  const std::uint32_t peer = next.event->peer;
  const std::uint32_t position = position_of(
      {groups_[next.process], state.functionality, head_.mid_of(*next.event), groups_[peer], true});
  ++waits_[position].count;
  waits_[position].parts.held += static_cast<double>(next.time - *since);
  late_.push_back({peer, position, *since, next.time});
}

std::uint32_t IdleTimes::position_of(const WaitKey& key) {
  const auto [found, is_new] =
      positions_.try_emplace(key, static_cast<std::uint32_t>(waits_.size()));
  if (is_new) {
    waits_.emplace_back().key = key;
  }
  return found->second;
}

void IdleTimes::settle(std::uint32_t process, std::uint32_t functionality) {
  for (Pending& wait : states_[process].pending) {
    wait.key.functionality = functionality;
    const std::uint32_t position = position_of(wait.key);
    ++waits_[position].count;
    waits_[position].parts += wait.parts;
    if (wait.late) {
      wait.late->waits = position;
      late_.push_back(*wait.late);
    }
    if (wait.doubt) {
      doubts_[*wait.doubt].late.waits = position;
    }
  }
  states_[process].pending.clear();
}

void IdleTimes::finish() {
  for (std::uint32_t p = 0; p < states_.size(); ++p) {
    const TracedProcess& traced = head_.processes[p];
    end_wait(p, head_.hosts[traced.host].common(traced.end));
  }
  for (const Doubt& doubt : doubts_) {
    if (doubt.is_sent) {
      late_.push_back(doubt.late);
    } else {
      const auto length = static_cast<double>(doubt.late.end - doubt.late.begin);
      waits_[doubt.late.waits].parts.late -= length;
      waits_[doubt.late.waits].parts.unknown += length;
    }
  }
}

}  // namespace dps::traces
