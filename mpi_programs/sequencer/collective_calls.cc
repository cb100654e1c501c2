// Collective calls, and operations that consist of others, in virtual time.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "mpi_programs/sequencer/instants.h"
#include "mpi_programs/sequencer/sequencer.h"

namespace dps::sequencer {

void Sequencer::meet(std::int32_t rank, const board::BoardRequest& request,
                     const CommunicatorView& where) {
  const auto function = static_cast<Function>(request.function);
  const bool blocks = request.kind == board::RequestKind::kCollective;
  PendingOperation* const operation = blocks ? nullptr : begin_operation(rank, request.operation);
  if (!blocks && operation == nullptr) {
    return;
  }
  if (where.size() == 1) {  // MPI_COMM_SELF has the same number in all ranks
    if (blocks) {
      release(rank, request.clock);
    } else {
      operation->done = request.clock;
      answer(rank, request, request.clock);
    }
    return;
  }
  Meeting& meeting = meetings_.enter(where.common, rank);
  if (meeting.members.empty()) {
    meeting.function = function;
  }
  if (meeting.function != function) {
    checks_.block(
        rank, fmt::format("calls {} where p[{}] calls {} on the same communicator",
                          mpi_library::kFunctionTable[function].name, meeting.members.front().rank,
                          mpi_library::kFunctionTable[meeting.function].name));
    return;
  }
  Meeting::Member& member = meeting.members.emplace_back(Meeting::Member{rank, 0});
  if (meeting.members.size() == 1 || request.clock > meeting.latest) {
    meeting.latest = request.clock;
    meeting.last = rank;
  }
  meeting.bytes = std::max(meeting.bytes, request.bytes);
  if (!blocks) {
    member.operation = request.operation;
    operation->is_send = true;
    operation->met = -1;
    const auto split = times_.begun_collective(function, where.size(), request.bytes);
    answer(rank, request, sum(request.clock, split.begin));
  } else {
    state_of(rank).phase = RankPhase::kWaiting;
  }
  if (meeting.members.size() == where.size()) {
    end_meeting(meetings_.close(where.common), where.size());
  }
}

void Sequencer::end_meeting(const Meeting& meeting, std::size_t processes) {
  if (meeting.members.front().operation == 0) {
    const std::int64_t end =
        sum(meeting.latest, times_.collective(meeting.function, processes, meeting.bytes));
    for (const Meeting::Member& member : meeting.members) {
      release(member.rank, end);
    }
    return;
  }
  times_.count_collective(meeting.function, processes);
  const auto split = times_.begun_collective(meeting.function, processes, meeting.bytes);
  for (const Meeting::Member& member : meeting.members) {
    RankState& of = state_of(member.rank);
    const auto found = of.operations.find(member.operation);
    if (found == of.operations.end()) {
      continue;  // the rank has freed it
    }
    found->second.begun = sum(meeting.latest, split.begin);
    found->second.begun_by = {meeting.last, meeting.latest};
    found->second.wait = split.wait.count();
    found->second.overlap = split.overlap.count();
    found->second.met = 0;
    try_to_end(member.rank);
  }
}

void Sequencer::begin_group(std::int32_t rank, const board::BoardRequest& request,
                            std::vector<std::int32_t> parts) {
  const bool are_known = are_operations(rank, parts);
  PendingOperation* const operation =
      are_known || parts.empty() ? begin_operation(rank, request.operation) : nullptr;
  if (operation == nullptr) {
    checks_.block(rank, "combines operations that it has not begun");
    return;
  }
  if (parts.empty()) {
    operation->done = request.clock;
  }
  operation->parts = std::move(parts);
  answer(rank, request, request.clock);
}

}  // namespace dps::sequencer
