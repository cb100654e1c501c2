#include "mpi_programs/analysis/unrecorded_ranks.h"

#include <algorithm>

#include "mpi_programs/analysis/waiting_calls.h"

namespace dps::mpi_profiles {
namespace {

using board::CallFlag;

/// The call that waits for the operation that this call has begun; kNoCall: none does, or nothing
/// is unknown. `complete`: the communicators of which all members are recorded.
std::uint32_t waiting_call(const RecordedRanks& recorded, const std::vector<bool>& complete,
                           const RecordedRank& rank, std::uint32_t c) {
  const RecordedCall& call = rank.calls[c];
  if (call.has(CallFlag::kCollective)) {
    return complete[call.communicator] ? kNoCall : completing_call(rank, c);
  }
  const bool is_of_unrecorded = call.peer == kOutsideWorld ||
                                (call.peer >= 0 && !recorded.has(call.peer)) ||
                                (call.peer == board::kAny && call.is_open && !recorded.are_all());
  if (!is_of_unrecorded || call.has(CallFlag::kFailed)) {
    return kNoCall;
  }
  if (call.has(CallFlag::kSends)) {
    return ending_call(rank, c);
  }
  if (is_probe(call.function) && !call.has(CallFlag::kPolls)) {
    return c;
  }
  return !call.has(CallFlag::kReceives) ? kNoCall : call.is_open ? c : call.done_by;
}

}  // namespace

RecordedRanks::RecordedRanks(const RecordedProgram& program) {
  is_recorded_.resize(
      program.communicators.size() > board::kWorld ? program.communicators[board::kWorld].size : 0);
  for (const RecordedRank& rank : program.ranks) {
    const auto at = static_cast<std::size_t>(rank.rank);
    is_recorded_.resize(std::max(is_recorded_.size(), at + 1));
    is_recorded_[at] = true;
  }
  are_all_ = program.ranks.size() == is_recorded_.size();
}

bool RecordedRanks::have_all_of(const RecordedCommunicator& communicator) const {
  const auto is_one = [this](std::int32_t rank) { return has(rank); };
  const Groups& groups = communicator.groups;
  return std::all_of(groups.first.begin(), groups.first.end(), is_one) &&
         std::all_of(groups.second.begin(), groups.second.end(), is_one);
}

void mark_unknown_idle_times(RecordedProgram& program) {
  const RecordedRanks recorded(program);
  std::vector<bool> complete;
  for (const RecordedCommunicator& communicator : program.communicators) {
    complete.push_back(recorded.have_all_of(communicator));
  }
  for (RecordedRank& rank : program.ranks) {
    for (std::uint32_t c = 0; c < rank.calls.size(); ++c) {
      if (const std::uint32_t waits = waiting_call(recorded, complete, rank, c); waits != kNoCall) {
        rank.calls[waits].idle_is_unknown = true;
      }
    }
  }
}

}  // namespace dps::mpi_profiles
