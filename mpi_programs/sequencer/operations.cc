// Operations that a rank begins, cancels, frees or takes from a matching probe.
#include <algorithm>
#include <set>

#include "mpi_programs/sequencer/instants.h"
#include "mpi_programs/sequencer/sequencer.h"

namespace dps::sequencer {

using board::RequestKind;

PendingOperation* Sequencer::begin_operation(std::int32_t rank, std::int32_t number) {
  const auto [at, is_new] = state_of(rank).operations.try_emplace(number);
  if (number <= 0 || !is_new) {
    checks_.block(rank, "begins an operation that it has begun before");
    return nullptr;
  }
  return &at->second;
}

bool Sequencer::are_operations(std::int32_t rank, const std::vector<std::int32_t>& numbers) {
  const RankState& of = state_of(rank);
  std::set<std::int32_t> different;
  return !numbers.empty() && std::all_of(numbers.begin(), numbers.end(), [&](std::int32_t number) {
    return of.operations.contains(number) && different.insert(number).second;
  });
}

void Sequencer::answer(std::int32_t rank, const board::BoardRequest& request, std::int64_t clock) {
  if (request.is_notification != 0) {
    RankState& of = state_of(rank);
    of.phase = RankPhase::kRunning;
    of.clock = clock;
    return;
  }
  board::BoardReply reply;
  reply.repeats = 1;
  release(rank, clock, reply);
}

void Sequencer::begin_matched(std::int32_t rank, const board::BoardRequest& request) {
  RankState& of = state_of(rank);
  const auto found = of.operations.find(request.operation);
  if (found == of.operations.end() || !found->second.message) {
    checks_.block(rank, "receives a message that no matching probe has found");
    return;
  }
  PendingOperation& operation = found->second;
  operation.posted = request.clock;
  operation.first_time = 0;
  if (request.kind == RequestKind::kBeginMatched) {
    operation.first_time = times_.begun_receive(request.bytes).count();
    answer(rank, request, sum(request.clock, times_.begun_receive(request.bytes)));
  } else {
    of.phase = RankPhase::kWaiting;
    WaitingCall& call = of.call.emplace();
    call.begin = request.clock;
    call.operations = {request.operation};
  }
  release_sender(rank, operation);
  try_to_end(rank);
}

void Sequencer::free_operations(std::int32_t rank, const std::vector<std::int32_t>& numbers) {
  if (!are_operations(rank, numbers)) {
    checks_.block(rank, "frees a request that it has not begun");
    return;
  }
  RankState& of = state_of(rank);
  for (const std::int32_t number : numbers) {
    const PendingOperation& operation = of.operations.at(number);
    if (operation.is_send || operation.done) {
      of.operations.erase(number);
    } else {
      of.freed.push_back(number);
    }
  }
}

std::vector<board::Completion> Sequencer::take_freed(std::int32_t rank, std::int64_t clock) {
  RankState& of = state_of(rank);
  std::vector<board::Completion> filled;
  for (const std::int32_t number : of.freed) {
    const PendingOperation& operation = of.operations.at(number);
    if (filled.size() < board::kMostFreed && operation.message &&
        operation.message->arrival <= clock) {
      filled.push_back(completion_of(static_cast<std::uint32_t>(number), operation));
      of.operations.erase(number);
    }
  }
  std::erase_if(of.freed, [&](std::int32_t number) { return !of.operations.contains(number); });
  return filled;
}

bool Sequencer::cancel(std::int32_t rank, std::int32_t number, std::int64_t time) {
  RankState& of = state_of(rank);
  PendingOperation& operation = of.operations.at(number);
  const bool has_message =
      operation.message && (operation.message->arrival <= time || operation.message->held >= 0);
  if (operation.is_send || operation.done || has_message) {
    return false;
  }
  if (operation.message) {  // that arrives later
    put_into(of, *operation.message);
    operation.message.reset();
  }
  std::erase(of.unmatched, number);
  operation.done = time;
  operation.is_cancelled = true;
  return true;
}

}  // namespace dps::sequencer
