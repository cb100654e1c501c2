// Collective operations on a machine with a network: the messages of their members.
// Source: docs/programs.md, "Collective operations on a network".
#include <algorithm>

#include <fmt/format.h>

#include "base/units.h"
#include "mpi_programs/board/record.h"
#include "mpi_programs/sequencer/network/machine_sequencer.h"
#include "mpi_programs/sequencer/network/two_group_steps.h"

namespace dps::sequencer {
namespace {

/// The sizes that follow a request, each in two numbers.
std::vector<std::uint64_t> sizes_of(const std::vector<std::int32_t>& listed) {
  std::vector<std::uint64_t> sizes(listed.size() / 2);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    sizes[i] = static_cast<std::uint32_t>(listed[2 * i]) |
               std::uint64_t{static_cast<std::uint32_t>(listed[2 * i + 1])} << 32U;
  }
  return sizes;
}

}  // namespace

void MachineSequencer::meet(std::int32_t rank) {
  const board::BoardRequest& request = state_of(rank).call.request;
  const CommunicatorView* const where = checks_.communicator(rank, request, communicators_);
  if (where == nullptr) {
    return;
  }
  const bool is_alone = where->common == board::kSelf;
  const std::uint64_t nth = ++state_of(rank).collectives[where->common];
  // Each rank has an MPI_COMM_SELF of its own.
  const std::uint32_t common = is_alone ? ~static_cast<std::uint32_t>(rank) : where->common;
  const auto [known, is_new] = operation_numbers_.try_emplace({common, nth}, ++last_operation_);
  CollectiveOperation& operation = operations_[known->second];
  if (is_new) {
    operation.function = static_cast<Function>(request.function);
    operation.root = request.peer;
    operation.first = rank;
    operation.key = known->first;
    operation.members = CollectiveMembers(*where);
    operation.contributions.resize(operation.members.size());
  }
  if (!fits(rank, operation)) {
    return;
  }
  begin_play(rank, known->second, operation);
}

/// Returns false after noting an obstacle: the rank calls another operation than the others.
bool MachineSequencer::fits(std::int32_t rank, CollectiveOperation& operation) {
  using namespace mpi_library;  // NOLINT(google-build-using-namespace): names of functions
  const NetworkCall& call = state_of(rank).call;
  const Function function = operation.function;
  const std::uint32_t self = *operation.members.member_of(rank);
  const bool are_of_own = function == kReduce_scatter || function == kReduce_scatter_block;
  const MemberRange receivers =
      are_of_own ? operation.members.own_group(self) : operation.members.partners(self);
  const bool has_blocks = call.operations.empty() || call.operations.size() / 2 == receivers.size();
  const bool shares_root = operation.members.has_two_groups() && has_root(function);
  const auto members = static_cast<std::int32_t>(operation.members.size());
  if (function != call.request.function) {
    checks_.block(rank,
                  fmt::format("calls {} where p[{}] calls {} on the same communicator",
                              name_of(call.request.function), operation.first, name_of(function)));
  } else if (!shares_root && operation.root != call.request.peer) {
    checks_.block(
        rank, fmt::format("calls {} with the root {} where p[{}] has the root {}",
                          name_of(function), call.request.peer, operation.first, operation.root));
  } else if (!has_blocks || (!shares_root && operation.root >= members)) {
    checks_.block_senseless(rank);
  } else if (shares_root) {
    take_shared_root(rank, operation);
  }
  return !obstacle();
}

void MachineSequencer::take_shared_root(std::int32_t rank, CollectiveOperation& operation) {
  const std::int32_t named = state_of(rank).call.request.peer;
  if (operation.shared_root.add(operation.members, *operation.members.member_of(rank), named)) {
    return;
  }
  const SharedRoot::Conflict& conflict = operation.shared_root.conflict();
  if (conflict.named.empty()) {
    return checks_.block_senseless(rank);
  }
  checks_.block(rank, fmt::format("calls {} with the root {} where p[{}] has the root {}",
                                  name_of(operation.function), conflict.named, conflict.rank,
                                  conflict.other_root));
}

