#include "mpi_programs/analysis/waiting_calls.h"

#include <algorithm>
#include <array>

#include "mpi_programs/library/functions.h"

namespace dps::mpi_profiles {

bool is_blocking_send(const RecordedCall& call) {
  constexpr std::array<std::uint16_t, 5> kBlocking{mpi_library::kSend, mpi_library::kSsend,
                                                   mpi_library::kRsend, mpi_library::kSendrecv,
                                                   mpi_library::kSendrecv_replace};
  return std::find(kBlocking.begin(), kBlocking.end(), call.function) != kBlocking.end();
}

bool may_wait_for_receiver(const RecordedProgram& program, const RecordedCall& send) {
  const bool is_buffered =
      send.function == mpi_library::kBsend || send.function == mpi_library::kIbsend;
  const bool is_exchange =
      send.function == mpi_library::kSendrecv || send.function == mpi_library::kSendrecv_replace;
  if (is_buffered || (is_exchange && program.eager)) {
    return false;
  }
  return !program.eager || send.bytes > *program.eager || send.function == mpi_library::kSsend ||
         send.function == mpi_library::kIssend;
}

std::uint32_t ending_call(const RecordedRank& sender, std::uint32_t send) {
  const RecordedCall& call = sender.calls[send];
  return is_blocking_send(call) ? send : call.done_by;
}

std::uint32_t completing_call(const RecordedRank& rank, std::uint32_t operation) {
  const RecordedCall& call = rank.calls[operation];
  const bool is_own = call.done_by == kNoCall && !call.has(board::CallFlag::kPending);
  return is_own ? operation : call.done_by;
}

}  // namespace dps::mpi_profiles
