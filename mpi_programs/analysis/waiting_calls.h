/// The calls in which a rank waits for the operations that it has begun.
#pragma once

#include <cstdint>

#include "mpi_programs/analysis/recorded_program.h"

namespace dps::mpi_profiles {

/// True if the call ends when its message has been sent, or can be sent without the receiver.
bool is_blocking_send(const RecordedCall& call);

/// True if the send may have waited for its receiver. A buffered send never does, and in a
/// prediction the send of MPI_Sendrecv does not either.
bool may_wait_for_receiver(const RecordedProgram& program, const RecordedCall& send);

/// The call that waits until a message has been sent; kNoCall: none does.
std::uint32_t ending_call(const RecordedRank& sender, std::uint32_t send);

/// The call that waits for a collective operation; kNoCall: none has completed it.
std::uint32_t completing_call(const RecordedRank& rank, std::uint32_t operation);

}  // namespace dps::mpi_profiles
