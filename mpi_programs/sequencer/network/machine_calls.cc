// The sends, waits, tests and probes of a rank on a machine with a network. Source:
// docs/programs.md, "On a network".
#include <algorithm>
#include <set>
#include <utility>

#include "mpi_programs/sequencer/network/machine_sequencer.h"

namespace dps::sequencer {

using board::RequestKind;

void MachineSequencer::perform(std::int32_t rank) {
  switch (state_of(rank).call.kind()) {
    case RequestKind::kSend:
    case RequestKind::kBeginSend:
    case RequestKind::kExchange:
      return send(rank);
    case RequestKind::kReceive:
      return receive(rank);
    case RequestKind::kBeginReceive:
      return begin_receive(rank);
    case RequestKind::kReceiveMatched:
    case RequestKind::kBeginMatched:
      return begin_matched(rank);
    case RequestKind::kProbe:
    case RequestKind::kTestProbe:
    case RequestKind::kMatchProbe:
    case RequestKind::kTestMatchProbe:
      return probe(rank);
    case RequestKind::kWaitAll:
    case RequestKind::kWaitAny:
    case RequestKind::kWaitSome:
    case RequestKind::kTestAll:
    case RequestKind::kTestAny:
    case RequestKind::kTestSome:
    case RequestKind::kTestStatus:
    case RequestKind::kCancel:
      return await(rank);
    case RequestKind::kFinalize:
      state_of(rank).phase = MachinePhase::kEnded;
      return;
    case RequestKind::kCompute:
      return release(rank);
    case RequestKind::kPlay:
    case RequestKind::kBeginPlay:
    case RequestKind::kBeginCollective:
      return meet(rank);
    case RequestKind::kCollect:
      return collect(rank);
    default:
      return checks_.refuse(rank, state_of(rank).call.request);
  }
}

// --- sends --------------------------------------------------------------------------------------

void MachineSequencer::send(std::int32_t rank) {
  NetworkCall& call = state_of(rank).call;
  const board::BoardRequest& request = call.request;
  const CommunicatorView* const where = checks_.communicator(rank, request, communicators_);
  if (where == nullptr) {
    return;
  }
  const bool is_exchange = call.kind() == RequestKind::kExchange;
  if (is_exchange) {
    if (!checks_.is_source(rank, request, *where, request.source)) {
      return;
    }
    call.operations = {
        open_receive(rank, 0, {context_of(request, *where), request.source, request.source_tag})};
  }
  if (is_exchange && request.peer == board::kNobody) {
    return take_chosen(rank);
  }
  const std::int32_t to = checks_.world_rank(rank, request, *where, request.peer);
  if (to < 0) {
    return;
  }
  call.sends = add_send(rank, to, *where);
  if (call.kind() != RequestKind::kBeginSend) {
    call.operations.push_back(call.sends);
  }
  const machines::MessageCost cost = network_->cost(letters_[call.letter].letter);
  call.after = cost.after;
  if (pay(rank, MachinePhase::kPaying, cost.send)) {
    enter(rank);
  }
}

void MachineSequencer::enter(std::int32_t rank) {
  NetworkCall& call = state_of(rank).call;
  const SentLetter letter = letters_[call.letter];
  if (letters_.enter(call.letter, now_)) {
    entered(letter);
  }
  if (pay(rank, MachinePhase::kFinishing, call.after)) {
    end_send(rank);
  }
}

void MachineSequencer::end_send(std::int32_t rank) {
  const NetworkCall& call = state_of(rank).call;
  if (call.kind() == RequestKind::kBeginSend) {
    board::BoardReply reply;
    reply.repeats = call.repeats ? 1 : 0;
    return release(rank, reply);
  }
  take_chosen(rank);
}

// --- waits, tests and probes ---------------------------------------------------------------------

void MachineSequencer::await(std::int32_t rank) {
  RankOnMachine& of = state_of(rank);
  std::set<std::int32_t> different;
  const bool are_known =
      !of.call.operations.empty() &&
      std::all_of(of.call.operations.begin(), of.call.operations.end(), [&](std::int32_t number) {
        return of.operations.contains(number) && different.insert(number).second;
      });
  if (!are_known) {
    return checks_.block(rank, "waits for operations that it has not begun");
  }
  if (of.call.kind() == RequestKind::kCancel) {
    return cancel(rank);
  }
  if (of.call.is_test()) {
    return test(rank);
  }
  of.polls = 0;
  take_chosen(rank);
}

/// Cancels a receive without a message; sends are never cancelled.
void MachineSequencer::cancel(std::int32_t rank) {
  RankOnMachine& of = state_of(rank);
  const std::int32_t number = of.call.operations.front();
  NetworkOperation& operation = of.operations.at(number);
  board::BoardReply reply;
  if (!operation.is_send && operation.group.empty() && !operation.is_complete()) {
    std::erase(of.unmatched, number);
    operation.is_cancelled = true;
    reply.is_found = 1;
  }
  release(rank, reply);
}

/// Receives the message that a matching probe has given to an operation.
void MachineSequencer::begin_matched(std::int32_t rank) {
  RankOnMachine& of = state_of(rank);
  NetworkCall& call = of.call;
  const auto found = of.operations.find(call.request.operation);
  if (found == of.operations.end() || !found->second.parcel) {
    return checks_.block(rank, "receives a message that no matching probe has found");
  }
  if (found->second.parcel->awaits_receipt) {
    answer(rank, found->second.parcel->message, {rank, call.begin});
  }
  if (call.kind() == RequestKind::kBeginMatched) {
    return release(rank);
  }
  call.operations = {call.request.operation};
  take_chosen(rank);
}

void MachineSequencer::probe(std::int32_t rank) {
  RankOnMachine& of = state_of(rank);
  const board::BoardRequest& request = of.call.request;
  const CommunicatorView* const where = checks_.communicator(rank, request, communicators_);
  if (where == nullptr || !checks_.is_source(rank, request, *where, request.peer)) {
    return;
  }
  of.call.pattern = {context_of(request, *where), request.peer, request.tag};
  if (of.call.is_test()) {
    return test(rank);
  }
  of.polls = 0;
  is_ready(of) ? end_probe(rank) : sleep(rank);
}

/// Answers a test by the state at its start.
void MachineSequencer::test(std::int32_t rank) {
  RankOnMachine& of = state_of(rank);
  const bool is_found = is_ready(of);
  if (is_put_off(rank, is_found)) {
    of.phase = MachinePhase::kPutOff;
    cpus_.spin(static_cast<std::uint32_t>(rank), now_);
    return;
  }
  if (of.call.is_probe()) {
    return end_probe(rank);
  }
  if (pay(rank, MachinePhase::kPolling, poll_)) {
    take_chosen(rank);
  }
}

void MachineSequencer::end_probe(std::int32_t rank) {
  NetworkCall& call = state_of(rank).call;
  if (std::exchange(call.has_slept, false)) {
    call.ended_by = {call.found->sender, call.found->begin};
  }
  if (pay(rank, MachinePhase::kPolling, poll_)) {
    end_call(rank);
  }
}

bool MachineSequencer::is_put_off(std::int32_t rank, bool is_found) {
  RankOnMachine& of = state_of(rank);
  const std::int64_t period = of.call.begin - of.last_poll;
  of.last_poll = of.call.begin;
  const bool is_among_others =
      !of.call.is_probe() && (of.call.request.flags & board::kAmongOthers) != 0;
  of.polls = is_found || is_among_others ? 0 : of.polls + 1;
  if (poll_limit_ == 0 || of.polls < poll_limit_ || period <= 0) {
    return false;
  }
  of.call.period = period;
  return true;
}

void MachineSequencer::end_putting_off(std::int32_t rank) {
  RankOnMachine& of = state_of(rank);
  cpus_.spun(static_cast<std::uint32_t>(rank), now_);
  skipped_polls_ += static_cast<std::uint64_t>((clock() - of.call.begin) / of.call.period);
  of.call.begin = of.last_poll = clock();
  of.polls = 0;
  test(rank);
}

void MachineSequencer::take_chosen(std::int32_t rank) {
  RankOnMachine& of = state_of(rank);
  NetworkCall& call = of.call;
  if (!is_ready(of)) {
    return call.is_test() ? end_call(rank) : sleep(rank);
  }
  while (call.taken < call.chosen.size()) {
    const std::int32_t number = call.operations[call.chosen[call.taken]];
    if (!of.is_complete(number)) {
      return sleep(rank);
    }
    if (std::exchange(call.has_slept, false)) {
      call.ended_by = of.completed_by(number);
    }
    const Picoseconds due = of.due(number);
    if (due > Picoseconds{} && !pay(rank, MachinePhase::kTaking, due)) {
      return;
    }
    ++call.taken;
  }
  end_call(rank);
}

bool MachineSequencer::is_ready(RankOnMachine& of) {
  NetworkCall& call = of.call;
  if (call.is_probe()) {
    const UntakenMessage* const message =
        call.found ? &*call.found : of.first_unexpected(call.pattern);
    call.found = message != nullptr ? std::optional(*message) : std::nullopt;
    return message != nullptr;
  }
  if (call.chosen.empty()) {
    choose(of);
  }
  return call.taken < call.chosen.size() ? of.is_complete(call.operations[call.chosen[call.taken]])
                                         : !call.chosen.empty();
}

/// Chooses operations; a test has chosen once, at its start.
void MachineSequencer::choose(RankOnMachine& of) {
  NetworkCall& call = of.call;
  const bool chooses = call.waits_for_some() || call.is_test();
  if (call.is_test() && of.phase == MachinePhase::kPolling) {
    return;
  }
  for (std::size_t i = 0; i < call.operations.size(); ++i) {
    if (!chooses || of.is_complete(call.operations[i])) {
      call.chosen.push_back(static_cast<std::uint32_t>(i));
    }
  }
  const bool is_one = call.kind() == RequestKind::kWaitAny || call.kind() == RequestKind::kTestAny;
  if (is_one && call.chosen.size() > 1) {
    call.chosen.resize(1);
  }
  const bool is_among_others = (call.request.flags & board::kAmongOthers) != 0;
  if (call.kind() == RequestKind::kTestAll &&
      (is_among_others || call.chosen.size() < call.operations.size())) {
    call.chosen.clear();
  }
}

void MachineSequencer::sleep(std::int32_t rank) {
  RankOnMachine& of = state_of(rank);
  NetworkCall& call = of.call;
  const auto awaits_message = [&](std::size_t i) { return of.awaits_message(call.operations[i]); };
  bool listens = call.is_probe();
  if (call.waits_for_some()) {
    for (std::size_t i = 0; i < call.operations.size(); ++i) {
      listens = listens || awaits_message(i);
    }
  } else if (!listens) {
    listens = awaits_message(call.chosen[call.taken]);
  }
  if (!listens) {
    of.phase = MachinePhase::kHeld;
    call.has_slept = true;
  } else if (pay(rank, MachinePhase::kListening, waiting_cost_.listen)) {
    of.phase = MachinePhase::kWaiting;
    call.has_slept = true;
  }
}

/// Ends the listening: a message that has arrived meanwhile needs no wake-up.
void MachineSequencer::listened(std::int32_t rank) {
  RankOnMachine& of = state_of(rank);
  if (!is_ready(of)) {
    of.phase = MachinePhase::kWaiting;
    of.call.has_slept = true;
  } else if (of.call.is_probe()) {
    end_probe(rank);
  } else {
    take_chosen(rank);
  }
}

void MachineSequencer::notice(std::int32_t rank) {
  RankOnMachine& of = state_of(rank);
  const bool had_listened = of.phase == MachinePhase::kWaiting;
  if (of.phase == MachinePhase::kPutOff) {
    if (is_ready(of)) {
      const std::int64_t late = clock() - of.call.begin;
      const std::int64_t periods = (late + of.call.period - 1) / of.call.period;
      of.call.chosen.clear();  // the next test chooses again
      of.call.found.reset();
      of.phase = MachinePhase::kFound;
      walls_.set(static_cast<std::uint32_t>(rank),
                 setup_ + Picoseconds(of.call.begin + periods * of.call.period));
    }
    return;
  }
  if (!had_listened && of.phase != MachinePhase::kHeld) {
    return;
  }
  if (!is_ready(of)) {
    if (had_listened && of.has_arrival) {
      sleep(rank);  // the arrival has ended its listening
    }
    return;
  }
  const NetworkCall& call = of.call;
  const bool is_woken =
      call.is_probe() || !of.operations.at(call.operations[call.chosen[call.taken]]).is_send;
  if (is_woken && had_listened && waiting_cost_.wakeup > Picoseconds{}) {
    of.phase = MachinePhase::kWaking;
    walls_.set(static_cast<std::uint32_t>(rank), now_ + waiting_cost_.wakeup);
  } else if (call.is_probe()) {
    end_probe(rank);
  } else {
    take_chosen(rank);
  }
}

namespace {

template <typename Entry>
void describe(Entry& entry, const UntakenMessage& message) {
  entry.peer = message.source;
  entry.tag = message.tag;
  entry.bytes = message.bytes;
  entry.place = message.place;
}

board::Completion completion_of(std::uint32_t position, const NetworkOperation& operation) {
  board::Completion done;
  done.position = position;
  done.is_cancelled = operation.is_cancelled ? 1 : 0;
  if (operation.parcel) {
    describe(done, operation.parcel->message);
  }
  done.place = operation.collective != 0 ? operation.collective : done.place;
  return done;
}

}  // namespace

void MachineSequencer::end_call(std::int32_t rank) {
  RankOnMachine& of = state_of(rank);
  const NetworkCall call = std::exchange(of.call, NetworkCall{});
  if (!call.is_test()) {
    note_end(rank, call.begin, call.ended_by.value_or(RankInstant{rank, call.begin}));
  }
  board::BoardReply reply;
  std::vector<board::Completion> completions;
  const bool is_one = call.kind() == RequestKind::kReceive ||
                      call.kind() == RequestKind::kExchange ||
                      call.kind() == RequestKind::kReceiveMatched;
  for (const std::uint32_t position : call.chosen) {
    const std::int32_t number = call.operations[position];
    NetworkOperation& operation = of.operations.at(number);
    if (call.kind() == RequestKind::kTestStatus) {
      completions.push_back(completion_of(position, operation));
      operation.is_taken = true;
      continue;
    }
    if (is_one && operation.parcel) {
      describe(reply, operation.parcel->message);
    } else if (!is_one && call.kind() != RequestKind::kSend) {
      completions.push_back(completion_of(position, operation));
    }
    const std::vector<std::int32_t> group = std::move(operation.group);
    of.operations.erase(number);
    for (const std::int32_t one : group) {
      of.operations.erase(one);
    }
  }
  if (call.found) {
    describe(reply, *call.found);
    reply.place = 0;
  }
  reply.is_found = call.found || !completions.empty() ? 1 : 0;
  reply.repeats = call.repeats ? 1 : 0;
  if (call.found && call.is_match()) {
    keep_matched(rank, call);
  }
  release(rank, reply, std::move(completions));
}

/// Gives the message that a matching probe has found to the operation.
void MachineSequencer::keep_matched(std::int32_t rank, const NetworkCall& call) {
  RankOnMachine& of = state_of(rank);
  const auto found =
      std::find_if(of.unexpected.begin(), of.unexpected.end(),
                   [&](const Parcel& parcel) { return call.pattern.fits(parcel.message); });
  if (NetworkOperation* operation = begin_operation(rank, call.request.operation)) {
    operation->parcel = *found;
    of.unexpected.erase(found);
  }
}

/// Data of receives for which nobody waits come with the next reply.
std::uint32_t MachineSequencer::add_freed(std::int32_t rank,
                                          std::vector<board::Completion>& completions) {
  RankOnMachine& of = state_of(rank);
  std::uint32_t count = 0;
  for (const std::int32_t number : of.freed) {
    if (count == board::kMostFreed) {
      break;
    }
    if (const NetworkOperation& operation = of.operations.at(number); operation.is_complete()) {
      completions.push_back(completion_of(static_cast<std::uint32_t>(number), operation));
      of.operations.erase(number);
      ++count;
    }
  }
  std::erase_if(of.freed, [&](std::int32_t number) { return !of.operations.contains(number); });
  return count;
}

void MachineSequencer::free_operations(std::int32_t rank,
                                       const std::vector<std::int32_t>& numbers) {
  RankOnMachine& of = state_of(rank);
  for (const std::int32_t number : numbers) {
    const auto found = of.operations.find(number);
    if (found == of.operations.end()) {
      return checks_.block(rank, "frees a request that it has not begun");
    }
    if (found->second.is_send || found->second.is_taken) {
      of.operations.erase(found);
    } else {
      of.freed.push_back(number);
    }
  }
}

NetworkOperation* MachineSequencer::begin_operation(std::int32_t rank, std::int32_t number) {
  const auto [at, is_new] = state_of(rank).operations.try_emplace(number);
  if (number <= 0 || !is_new) {
    checks_.block(rank, "begins an operation that it has begun before");
    return nullptr;
  }
  return &at->second;
}

}  // namespace dps::sequencer