std::vector<CollectiveStep> MachineSequencer::steps_in(const CollectiveOperation& operation,
                                                       std::uint32_t member) {
  return operation.members.has_two_groups()
             ? steps_of(operation.function, operation.members.groups(), member,
                        operation.shared_root.member())
             : steps_of(operation.function, operation.members.size(), member,
                        static_cast<std::uint32_t>(std::max(operation.root, 0)));
}

void MachineSequencer::begin_play(std::int32_t rank, std::uint64_t number,
                                  CollectiveOperation& operation) {
  RankOnMachine& of = state_of(rank);
  const board::BoardRequest request = of.call.request;
  Play play;
  play.operation = number;
  play.rank = rank;
  play.begun = of.call.begin;
  play.due_to = {rank, play.begun};
  play.member = *operation.members.member_of(rank);
  play.steps = steps_in(operation, play.member);
  Contribution& own = operation.contributions[play.member];
  own = {true, request.bytes, sizes_of(of.call.operations), request.place};
  ++operation.come;
  const PlayKey key{rank, number};
  if (request.kind != board::RequestKind::kPlay) {
    play.request = request.operation;
    play.is_collected = request.kind == board::RequestKind::kBeginPlay;
    if (NetworkOperation* made = begin_operation(rank, play.request)) {
      made->is_send = true;
    }
    plays_[key] = std::move(play);
    has_begun_plays_ = true;
    ready_plays_.insert(key);
    return release(rank);
  }
  of.call.play = number;
  of.phase = MachinePhase::kPlaying;
  plays_[key] = std::move(play);
  if (operation.come == operation.members.size()) {
    let_carry_out(number);
  }
  play_on(key);
}

/// Called when all members are there: the members whose call MPI also has to carry out do that now,
/// while virtual time stands still.
void MachineSequencer::let_carry_out(std::uint64_t number) {
  for (const std::int32_t member : operations_.at(number).members.ranks()) {
    RankOnMachine& of = state_of(member);
    // A member whose part was done may be in its next call.
    if (of.call.play == number && (of.call.request.flags & board::kIsCarriedOut) != 0) {
      of.is_carrying_out = true;
      running_.insert(member);
      board::BoardReply reply;
      reply.clock = of.clock = of.call.begin;
      replies_.reply(member, reply, {});
    }
  }
}

void MachineSequencer::end_carrying_out(std::int32_t rank) {
  RankOnMachine& of = state_of(rank);
  of.is_carrying_out = false;
  of.call.request.flags = 0;
  of.call.was_carried_out = true;
  running_.erase(rank);
  if (plays_.at({rank, of.call.play}).phase == PlayPhase::kDone) {
    ready_.insert(rank);
  }
}

// --- the steps ----------------------------------------------------------------------------------

bool MachineSequencer::pay_for(Play& play, PlayPhase phase, Picoseconds time) {
  play.phase = phase;
  if (time == Picoseconds{}) {
    return true;
  }
  if (play.is_in_call()) {
    cpus_.run(static_cast<std::uint32_t>(play.rank), time, now_);
  } else {
    play_walls_.insert({later(now_, time), {play.rank, play.operation}});
  }
  return false;
}

