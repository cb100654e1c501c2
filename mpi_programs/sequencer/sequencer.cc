#include "mpi_programs/sequencer/sequencer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/units.h"
#include "mpi_programs/board/record.h"

namespace dps::sequencer {
namespace {

using board::RequestKind;

/// Beyond, sums of times would not fit. 2^62 ps are 53 days.
constexpr std::int64_t kMostTime = std::int64_t{1} << 62;

std::int64_t sum(std::int64_t instant, Picoseconds time) {
  return time.count() > kMostTime - instant ? kMostTime : instant + time.count();
}

std::string_view name_of(std::uint16_t function) {
  return function < mpi_library::kFunctions ? mpi_library::kFunctionTable[function].name
                                            : std::string_view("a function");
}

}  // namespace

Sequencer::Sequencer(std::uint32_t ranks, SheetTimes& times, Replies& replies)
    : times_(times), replies_(replies), communicators_(ranks), ranks_(ranks) {}

void Sequencer::block(std::int32_t rank, std::string reason, std::string next_step) {
  if (!obstacle_) {
    obstacle_ =
        Obstacle{ExitStatus::kFailed, fmt::format("p[{}] {}", rank, reason), std::move(next_step)};
  }
}

void Sequencer::take(std::int32_t rank, const board::Request& request,
                     std::vector<std::int32_t> listed) {
  if (rank < 0 || static_cast<std::size_t>(rank) >= ranks_.size() || obstacle_) {
    return;
  }
  Rank& of = rank_of(rank);
  const bool is_next = of.state == State::kRunning || of.state == State::kAway;
  if (!is_next || request.clock < of.clock || request.function >= mpi_library::kFunctions) {
    block(rank, "sent a request that makes no sense: the prediction cannot go on");
    return;
  }
  if (request.clock >= kMostTime) {
    block(rank, "has times of more than 2^62 ps (53 days), which a prediction cannot have");
    return;
  }
  of.state = State::kRunning;
  of.clock = request.clock;
  const auto where = [&]() -> const Communicator& {
    static const Communicator kNone;
    const Communicator* found = communicators_.find(rank, request.communicator);
    if (found == nullptr) {
      block(rank, fmt::format("calls {} with a communicator that it has not described",
                              name_of(request.function)));
    }
    return found != nullptr ? *found : kNone;
  };
  const auto in = [&](auto member) {
    const Communicator& communicator = where();
    if (!obstacle_) {
      (this->*member)(rank, request, communicator);
    }
  };
  switch (request.kind) {
    case RequestKind::kSend:
      return in(&Sequencer::send);
    case RequestKind::kReceive:
      return in(&Sequencer::receive);
    case RequestKind::kExchange:
      return in(&Sequencer::exchange);
    case RequestKind::kCollective:
      return in(&Sequencer::meet);
    case RequestKind::kDescribe:
      if (!communicators_.add(rank, request, std::move(listed))) {
        block(rank, "has a communicator with processes outside MPI_COMM_WORLD",
              "predictions are for programs whose processes are all started by the command");
      }
      return;
    case RequestKind::kAway:
      of.state = State::kAway;
      ++away_[static_cast<Function>(request.function)];
      return;
    case RequestKind::kFinalize:
      of.state = State::kEnded;
      of.has_finalized = true;
      return;
    case RequestKind::kUnsupported:
      return block(
          rank, fmt::format("calls {}, which cannot be predicted yet", name_of(request.function)),
          "'dps run -- COMMAND' runs the program; docs/programs.md lists the functions "
          "that predictions have");
    case RequestKind::kTwoThreads:
      return block(rank, fmt::format("calls MPI in two threads at one time, {} and {}: predictions "
                                     "have MPI_THREAD_SERIALIZED at most",
                                     name_of(request.other_function), name_of(request.function)));
    case RequestKind::kHeapIsFull:
      return block(
          rank,
          fmt::format("has no room to send {} in {}: the messages that were sent and not received "
                      "fill the memory of the prediction",
                      format_size(request.bytes), name_of(request.function)),
          "DPS_BOARD_SIZE=16GiB, for example, gives them more");
    case RequestKind::kElsewhere:
      return block(rank, "is on this host, and other ranks of its program are not",
                   "dps predicts programs all of whose ranks run on this host: start them without "
                   "a list of hosts");
    case RequestKind::kNoArena:
      return block(rank, "has no room in its address space for the memory of the prediction",
                   "is there a limit ('ulimit -v')? DPS_BOARD_SIZE=64MiB, for example, needs less");
  }
  block(rank, "sent a request of an unknown kind");
}

void Sequencer::release(std::int32_t rank, std::int64_t clock, board::Reply reply) {
  Rank& of = rank_of(rank);
  of.state = State::kRunning;
  of.clock = clock;
  of.receive.reset();
  wildcards_.erase(rank);
  reply.clock = clock;
  replies_.reply(rank, reply);
}

void Sequencer::post(std::int32_t rank, const board::Request& request, const Communicator& where,
                     std::int64_t held) {
  const std::vector<std::int32_t>& peers = where.peers();
  if (request.peer < 0 || static_cast<std::size_t>(request.peer) >= peers.size()) {
    block(rank, fmt::format("calls {} with an invalid rank", name_of(request.function)));
    return;
  }
  const std::int32_t to = peers[static_cast<std::size_t>(request.peer)];
  Rank& receiver = rank_of(to);
  std::int64_t& last = receiver.last_arrival[rank];
  Message message;
  message.begin = request.clock;
  message.arrival = std::max(last, sum(request.clock, times_.transit(request.bytes, {rank, to})));
  message.sender = rank;
  message.number = messages_++;
  message.communicator = where.common;
  message.source = where.self;
  message.tag = request.tag;
  message.bytes = request.bytes;
  message.place = request.place;
  message.held = held;
  last = message.arrival;
  const auto later = std::upper_bound(
      receiver.inbox.begin(), receiver.inbox.end(), message,
      [](const Message& one, const Message& other) { return one.order() < other.order(); });
  receiver.inbox.insert(later, message);
}

void Sequencer::send(std::int32_t rank, const board::Request& request, const Communicator& where) {
  const std::vector<std::int32_t>& peers = where.peers();
  if (request.peer < 0 || static_cast<std::size_t>(request.peer) >= peers.size()) {
    block(rank, fmt::format("calls {} with an invalid rank", name_of(request.function)));
    return;
  }
  const auto function = static_cast<Function>(request.function);
  const std::int32_t to = peers[static_cast<std::size_t>(request.peer)];
  const Picoseconds time = times_.send(function, request.bytes, {rank, to});
  const bool may_wait = function != mpi_library::kBsend;
  const bool waits =
      function == mpi_library::kSsend || (may_wait && !times_.is_eager(request.bytes, {rank, to}));
  post(rank, request, where, waits ? time.count() : -1);
  if (waits) {
    rank_of(rank).state = State::kWaiting;
  } else {
    release(rank, sum(request.clock, time));
  }
  try_to_take(to);
}

void Sequencer::receive(std::int32_t rank, const board::Request& request,
                        const Communicator& where) {
  const bool is_any = request.peer == board::kAny;
  if (!is_any &&
      (request.peer < 0 || static_cast<std::size_t>(request.peer) >= where.peers().size())) {
    block(rank, fmt::format("calls {} with an invalid rank", name_of(request.function)));
    return;
  }
  Rank& of = rank_of(rank);
  of.state = State::kWaiting;
  of.receive = Receive{request.clock, where.common, request.peer, request.tag};
  if (is_any) {
    wildcards_.insert(rank);
  }
  try_to_take(rank);
}

void Sequencer::exchange(std::int32_t rank, const board::Request& request,
                         const Communicator& where) {
  const bool is_any = request.source == board::kAny;
  if (!is_any &&
      (request.source < 0 || static_cast<std::size_t>(request.source) >= where.peers().size())) {
    block(rank, fmt::format("calls {} with an invalid rank", name_of(request.function)));
    return;
  }
  Receive receive{request.clock, where.common, request.source, request.source_tag};
  std::int32_t to = -1;
  if (request.peer != board::kNobody) {
    post(rank, request, where, -1);
    if (obstacle_) {
      return;
    }
    to = where.peers()[static_cast<std::size_t>(request.peer)];
    receive.is_exchange = true;
    receive.sent_bytes = request.bytes;
    receive.sent_time = times_.send(mpi_library::kSend, request.bytes, {rank, to}).count();
  }
  Rank& of = rank_of(rank);
  of.state = State::kWaiting;
  of.receive = receive;
  if (is_any) {
    wildcards_.insert(rank);
  }
  try_to_take(rank);
  if (to >= 0 && to != rank) {
    try_to_take(to);
  }
}

void Sequencer::meet(std::int32_t rank, const board::Request& request, const Communicator& where) {
  const auto function = static_cast<Function>(request.function);
  if (where.common == board::kSelf) {
    release(rank, request.clock);
    return;
  }
  Meeting& meeting = meetings_[where.common];
  if (meeting.members.empty()) {
    meeting.function = function;
  }
  if (meeting.function != function) {
    block(rank, fmt::format("calls {} where p[{}] calls {} on the same communicator",
                            name_of(function), meeting.members.front(), name_of(meeting.function)));
    return;
  }
  rank_of(rank).state = State::kWaiting;
  meeting.latest = std::max(meeting.latest, request.clock);
  meeting.bytes = std::max(meeting.bytes, request.bytes);
  meeting.members.push_back(rank);
  if (meeting.members.size() < where.size()) {
    return;
  }
  const Meeting complete = std::move(meeting);
  meetings_.erase(where.common);
  const std::int64_t end =
      sum(complete.latest, times_.collective(function, where.size(), complete.bytes));
  for (const std::int32_t member : complete.members) {
    release(member, end);
  }
}

std::deque<Sequencer::Message>::iterator Sequencer::first_fitting(Rank& of) {
  const Receive& receive = *of.receive;
  return std::find_if(of.inbox.begin(), of.inbox.end(), [&](const Message& message) {
    return message.communicator == receive.communicator &&
           (receive.source == board::kAny || receive.source == message.source) &&
           (receive.tag == board::kAny || receive.tag == message.tag);
  });
}

void Sequencer::try_to_take(std::int32_t rank) {
  Rank& of = rank_of(rank);
  // From a named source, no earlier message can come: a wildcard has to be settled.
  if (!of.receive || of.receive->source == board::kAny) {
    return;
  }
  if (const auto message = first_fitting(of); message != of.inbox.end()) {
    complete(rank, message);
  }
}

void Sequencer::complete(std::int32_t rank, std::deque<Message>::iterator message) {
  Rank& of = rank_of(rank);
  const Message taken = *message;
  of.inbox.erase(message);
  const Receive receive = *of.receive;
  const Pair pair{taken.sender, rank};
  const Picoseconds take = times_.take(taken.bytes, pair);
  std::int64_t end = sum(std::max(receive.posted, taken.arrival), take);
  if (receive.is_exchange) {
    const std::int64_t sent = sum(receive.posted, Picoseconds(receive.sent_time));
    const std::uint64_t larger = std::max(receive.sent_bytes, taken.bytes);
    if (const auto both = times_.exchange(larger, pair)) {
      const Picoseconds transit = times_.transit(taken.bytes, pair);
      end = std::max({sum(sent, take), taken.arrival,
                      sum(std::max<std::int64_t>(0, taken.arrival - transit.count()), *both)});
    } else {
      end = sum(std::max(sent, taken.arrival), take);
    }
  }
  if (taken.held >= 0) {
    const std::int64_t met = std::max(taken.begin, receive.posted);
    release(taken.sender,
            std::max(sum(met, Picoseconds(taken.held)), std::max(taken.arrival, receive.posted)));
  }
  board::Reply reply;
  reply.peer = taken.source;
  reply.tag = taken.tag;
  reply.bytes = taken.bytes;
  reply.place = taken.place;
  release(rank, end, reply);
}

bool Sequencer::is_safe(std::int64_t time, std::int32_t rank) const {
  for (std::size_t r = 0; r < ranks_.size(); ++r) {
    const Rank& other = ranks_[r];
    const auto number = static_cast<std::int32_t>(r);
    if (number != rank && other.state == State::kRunning &&
        std::tie(other.clock, number) < std::tie(time, rank)) {
      return false;
    }
  }
  return true;
}

void Sequencer::settle() {
  while (!obstacle_) {
    std::int64_t least = kMostTime;
    std::int32_t next = -1;
    for (const std::int32_t rank : wildcards_) {  // in the order of ranks
      Rank& of = rank_of(rank);
      if (const auto message = first_fitting(of); message != of.inbox.end()) {
        const std::int64_t time = std::max(of.receive->posted, message->arrival);
        if (next < 0 || time < least) {
          least = time;
          next = rank;
        }
      }
    }
    if (next < 0 || !is_safe(least, next)) {
      break;
    }
    complete(next, first_fitting(rank_of(next)));
  }
  look_for_deadlock();
}

void Sequencer::look_for_deadlock() {
  if (obstacle_ || has_lost_rank_) {
    return;
  }
  bool is_anybody_waiting = false;
  for (const Rank& of : ranks_) {
    if (of.state == State::kRunning || of.state == State::kAway) {
      return;
    }
    is_anybody_waiting = is_anybody_waiting || of.state == State::kWaiting;
  }
  is_deadlock_ = is_anybody_waiting;
}

void Sequencer::end(std::int32_t rank) {
  if (rank >= 0 && static_cast<std::size_t>(rank) < ranks_.size()) {
    Rank& of = rank_of(rank);
    has_lost_rank_ = has_lost_rank_ || !of.has_finalized;
    of.state = State::kEnded;
  }
}

std::vector<std::string> Sequencer::notes() const {
  std::vector<std::string> notes = times_.notes();
  for (const auto& [function, calls] : away_) {
    notes.push_back(fmt::format(
        "{} ({}) does not wait in virtual time until its members have come: what wildcards take "
        "meanwhile may differ between predictions",
        name_of(function), counted(calls, "call")));
  }
  return notes;
}

}  // namespace dps::sequencer
