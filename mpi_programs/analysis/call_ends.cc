#include "mpi_programs/analysis/call_ends.h"

#include <algorithm>
#include <iterator>

namespace dps::mpi_profiles {

CallEnds::CallEnds(const RecordedProgram& program, const TraceNumbers& numbers)
    : program_(program), numbers_(numbers), of_ranks_(program.ranks.size()) {
  for (const CallEnd& end : program.call_ends) {
    const auto rank = numbers.positions.find(end.rank);
    if (rank != numbers.positions.end() && numbers.positions.contains(end.on)) {
      of_ranks_[rank->second].push_back(end);
    }
  }
  for (std::vector<CallEnd>& ends : of_ranks_) {
    std::sort(ends.begin(), ends.end(),
              [](const CallEnd& a, const CallEnd& b) { return a.call < b.call; });
  }
}

std::optional<CallDependence> CallEnds::of(std::uint32_t rank, Ticks begin) const {
  const std::vector<CallEnd>& ends = of_ranks_[rank];
  const auto found = std::lower_bound(ends.begin(), ends.end(), begin,
                                      [](const CallEnd& end, Ticks at) { return end.call < at; });
  if (found == ends.end() || found->call != begin) {
    return std::nullopt;
  }
  const std::uint32_t on = numbers_.positions.at(found->on);
  const std::vector<RecordedCall>& calls = program_.ranks[on].calls;
  const auto after =
      std::upper_bound(calls.begin(), calls.end(), found->since,
                       [](Ticks at, const RecordedCall& call) { return at < call.begin; });
  if (after == calls.begin()) {
    return CallDependence{on, found->since};
  }
  const RecordedCall& call = *std::prev(after);
  return CallDependence{numbers_.process_of(on, call.thread), found->since, type_of(call)};
}

std::optional<std::uint32_t> CallEnds::type_of(const RecordedCall& call) const {
  if (!call.has(board::CallFlag::kCollective) && is_message(call, numbers_)) {
    return numbers_.mid_of(call);
  }
  const auto operation = numbers_.operations.find({call.communicator, call.function});
  return operation == numbers_.operations.end() ? std::nullopt : std::optional(operation->second);
}

}  // namespace dps::mpi_profiles