/// Called when the time of the play's phase has passed.
void MachineSequencer::play_on(const PlayKey& key) {
  Play& play = plays_.at(key);
  CollectiveOperation& operation = operations_.at(play.operation);
  for (;;) {
    switch (play.phase) {
      case PlayPhase::kReady:
        if (play.next == play.steps.size()) {
          play.phase = PlayPhase::kDone;
          return end_play(key);
        }
        if (!begin_step(play, operation)) {
          return;
        }
        break;
      case PlayPhase::kPaying:
        play.phase = PlayPhase::kHeld;
        if (!letters_.enter(play_letters_.at(key), now_)) {
          return;
        }
        ++play.next;
        play.phase = PlayPhase::kReady;
        break;
      case PlayPhase::kListening:
        if (!has_come(play, operation)) {
          play.phase = PlayPhase::kWaiting;
          play.has_slept = true;
          return;
        }
        [[fallthrough]];
      case PlayPhase::kWaking:
        if (!take_part(play, operation)) {
          return;
        }
        break;
      case PlayPhase::kTaking:
        ++play.next;
        play.phase = PlayPhase::kReady;
        break;
      case PlayPhase::kDone:
        return end_play(key);
      default:
        return;
    }
  }
}

bool MachineSequencer::begin_step(Play& play, CollectiveOperation& operation) {
  const CollectiveStep& step = play.steps[play.next];
  if (!step.sends) {
    if (has_come(play, operation)) {
      return take_part(play, operation);
    }
    return pay_for(play, PlayPhase::kListening, waiting_cost_.listen);
  }
  SentLetter letter;
  letter.letter = {static_cast<std::uint32_t>(play.rank),
                   static_cast<std::uint32_t>(operation.members.rank_of(step.peer)),
                   operation.bytes_of(step), false, false};
  letter.kind = LetterKind::kPart;
  letter.collective = play.operation;
  letter.caller = play.rank;
  letter.call = play.begun;
  letter.from_member = play.member;
  letter.to_member = step.peer;
  letter.begin = clock();
  letter.due_to = play.due_to;
  count_part(operation.function, letter.letter.bytes);
  const machines::MessageCost cost = network_->cost(letter.letter);
  letter.parcel.receive = cost.receive;
  play_letters_[{play.rank, play.operation}] = letters_.add(letter);
  return pay_for(play, PlayPhase::kPaying, cost.send);
}

bool MachineSequencer::has_come(const Play& play, const CollectiveOperation& operation) {
  const auto from = operation.arrived.find({play.member, play.steps[play.next].peer});
  return from != operation.arrived.end() && !from->second.empty();
}

/// Takes the message that has arrived. Returns false if that takes time.
bool MachineSequencer::take_part(Play& play, CollectiveOperation& operation) {
  auto& queue = operation.arrived.at({play.member, play.steps[play.next].peer});
  const ArrivedPart part = queue.front();
  queue.pop_front();
  if (std::exchange(play.has_slept, false)) {
    play.due_to = part.due_to;
  }
  return pay_for(play, PlayPhase::kTaking, part.receive);
}

void MachineSequencer::arrive_part(const SentLetter& letter) {
  CollectiveOperation& operation = operations_.at(letter.collective);
  operation.arrived[{letter.to_member, letter.from_member}].push_back(
      {letter.parcel.receive, letter.due_to});
}

/// Notes an arrival for the rank: its plays may wait for it, or end their listening.
void MachineSequencer::notice_plays(std::int32_t rank) {
  const bool has_arrival = state_of(rank).has_arrival;
  for (auto at = plays_.lower_bound({rank, 0}); at != plays_.end() && at->first.first == rank;
       ++at) {
    Play& play = at->second;
    if (play.phase != PlayPhase::kWaiting) {
      continue;
    }
    const CollectiveOperation& operation = operations_.at(play.operation);
    bool goes_on = false;
    if (has_come(play, operation)) {
      play.phase = PlayPhase::kWaking;
      goes_on = waiting_cost_.wakeup == Picoseconds{};
      if (!goes_on && play.is_in_call()) {
        walls_.set(static_cast<std::uint32_t>(rank), now_ + waiting_cost_.wakeup);
      } else if (!goes_on) {
        play_walls_.insert({now_ + waiting_cost_.wakeup, at->first});
      }
    } else if (has_arrival) {
      goes_on = pay_for(play, PlayPhase::kListening, waiting_cost_.listen);
    }
    if (goes_on) {
      continue_play(play, at->first);
    }
  }
}

