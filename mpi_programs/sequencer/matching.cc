// The matching of receives and messages, as MPI does it, in virtual time.
#include "mpi_programs/sequencer/instants.h"
#include "mpi_programs/sequencer/sequencer.h"

namespace dps::sequencer {

std::int32_t Sequencer::oldest_fitting(const RankState& of, const UntakenMessage& message) {
  for (const std::int32_t number : of.unmatched) {
    if (of.operations.at(number).pattern.fits(message)) {
      return number;
    }
  }
  return 0;
}

void Sequencer::match(std::int32_t rank) {
  RankState& of = state_of(rank);
  for (bool goes_on = true; goes_on && !of.unmatched.empty();) {
    goes_on = false;
    // Messages that a receive of any source may take, which is decided later: a newer receive that
    // fits them, too, waits until then.
    std::vector<const UntakenMessage*> open;
    for (auto message = of.inbox.begin(); message != of.inbox.end(); ++message) {
      const std::int32_t number = oldest_fitting(of, *message);
      if (number == 0) {
        continue;
      }
      const Pattern& pattern = of.operations.at(number).pattern;
      const bool may_get_another = std::any_of(
          open.begin(), open.end(), [&](const UntakenMessage* one) { return pattern.fits(*one); });
      if (pattern.is_of_any() || may_get_another) {
        open.push_back(&*message);
        continue;
      }
      give(rank, number, message);
      goes_on = true;
      break;
    }
  }
  try_to_end(rank);
}

void Sequencer::give(std::int32_t rank, std::int32_t number,
                     const std::deque<UntakenMessage>::iterator& message) {
  RankState& of = state_of(rank);
  PendingOperation& operation = of.operations.at(number);
  operation.message = *message;
  of.inbox.erase(message);
  std::erase(of.unmatched, number);
  const bool message_is_early =
      operation.message->is_ready && operation.message->begin < operation.posted;
  if (message_is_early) {
    ++early_ready_sends_;
    operation.message->is_ready = false;  // it counts once, though the receive may be cancelled
  }
  release_sender(rank, operation);
}

void Sequencer::release_sender(std::int32_t rank, const PendingOperation& receive) {
  const UntakenMessage& taken = *receive.message;
  if (taken.held < 0) {
    return;
  }
  const std::int64_t met =
      std::max(sum(std::max(taken.begin, receive.posted), Picoseconds(taken.held)),
               std::max(taken.arrival, receive.posted));
  const bool is_late =
      receive.posted > taken.begin && sum(receive.posted, Picoseconds(taken.held)) >= taken.arrival;
  const RankInstant on =
      is_late ? RankInstant{rank, receive.posted} : RankInstant{taken.sender, taken.begin};
  if (taken.send_operation == 0) {
    note_end(taken.sender, taken.begin, on);
    release(taken.sender, met);
    return;
  }
  RankState& sender = state_of(taken.sender);
  if (const auto send = sender.operations.find(taken.send_operation);
      send != sender.operations.end()) {
    send->second.met = met;
    send->second.met_by = on;
    try_to_end(taken.sender);
  }
}

std::deque<UntakenMessage>::iterator Sequencer::first_for_any(RankState& of) {
  if (!of.has_wildcards()) {
    return of.inbox.end();
  }
  return std::find_if(of.inbox.begin(), of.inbox.end(), [&](const UntakenMessage& message) {
    const std::int32_t number = oldest_fitting(of, message);
    return number != 0 && of.operations.at(number).pattern.is_of_any();
  });
}

std::deque<UntakenMessage>::iterator Sequencer::first_for_probe(RankState& of) {
  return std::find_if(of.inbox.begin(), of.inbox.end(), [&](const UntakenMessage& message) {
    return of.call->pattern.fits(message) && oldest_fitting(of, message) == 0;
  });
}

}  // namespace dps::sequencer
