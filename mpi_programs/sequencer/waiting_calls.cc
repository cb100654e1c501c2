// When calls that wait, test or probe end. Source: docs/programs.md, "Times".
#include "mpi_programs/sequencer/instants.h"
#include "mpi_programs/sequencer/sequencer.h"

namespace dps::sequencer {

using board::RequestKind;

namespace {

/// The wait from `time` on for what began at `begun`: max(0, T2 - min(time - begun, To)).
std::int64_t rest_of(std::int64_t wait, std::int64_t overlap, std::int64_t begun,
                     std::int64_t time) {
  return std::max<std::int64_t>(0,
                                wait - std::min(std::max<std::int64_t>(0, time - begun), overlap));
}

}  // namespace

std::int64_t Sequencer::complete_from(std::int32_t rank, const Operation& of) const {
  if (of.is_send) {
    return std::max(of.met, sum(of.begun, Picoseconds(of.overlap)));
  }
  const Message& message = *of.message;
  const Pair pair{message.sender, rank};
  const auto split = times_.waited_receive(message.bytes, pair);
  const std::int64_t sent = message.arrival - times_.transit(message.bytes, pair).count();
  const std::int64_t begun =
      sum(message.held >= 0 ? std::max(of.posted, sent) : sent, Picoseconds(of.first_time));
  return std::max(sum(begun, split.overlap), message.arrival);
}

std::int64_t Sequencer::end_of_wait(std::int32_t rank, const Operation& of,
                                    std::int64_t time) const {
  if (of.is_send) {
    return std::max(of.met, sum(time, Picoseconds(rest_of(of.wait, of.overlap, of.begun, time))));
  }
  const Message& message = *of.message;
  const Pair pair{message.sender, rank};
  const auto split = times_.waited_receive(message.bytes, pair);
  const std::int64_t sent = message.arrival - times_.transit(message.bytes, pair).count();
  const std::int64_t begun =
      sum(message.held >= 0 ? std::max(of.posted, sent) : sent, Picoseconds(of.first_time));
  const std::int64_t rest = rest_of(split.wait.count(), split.overlap.count(), begun, time);
  return std::max({message.arrival, sum(of.posted, times_.take(message.bytes, pair)),
                   sum(std::max(time, begun), Picoseconds(rest))});
}

std::int64_t Sequencer::end_of_exchange(std::int32_t rank, const Message& taken,
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

std::int64_t Sequencer::end_of_receive(std::int32_t rank, const Operation& of) const {
  const Message& taken = *of.message;
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
                     [&](std::int32_t number) { return of.operations.at(number).is_determined(); });
}

void Sequencer::end_receive(std::int32_t rank) {
  RankState& of = state_of(rank);
  const std::int32_t number = of.call->operations.front();
  const Operation& operation = of.operations.at(number);
  board::Reply reply;
  reply.peer = operation.message->source;
  reply.tag = operation.message->tag;
  reply.bytes = operation.message->bytes;
  reply.place = operation.message->place;
  const std::int64_t end = end_of_receive(rank, operation);
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

void Sequencer::end_with(std::int32_t rank, std::int64_t time,
                         const std::vector<std::uint32_t>& positions) {
  RankState& of = state_of(rank);
  std::vector<board::Completion> completions;
  for (const std::uint32_t position : positions) {
    const std::int32_t number = of.call->operations[position];
    const Operation& operation = of.operations.at(number);
    time = end_of_wait(rank, operation, time);
    board::Completion& done = completions.emplace_back();
    done.position = position;
    if (operation.message) {
      done.peer = operation.message->source;
      done.tag = operation.message->tag;
      done.bytes = operation.message->bytes;
      done.place = operation.message->place;
    }
    of.operations.erase(number);
  }
  board::Reply reply;
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
    case RequestKind::kTestProbe: {
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
    case RequestKind::kProbe: {
      const auto message = first_for_probe(of);
      return message == of.inbox.end()
                 ? std::nullopt
                 : std::optional(Event{std::max(call.begin, message->arrival), rank, true});
    }
    case RequestKind::kWaitAny:
    case RequestKind::kWaitSome: {
      std::optional<Event> first;
      for (const std::int32_t number : call.operations) {
        const Operation& operation = of.operations.at(number);
        if (operation.is_determined()) {
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
  if (call.kind == RequestKind::kTestProbe) {
    const auto message = first_for_probe(of);
    return message == of.inbox.end() ? std::nullopt : std::optional(message->arrival);
  }
  const bool needs_all = call.kind == RequestKind::kTestAll;
  std::optional<std::int64_t> found;
  for (const std::int32_t number : call.operations) {
    const Operation& operation = of.operations.at(number);
    if (operation.is_determined()) {
      const std::int64_t from = complete_from(rank, operation);
      found = !found ? from : needs_all ? std::max(*found, from) : std::min(*found, from);
    } else if (needs_all) {
      return std::nullopt;
    }
  }
  return found;
}

bool Sequencer::is_put_off(std::int32_t rank, bool is_found) {
  constexpr std::uint64_t kMostPolls = 10'000;
  RankState& of = state_of(rank);
  WaitingCall& call = *of.call;
  const std::int64_t period = call.begin - of.last_poll;
  of.last_poll = call.begin;
  of.polls = is_found ? 0 : of.polls + 1;
  if (of.polls < kMostPolls || period <= 0) {
    return false;
  }
  call.period = period;
  return true;
}

void Sequencer::decide(const Event& event) {
  const std::int32_t rank = event.rank;
  RankState& of = state_of(rank);
  WaitingCall& call = *of.call;
  const bool is_test = call.kind == RequestKind::kTestAll || call.kind == RequestKind::kTestAny ||
                       call.kind == RequestKind::kTestSome || call.kind == RequestKind::kTestProbe;
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
  if (call.kind == RequestKind::kProbe || call.kind == RequestKind::kTestProbe) {
    const auto message = first_for_probe(of);
    const bool is_found = message != of.inbox.end() &&
                          (call.kind == RequestKind::kProbe || message->arrival <= call.begin);
    board::Reply reply;
    reply.is_found = is_found ? 1 : 0;
    std::int64_t time = call.begin;
    if (is_found) {
      reply.peer = message->source;
      reply.tag = message->tag;
      reply.bytes = message->bytes;
      time = std::max(time, message->arrival);
    }
    release(rank, sum(time, times_.poll()), reply);
    return;
  }
  std::vector<std::uint32_t> complete;
  for (std::size_t i = 0; i < call.operations.size(); ++i) {
    const Operation& operation = of.operations.at(call.operations[i]);
    if (operation.is_determined() && complete_from(rank, operation) <= event.time) {
      complete.push_back(static_cast<std::uint32_t>(i));
    }
  }
  const bool is_one = call.kind == RequestKind::kWaitAny || call.kind == RequestKind::kTestAny;
  if (is_one && complete.size() > 1) {
    complete.resize(1);
  }
  if (call.kind == RequestKind::kTestAll && complete.size() < call.operations.size()) {
    complete.clear();
  }
  end_with(rank, is_test ? sum(call.begin, times_.poll()) : call.begin, complete);
}

}  // namespace dps::sequencer