void MachineSequencer::entered_part(const SentLetter& letter) {
  const PlayKey key{static_cast<std::int32_t>(letter.letter.from), letter.collective};
  const auto found = plays_.find(key);
  if (found == plays_.end() || found->second.phase != PlayPhase::kHeld) {
    return;
  }
  ++found->second.next;
  found->second.phase = PlayPhase::kReady;
  continue_play(found->second, key);
}

/// Lets the play continue when it is the turn of its rank at this instant.
void MachineSequencer::continue_play(const Play& play, const PlayKey& key) {
  if (play.is_in_call()) {
    ready_.insert(play.rank);
  } else {
    ready_plays_.insert(key);
  }
}

// --- the end ------------------------------------------------------------------------------------

void MachineSequencer::end_play(const PlayKey& key) {
  const Play play = plays_.at(key);
  RankOnMachine& of = state_of(key.first);
  play_letters_.erase(key);
  if (!play.is_in_call()) {
    plays_.erase(key);
    NetworkOperation& request = of.operations.at(play.request);
    request.has_entered = true;
    request.completed_by = play.due_to;
    request.completed = clock();
    if (play.is_collected) {
      request.collective = play.operation;
    } else {
      results_of(play.operation, play.member);  // MPI itself carries it out
    }
    noticed_.insert(key.first);
    return;
  }
  if ((of.call.request.flags & board::kIsCarriedOut) != 0) {
    return;  // it has not been carried out
  }
  plays_.erase(key);
  note_end(key.first, play.begun, play.due_to);
  std::vector<board::Completion> results = results_of(play.operation, play.member);
  if (of.call.was_carried_out) {
    results.clear();
  }
  release(key.first, {}, results);
}

/// The contributions that `member` may take, by the ranks of their members. Contributions that have
/// not arrived yet are empty: this member needs none of them.
std::vector<board::Completion> MachineSequencer::results_of(std::uint64_t number,
                                                            std::uint32_t member) {
  CollectiveOperation& operation = operations_.at(number);
  const MemberRange partners = operation.members.partners(member);
  std::vector<board::Completion> results(partners.size());
  for (std::uint32_t i = 0; i < results.size(); ++i) {
    const Contribution& brought = operation.contributions[partners.begin + i];
    results[i].position = i;
    results[i].place = brought.place;
    results[i].bytes = brought.bytes;
  }
  if (++operation.gone == operation.members.size()) {
    operation_numbers_.erase(operation.key);
    operations_.erase(number);
  }
  return results;
}

/// Collects the results of a non-blocking operation for which the rank has waited.
void MachineSequencer::collect(std::int32_t rank) {
  const std::uint64_t number = state_of(rank).call.request.place;
  const auto found = operations_.find(number);
  const auto member =
      found == operations_.end() ? std::nullopt : found->second.members.member_of(rank);
  if (!member) {
    return checks_.block(rank, "asks for the result of an operation that it has not begun");
  }
  const std::vector<board::Completion> results = results_of(number, *member);
  release(rank, {}, results);
}

// --- notes --------------------------------------------------------------------------------------

void MachineSequencer::count_part(Function function, std::uint64_t bytes) {
  constexpr std::uint64_t kLongMessage = std::uint64_t{64} << 10;
  if (bytes > kLongMessage) {
    std::uint64_t& most = long_parts_[function];
    most = std::max(most, bytes);
  }
}

void MachineSequencer::add_collective_notes(std::vector<std::string>& notes) const {
  for (const auto& [function, bytes] : long_parts_) {
    notes.push_back(
        fmt::format("{} sends messages of up to {}: MPI libraries use other algorithms for "
                    "messages above 64 KiB",
                    name_of(function), format_size(bytes)));
  }
  if (has_begun_plays_) {
    notes.emplace_back(
        "nonblocking collective operations progress while their ranks compute, and do not use "
        "their cores, as in an MPI library with a progress thread");
  }
}

}  // namespace dps::sequencer
