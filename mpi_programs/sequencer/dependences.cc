// The instants on which the ends of calls depend on a data sheet. Source: docs/programs.md,
// "Times".
#include <algorithm>

#include "mpi_programs/sequencer/instants.h"
#include "mpi_programs/sequencer/sequencer.h"

namespace dps::sequencer {
namespace {

/// T2 and To.
struct SplitWait {
  std::int64_t wait = 0;
  std::int64_t overlap = 0;
};

/// True if a wait from `time` on ends at an instant that depends on `time` alone: the rank was busy
/// for the whole time in which it can do something else, or longer.
bool is_after_overlap(const SplitWait& of, std::int64_t begun, std::int64_t time) {
  const bool takes_no_more =
      of.wait <= std::min(std::max<std::int64_t>(0, time - begun), of.overlap);
  return time >= begun && (takes_no_more || time - begun >= of.overlap);
}

}  // namespace

std::optional<RankInstant> Sequencer::instant_of_wait(std::int32_t rank, const PendingOperation& of,
                                                      std::int64_t time) const {
  if (of.done) {
    return std::nullopt;
  }
  if (!of.parts.empty()) {
    const RankState& state = ranks_[static_cast<std::size_t>(rank)];
    std::optional<RankInstant> last;
    for (const std::int32_t number : of.parts) {
      const PendingOperation& part = state.operations.at(number);
      const auto on = instant_of_wait(rank, part, time);
      last = on ? on : last;
      time = end_of_wait(rank, part, time);
    }
    return last;
  }
  if (!of.is_send) {
    return instant_of_receive(rank, of, time);
  }
  if (of.met > 0 && of.met == end_of_wait(rank, of, time)) {
    return of.met > time ? std::optional(of.met_by) : std::nullopt;
  }
  return is_after_overlap({of.wait, of.overlap}, of.begun, time) ? std::nullopt
                                                                 : std::optional(of.begun_by);
}

std::optional<RankInstant> Sequencer::instant_of_receive(std::int32_t rank,
                                                         const PendingOperation& of,
                                                         std::int64_t time) const {
  const UntakenMessage& message = *of.message;
  const RankInstant sent{message.sender, message.begin};
  const RankInstant posted{rank, of.posted};
  const Pair pair{message.sender, rank};
  const std::int64_t end = end_of_wait(rank, of, time);
  if (end <= time) {
    return std::nullopt;
  }
  if (end == message.arrival) {
    return sent;
  }
  if (end == sum(of.posted, times_.take(message.bytes, pair))) {
    return posted;
  }
  const auto split = times_.waited_receive(message.bytes, pair);
  const std::int64_t begun = begin_of_receive(of, pair);
  if (is_after_overlap({split.wait.count(), split.overlap.count()}, begun, time)) {
    return std::nullopt;
  }
  return message.held >= 0 && sum(of.posted, Picoseconds(of.first_time)) == begun ? posted : sent;
}

void Sequencer::note_receive(std::int32_t rank, const PendingOperation& of, std::int64_t end) {
  const WaitingCall& call = *state_of(rank).call;
  const UntakenMessage& message = *of.message;
  const std::int64_t ready =
      call.is_exchange ? sum(call.begin, Picoseconds(call.sent_time)) : of.posted;
  const bool has_waited = end > sum(ready, times_.take(message.bytes, {message.sender, rank}));
  note_end(rank, call.begin,
           has_waited ? RankInstant{message.sender, message.begin} : RankInstant{rank, call.begin});
}

}  // namespace dps::sequencer
