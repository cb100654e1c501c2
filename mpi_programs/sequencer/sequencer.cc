#include "mpi_programs/sequencer/sequencer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/units.h"
#include "mpi_programs/board/record.h"
#include "mpi_programs/sequencer/instants.h"
#include "mpi_programs/sequencer/sequencer_notes.h"

namespace dps::sequencer {

using board::RequestKind;

Sequencer::Sequencer(std::uint32_t ranks, SheetTimes& times, Replies& replies)
    : times_(times), replies_(replies), communicators_(ranks), ranks_(ranks) {}

void Sequencer::take(std::int32_t rank, const board::BoardRequest& request,
                     std::vector<std::int32_t> listed) {
  if (rank < 0 || static_cast<std::size_t>(rank) >= ranks_.size() || obstacle()) {
    return;
  }
  RankState& of = state_of(rank);
  const bool is_next = of.phase == RankPhase::kRunning || of.phase == RankPhase::kAway;
  if (!checks_.can_take(rank, request, is_next, of.clock)) {
    return;
  }
  of.phase = RankPhase::kRunning;
  of.clock = request.clock;
  switch (request.kind) {
    case RequestKind::kSend:
      return take_in(rank, request, &Sequencer::send);
    case RequestKind::kReceive:
      return take_in(rank, request, &Sequencer::receive);
    case RequestKind::kExchange:
      return take_in(rank, request, &Sequencer::exchange);
    case RequestKind::kCollective:
    case RequestKind::kBeginCollective:
      return take_in(rank, request, &Sequencer::meet);
    case RequestKind::kBeginSend:
      return take_in(rank, request, &Sequencer::begin_send);
    case RequestKind::kBeginReceive:
      return take_in(rank, request, &Sequencer::begin_receive);
    case RequestKind::kProbe:
    case RequestKind::kTestProbe:
    case RequestKind::kMatchProbe:
    case RequestKind::kTestMatchProbe:
      return take_in(rank, request, &Sequencer::probe);
    case RequestKind::kWaitAll:
    case RequestKind::kWaitAny:
    case RequestKind::kWaitSome:
    case RequestKind::kTestAll:
    case RequestKind::kTestAny:
    case RequestKind::kTestSome:
    case RequestKind::kTestStatus:
    case RequestKind::kCancel:
      return await(rank, request, std::move(listed));
    case RequestKind::kFree:
      return free_operations(rank, listed);
    case RequestKind::kReceiveMatched:
    case RequestKind::kBeginMatched:
      return begin_matched(rank, request);
    case RequestKind::kBeginGroup:
      return begin_group(rank, request, std::move(listed));
    default:
      return take_notice(rank, request, std::move(listed));
  }
}

/// Takes a request for which the rank does not wait in virtual time.
void Sequencer::take_notice(std::int32_t rank, const board::BoardRequest& request,
                            std::vector<std::int32_t> listed) {
  RankState& of = state_of(rank);
  switch (request.kind) {
    case RequestKind::kDescribe:
      if (!communicators_.add(rank, request, std::move(listed))) {
        checks_.block_strangers(rank);
      }
      return;
    case RequestKind::kAway:
      of.phase = RankPhase::kAway;
      return unmodelled_.leave(request);
    case RequestKind::kRefused:
      return unmodelled_.refuse(request);
    case RequestKind::kBack:
      unmodelled_.come_back(request);
      return release(rank, request.clock);
    case RequestKind::kFinalize:
      of.phase = RankPhase::kEnded;
      of.has_finalized = true;
      return;
    default:
      return checks_.refuse(rank, request);
  }
}

void Sequencer::take_in(std::int32_t rank, const board::BoardRequest& request,
                        CallInCommunicator call) {
  if (const CommunicatorView* const where = checks_.communicator(rank, request, communicators_)) {
    (this->*call)(rank, request, *where);
  }
}

void Sequencer::release(std::int32_t rank, std::int64_t clock, board::BoardReply reply,
                        std::vector<board::Completion> completions) {
  RankState& of = state_of(rank);
  of.phase = RankPhase::kRunning;
  of.clock = clock;
  of.call.reset();
  reply.clock = clock;
  reply.count = static_cast<std::uint32_t>(completions.size());
  if (!of.freed.empty()) {
    const std::vector<board::Completion> freed = take_freed(rank, clock);
    reply.freed = static_cast<std::uint32_t>(freed.size());
    completions.insert(completions.end(), freed.begin(), freed.end());
  }
  replies_.reply(rank, reply, completions);
}

std::int64_t Sequencer::held_time(const board::BoardRequest& request, Pair pair) const {
  using namespace mpi_library;  // NOLINT(google-build-using-namespace): names of functions
  const bool is_synchronous = request.function == kSsend || request.function == kIssend;
  const bool is_buffered = request.function == kBsend || request.function == kIbsend;
  const bool is_ready = request.function == kRsend || request.function == kIrsend;
  // MPI_Sendrecv from MPI_PROC_NULL is a request to send, and never waits either.
  const bool is_exchange = request.function == kSendrecv || request.function == kSendrecv_replace;
  const bool is_of_collective = (request.flags & board::kOfCollective) != 0;
  if (is_buffered || is_exchange || is_of_collective ||
      (!is_synchronous && times_.is_eager(request.bytes, pair))) {
    return -1;
  }
  return times_.send(is_synchronous ? kSsend
                     : is_ready     ? kRsend
                                    : kSend,
                     request.bytes, pair)
      .count();
}

void Sequencer::post(std::int32_t rank, std::int32_t to, const board::BoardRequest& request,
                     const CommunicatorView& where, const UntakenMessage& with) {
  RankState& receiver = state_of(to);
  std::int64_t& last = receiver.last_arrival[rank];
  UntakenMessage message = with;
  message.begin = request.clock;
  message.arrival = std::max(last, sum(request.clock, times_.transit(request.bytes, {rank, to})));
  message.sender = rank;
  message.number = messages_++;
  message.communicator = context_of(request, where);
  message.source = where.self;
  message.tag = request.tag;
  message.bytes = request.bytes;
  message.place = request.place;
  message.is_ready =
      request.function == mpi_library::kRsend || request.function == mpi_library::kIrsend;
  last = message.arrival;
  put_into(receiver, message);
}

void Sequencer::put_into(RankState& receiver, const UntakenMessage& message) {
  const auto later = std::upper_bound(receiver.inbox.begin(), receiver.inbox.end(), message,
                                      [](const UntakenMessage& one, const UntakenMessage& other) {
                                        return one.order() < other.order();
                                      });
  receiver.inbox.insert(later, message);
}

void Sequencer::send(std::int32_t rank, const board::BoardRequest& request,
                     const CommunicatorView& where) {
  const std::int32_t to = world_rank(rank, request, where, request.peer);
  if (to < 0) {
    return;
  }
  UntakenMessage message;
  message.held = held_time(request, {rank, to});
  if (message.held >= 0 && request.is_notification != 0) {
    checks_.block_senseless(rank);
    return;
  }
  const auto function = static_cast<Function>(request.function);
  times_.count_send(function);
  post(rank, to, request, where, message);
  if (message.held >= 0) {
    state_of(rank).phase = RankPhase::kWaiting;
  } else {
    answer(rank, request, sum(request.clock, times_.send(function, request.bytes, {rank, to})));
  }
  match(to);
}

void Sequencer::begin_send(std::int32_t rank, const board::BoardRequest& request,
                           const CommunicatorView& where) {
  if (request.other_function >= mpi_library::kFunctions) {
    checks_.block_senseless(rank);
    return;
  }
  const std::int32_t to = world_rank(rank, request, where, request.peer);
  if (to < 0) {
    return;
  }
  PendingOperation* const begun = begin_operation(rank, request.operation);
  if (begun == nullptr) {
    return;
  }
  PendingOperation& operation = *begun;
  const auto split = times_.begun_send(request.bytes, {rank, to});
  UntakenMessage message;
  message.held = held_time(request, {rank, to});
  times_.count_begun_send(static_cast<Function>(request.function),
                          static_cast<Function>(request.other_function), message.held >= 0);
  message.send_operation = request.operation;
  operation.is_send = true;
  operation.begun = sum(request.clock, split.begin);
  operation.begun_by = {rank, request.clock};
  operation.wait = split.wait.count();
  operation.overlap = split.overlap.count();
  operation.met = message.held >= 0 ? -1 : 0;
  post(rank, to, request, where, message);
  answer(rank, request, operation.begun);
  match(to);
}

std::int32_t Sequencer::open_receive(std::int32_t rank, const Pattern& pattern,
                                     std::int64_t posted) {
  RankState& of = state_of(rank);
  const std::int32_t number = --of.last_operation;
  PendingOperation& operation = of.operations[number];
  operation.pattern = pattern;
  operation.posted = posted;
  of.unmatched.push_back(number);
  return number;
}

void Sequencer::receive(std::int32_t rank, const board::BoardRequest& request,
                        const CommunicatorView& where) {
  if (!is_source(rank, request, where, request.peer)) {
    return;
  }
  RankState& of = state_of(rank);
  of.phase = RankPhase::kWaiting;
  WaitingCall& call = of.call.emplace();
  call.begin = request.clock;
  call.operations = {open_receive(rank, {where.common, request.peer, request.tag}, request.clock)};
  match(rank);
}

void Sequencer::begin_receive(std::int32_t rank, const board::BoardRequest& request,
                              const CommunicatorView& where) {
  if (!is_source(rank, request, where, request.peer)) {
    return;
  }
  PendingOperation* const operation = begin_operation(rank, request.operation);
  if (operation == nullptr) {
    return;
  }
  const Picoseconds first_time = times_.begun_receive(request.bytes);
  operation->pattern = {context_of(request, where), request.peer, request.tag};
  operation->posted = request.clock;
  operation->first_time = first_time.count();
  state_of(rank).unmatched.push_back(request.operation);
  answer(rank, request, sum(request.clock, first_time));
  match(rank);
}

void Sequencer::exchange(std::int32_t rank, const board::BoardRequest& request,
                         const CommunicatorView& where) {
  if (!is_source(rank, request, where, request.source)) {
    return;
  }
  WaitingCall call;
  call.begin = request.clock;
  std::int32_t to = -1;
  if (request.peer != board::kNobody) {
    to = world_rank(rank, request, where, request.peer);
    if (to < 0) {
      return;
    }
    post(rank, to, request, where, {});
    call.is_exchange = true;
    call.sent_bytes = request.bytes;
    call.sent_time = times_.send(mpi_library::kSend, request.bytes, {rank, to}).count();
  }
  call.operations = {
      open_receive(rank, {where.common, request.source, request.source_tag}, request.clock)};
  RankState& of = state_of(rank);
  of.phase = RankPhase::kWaiting;
  of.call = std::move(call);
  match(rank);
  if (to >= 0 && to != rank) {
    match(to);
  }
}

void Sequencer::probe(std::int32_t rank, const board::BoardRequest& request,
                      const CommunicatorView& where) {
  if (!is_source(rank, request, where, request.peer)) {
    return;
  }
  RankState& of = state_of(rank);
  of.phase = RankPhase::kWaiting;
  WaitingCall& call = of.call.emplace();
  call.kind = request.kind;
  call.begin = request.clock;
  call.pattern = {where.common, request.peer, request.tag};
  call.operation = request.operation;
}

void Sequencer::await(std::int32_t rank, const board::BoardRequest& request,
                      std::vector<std::int32_t> operations) {
  const bool are_too_many = operations.size() > 1 && (request.kind == RequestKind::kTestStatus ||
                                                      request.kind == RequestKind::kCancel);
  if (!are_operations(rank, operations) || are_too_many) {
    checks_.block(rank, "waits for operations that it has not begun");
    return;
  }
  RankState& of = state_of(rank);
  of.phase = RankPhase::kWaiting;
  WaitingCall& call = of.call.emplace();
  call.kind = request.kind;
  call.begin = request.clock;
  call.operations = std::move(operations);
  call.is_among_others = (request.flags & board::kAmongOthers) != 0;
  try_to_end(rank);
}

bool Sequencer::is_safe(const Event& event) const {
  for (std::size_t r = 0; r < ranks_.size(); ++r) {
    const auto number = static_cast<std::int32_t>(r);
    const RankState& other = ranks_[r];
    if (other.phase != RankPhase::kRunning) {
      continue;
    }
    // The rank itself may be on while a message for one of its receives arrives.
    const bool is_before = number == event.rank
                               ? other.clock < event.time
                               : std::tie(other.clock, number) < std::tie(event.time, event.rank);
    if (is_before) {
      return false;
    }
  }
  return true;
}

std::optional<Sequencer::Event> Sequencer::next_event() {
  std::optional<Event> next;
  const auto consider = [&](const Event& event) {
    if (!next || event.order() < next->order()) {
      next = event;
    }
  };
  for (std::size_t r = 0; r < ranks_.size(); ++r) {
    const auto rank = static_cast<std::int32_t>(r);
    RankState& of = ranks_[r];
    if (const auto message = first_for_any(of); message != of.inbox.end()) {
      const PendingOperation& receive = of.operations.at(oldest_fitting(of, *message));
      consider({std::max(receive.posted, message->arrival), rank, false});
    }
    if (const auto decision = decision_of(rank)) {
      consider(*decision);
    }
  }
  return next;
}

void Sequencer::settle() {
  while (!obstacle()) {
    const auto event = next_event();
    if (!event || !is_safe(*event)) {
      break;
    }
    if (event->is_call) {
      decide(*event);
    } else {
      RankState& of = state_of(event->rank);
      const auto message = first_for_any(of);
      give(event->rank, oldest_fitting(of, *message), message);
      match(event->rank);
    }
  }
  look_for_deadlock();
}

void Sequencer::look_for_deadlock() {
  if (obstacle() || has_lost_rank_) {
    return;
  }
  bool is_anybody_waiting = false;
  for (const RankState& of : ranks_) {
    if (of.phase == RankPhase::kRunning || of.phase == RankPhase::kAway) {
      return;
    }
    is_anybody_waiting = is_anybody_waiting || of.phase == RankPhase::kWaiting;
  }
  is_deadlock_ = is_anybody_waiting;
}

void Sequencer::end(std::int32_t rank) {
  if (rank >= 0 && static_cast<std::size_t>(rank) < ranks_.size()) {
    RankState& of = state_of(rank);
    has_lost_rank_ = has_lost_rank_ || !of.has_finalized;
    of.phase = RankPhase::kEnded;
  }
}

std::vector<std::string> Sequencer::notes() const {
  std::vector<std::string> notes = times_.notes();
  if (early_ready_sends_ > 0) {
    notes.push_back(
        fmt::format("{} began before {} posted, which MPI does not allow",
                    counted(early_ready_sends_, "ready send"),
                    early_ready_sends_ == 1 ? "its receive was" : "their receives were"));
  }
  unmodelled_.add_notes(notes);
  if (skipped_polls_ > 0) {
    notes.push_back(skipped_polls_note(skipped_polls_, poll_limit_));
  }
  return notes;
}

ProgramTerms Sequencer::terms() const {
  return {times_.wtime(), times_.step(), times_.least_eager()};
}

}  // namespace dps::sequencer
