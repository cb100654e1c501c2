// The ends of calls that wait, test or probe. Source: docs/programs.md, "Times".
#include "mpi_programs/sequencer/instants.h"
#include "mpi_programs/sequencer/sequencer.h"

namespace dps::sequencer {

using board::RequestKind;

namespace {

/// The wait from `time` on for an operation begun at `begun`: max(0, T2 - min(time - begun, To)).
std::int64_t rest_of(std::int64_t wait, std::int64_t overlap, std::int64_t begun,
                     std::int64_t time) {
  return std::max<std::int64_t>(0,
                                wait - std::min(std::max<std::int64_t>(0, time - begun), overlap));
}

}  // namespace

std::int64_t Sequencer::complete_from(std::int32_t rank, const PendingOperation& of) const {
  if (of.done) {
    return *of.done;
  }
  if (!of.parts.empty()) {
    std::int64_t last = 0;
    for (const std::int32_t part : of.parts) {
      const RankState& state = ranks_[static_cast<std::size_t>(rank)];
      last = std::max(last, complete_from(rank, state.operations.at(part)));
    }
    return last;
  }
  if (of.is_send) {
    return std::max(of.met, sum(of.begun, Picoseconds(of.overlap)));
  }
  const UntakenMessage& message = *of.message;
  const Pair pair{message.sender, rank};
  const auto split = times_.waited_receive(message.bytes, pair);
  const std::int64_t begun = begin_of_receive(of, pair);
  return std::max(sum(begun, split.overlap), message.arrival);
}

std::int64_t Sequencer::begin_of_receive(const PendingOperation& of, Pair pair) const {
  const UntakenMessage& message = *of.message;
  const std::int64_t sent = message.arrival - times_.transit(message.bytes, pair).count();
  return sum(message.held >= 0 ? std::max(of.posted, sent) : sent, Picoseconds(of.first_time));
}

std::int64_t Sequencer::end_of_wait(std::int32_t rank, const PendingOperation& of,
                                    std::int64_t time) const {
  if (of.done) {
    return std::max(*of.done, time);
  }
  if (!of.parts.empty()) {
    for (const std::int32_t part : of.parts) {
      const RankState& state = ranks_[static_cast<std::size_t>(rank)];
      time = end_of_wait(rank, state.operations.at(part), time);
    }
    return time;
  }
  if (of.is_send) {
    const std::int64_t rest = rest_of(of.wait, of.overlap, of.begun, time);
    return std::max(of.met, sum(std::max(time, of.begun), Picoseconds(rest)));
  }
  const UntakenMessage& message = *of.message;
  const Pair pair{message.sender, rank};
  const auto split = times_.waited_receive(message.bytes, pair);
  const std::int64_t begun = begin_of_receive(of, pair);
  const std::int64_t rest = rest_of(split.wait.count(), split.overlap.count(), begun, time);
  return std::max({message.arrival, sum(of.posted, times_.take(message.bytes, pair)),
                   sum(std::max(time, begun), Picoseconds(rest))});
}

std::int64_t Sequencer::end_of_exchange(std::int32_t rank, const UntakenMessage& taken,
                                        std::int64_t take) const {
  const WaitingCall& call = *ranks_[static_cast<std::size_t>(rank)].call;
  const Pair pair{taken.sender, rank};
  const std::int64_t sent = sum(call.begin, Picoseconds(call.sent_time));
  const auto both = times_.exchange(std::max(call.sent_bytes, taken.bytes), pair);
  if (!both) {
    return sum(std::max(sent, taken.arrival), Picoseconds(take));
  }
  const std::int64_t transit = times_.transit(taken.bytes, pair).count();
  return std::max({sum(sent, Picoseconds(take)), taken.arrival,
                   sum(std::max<std::int64_t>(0, taken.arrival - transit), *both)});
}

std::int64_t Sequencer::end_of_receive(std::int32_t rank, const PendingOperation& of) const {
  const UntakenMessage& taken = *of.message;
  const Picoseconds take = times_.take(taken.bytes, {taken.sender, rank});
  const bool is_exchange = ranks_[static_cast<std::size_t>(rank)].call->is_exchange;
  return is_exchange ? end_of_exchange(rank, taken, take.count())
                     : sum(std::max(of.posted, taken.arrival), take);
}

void Sequencer::try_to_end(std::int32_t rank) {
  RankState& of = state_of(rank);
  if (!of.call || !are_determined(of)) {
    return;
  }
  if (of.call->kind == RequestKind::kReceive) {
    end_receive(rank);
  } else if (of.call->kind == RequestKind::kWaitAll) {
    end_wait_all(rank);
  }
}

bool Sequencer::are_determined(const RankState& of) const {
  return std::all_of(of.call->operations.begin(), of.call->operations.end(),
                     [&](std::int32_t number) { return of.is_determined(number); });
}

void Sequencer::end_receive(std::int32_t rank) {
  RankState& of = state_of(rank);
  const std::int32_t number = of.call->operations.front();
  const PendingOperation& operation = of.operations.at(number);
  board::BoardReply reply;
  reply.peer = operation.message->source;
  reply.tag = operation.message->tag;
  reply.bytes = operation.message->bytes;
  reply.place = operation.message->place;
  const std::int64_t end = end_of_receive(rank, operation);
  note_receive(rank, operation, end);
  of.operations.erase(number);
  release(rank, end, reply);
}

void Sequencer::end_wait_all(std::int32_t rank) {
  std::vector<std::uint32_t> all(state_of(rank).call->operations.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = static_cast<std::uint32_t>(i);
  }
  end_with(rank, state_of(rank).call->begin, all);
}

board::Completion Sequencer::completion_of(std::uint32_t position, const PendingOperation& of) {
  board::Completion done;
  done.position = position;
  done.is_cancelled = of.is_cancelled ? 1 : 0;
  if (of.message) {
    done.peer = of.message->source;
    done.tag = of.message->tag;
    done.bytes = of.message->bytes;
    done.place = of.message->place;
  }
  return done;
}

void Sequencer::end_with(std::int32_t rank, std::int64_t time,
                         const std::vector<std::uint32_t>& positions) {
  RankState& of = state_of(rank);
  std::vector<board::Completion> completions;
  RankInstant on{rank, of.call->begin};
  for (const std::uint32_t position : positions) {
    const std::int32_t number = of.call->operations[position];
    PendingOperation& operation = of.operations.at(number);
    on = instant_of_wait(rank, operation, time).value_or(on);
    time = end_of_wait(rank, operation, time);
    completions.push_back(completion_of(position, operation));
    if (of.call->kind == RequestKind::kTestStatus) {
      operation.done = time;
      continue;
    }
    for (const std::int32_t part : operation.parts) {
      of.operations.erase(part);
    }
    of.operations.erase(number);
  }
  const RequestKind kind = of.call->kind;
  if (kind == RequestKind::kWaitAll || kind == RequestKind::kWaitAny ||
      kind == RequestKind::kWaitSome) {
    note_end(rank, of.call->begin, on);
  }
  board::BoardReply reply;
  reply.is_found = positions.empty() ? 0 : 1;
  release(rank, time, reply, completions);
}

std::optional<Sequencer::Event> Sequencer::decision_of(std::int32_t rank) {
  RankState& of = state_of(rank);
  if (!of.call) {
    return std::nullopt;
  }
  const WaitingCall& call = *of.call;
  switch (call.kind) {
    case RequestKind::kTestAll:
    case RequestKind::kTestAny:
    case RequestKind::kTestSome:
    case RequestKind::kTestStatus:
    case RequestKind::kTestProbe:
    case RequestKind::kTestMatchProbe: {
      if (call.period == 0) {
        return Event{call.begin, rank, true};
      }
      const auto found = found_from(of, rank);
      if (!found) {
        return std::nullopt;
      }
      const std::int64_t late = std::max<std::int64_t>(0, *found - call.begin);
      const std::int64_t periods = (late + call.period - 1) / call.period;
      return Event{call.begin + periods * call.period, rank, true};
    }
    case RequestKind::kCancel:
      return Event{call.begin, rank, true};
    case RequestKind::kProbe:
    case RequestKind::kMatchProbe: {
      const auto message = first_for_probe(of);
      return message == of.inbox.end()
                 ? std::nullopt
                 : std::optional(Event{std::max(call.begin, message->arrival), rank, true});
    }
    case RequestKind::kWaitAny:
    case RequestKind::kWaitSome: {
      std::optional<Event> first;
      for (const std::int32_t number : call.operations) {
        const PendingOperation& operation = of.operations.at(number);
        if (of.is_determined(number)) {
          const std::int64_t time = std::max(call.begin, complete_from(rank, operation));
          first = Event{first ? std::min(first->time, time) : time, rank, true};
        }
      }
      return first;
    }
    default:
      return std::nullopt;
  }
}

std::optional<std::int64_t> Sequencer::found_from(RankState& of, std::int32_t rank) {
  const WaitingCall& call = *of.call;
  if (call.kind == RequestKind::kTestProbe || call.kind == RequestKind::kTestMatchProbe) {
    const auto message = first_for_probe(of);
    return message == of.inbox.end() ? std::nullopt : std::optional(message->arrival);
  }
  const bool needs_all =
      call.kind == RequestKind::kTestAll || call.kind == RequestKind::kTestStatus;
  std::optional<std::int64_t> found;
  for (const std::int32_t number : call.operations) {
    const PendingOperation& operation = of.operations.at(number);
    if (of.is_determined(number)) {
      const std::int64_t from = complete_from(rank, operation);
      found = !found ? from : needs_all ? std::max(*found, from) : std::min(*found, from);
    } else if (needs_all) {
      return std::nullopt;
    }
  }
  if (call.kind == RequestKind::kTestAll && call.is_among_others) {
    return std::nullopt;
  }
  return found;
}

bool Sequencer::is_put_off(std::int32_t rank, bool is_found) {
  RankState& of = state_of(rank);
  WaitingCall& call = *of.call;
  const std::int64_t period = call.begin - of.last_poll;
  of.last_poll = call.begin;
  of.polls = is_found || call.is_among_others ? 0 : of.polls + 1;
  if (poll_limit_ == 0 || of.polls < poll_limit_ || period <= 0) {
    return false;
  }
  call.period = period;
  return true;
}

void Sequencer::decide_probe(std::int32_t rank) {
  RankState& of = state_of(rank);
  const WaitingCall& call = *of.call;
  const bool waits = call.kind == RequestKind::kProbe || call.kind == RequestKind::kMatchProbe;
  const bool takes =
      call.kind == RequestKind::kMatchProbe || call.kind == RequestKind::kTestMatchProbe;
  const auto message = first_for_probe(of);
  const bool is_found = message != of.inbox.end() && (waits || message->arrival <= call.begin);
  board::BoardReply reply;
  reply.is_found = is_found ? 1 : 0;
  std::int64_t time = call.begin;
  if (is_found) {
    reply.peer = message->source;
    reply.tag = message->tag;
    reply.bytes = message->bytes;
    reply.place = takes ? message->place : 0;
    time = std::max(time, message->arrival);
  }
  if (is_found && waits) {
    note_end(rank, call.begin,
             message->arrival > call.begin ? RankInstant{message->sender, message->begin}
                                           : RankInstant{rank, call.begin});
  }
  if (is_found && takes) {
    PendingOperation* const operation = begin_operation(rank, call.operation);
    if (operation == nullptr) {
      return;
    }
    operation->message = *message;
    of.inbox.erase(message);
  }
  release(rank, sum(time, times_.poll()), reply);
}

void Sequencer::decide_cancel(std::int32_t rank) {
  RankState& of = state_of(rank);
  const WaitingCall call = *of.call;
  board::BoardReply reply;
  reply.is_found = cancel(rank, call.operations.front(), call.begin) ? 1 : 0;
  release(rank, call.begin, reply);
  match(rank);
}

std::vector<std::uint32_t> Sequencer::complete_at(std::int32_t rank, std::int64_t time) const {
  const RankState& of = ranks_[static_cast<std::size_t>(rank)];
  const WaitingCall& call = *of.call;
  std::vector<std::uint32_t> complete;
  for (std::size_t i = 0; i < call.operations.size(); ++i) {
    const std::int32_t number = call.operations[i];
    if (of.is_determined(number) && complete_from(rank, of.operations.at(number)) <= time) {
      complete.push_back(static_cast<std::uint32_t>(i));
    }
  }
  const bool is_one = call.kind == RequestKind::kWaitAny || call.kind == RequestKind::kTestAny;
  if (is_one && complete.size() > 1) {
    complete.resize(1);
  }
  const bool needs_all = call.kind == RequestKind::kTestAll;
  if (needs_all && (call.is_among_others || complete.size() < call.operations.size())) {
    complete.clear();
  }
  return complete;
}

void Sequencer::decide(const Event& event) {
  const std::int32_t rank = event.rank;
  RankState& of = state_of(rank);
  WaitingCall& call = *of.call;
  bool is_test = false;
  bool is_probe = false;
  switch (call.kind) {
    case RequestKind::kCancel:
      return decide_cancel(rank);
    case RequestKind::kTestProbe:
    case RequestKind::kTestMatchProbe:
      is_test = is_probe = true;
      break;
    case RequestKind::kProbe:
    case RequestKind::kMatchProbe:
      is_probe = true;
      break;
    case RequestKind::kWaitAny:
    case RequestKind::kWaitSome:
      break;
    default:
      is_test = true;
  }
  if (is_test) {
    if (call.period != 0) {
      skipped_polls_ += static_cast<std::uint64_t>((event.time - call.begin) / call.period);
      call.begin = event.time;
    }
    const auto found = found_from(of, rank);
    if (is_put_off(rank, found && *found <= call.begin)) {
      return;
    }
  } else {
    of.polls = 0;
  }
  if (is_probe) {
    return decide_probe(rank);
  }
  end_with(rank, is_test ? sum(call.begin, times_.poll()) : call.begin,
           complete_at(rank, event.time));
}

}  // namespace dps::sequencer
