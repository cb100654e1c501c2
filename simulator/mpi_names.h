/// What dps and the simulator over MPI call the things that mpirun carries between them.
#pragma once

namespace dps::simulator {

/// Handed down by mpirun (-x); the guard draws it. Names the meetings of the ranks.
inline constexpr const char* kMpiSecretVariable = "DPS_MPI_SECRET";

}  // namespace dps::simulator
