/// The profile of a run of an MPI program. Source: docs/result.md, "MPI programs".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mpi_programs/analysis/calls.h"
#include "mpi_programs/analysis/matching.h"
#include "profiles/result.h"

namespace dps::mpi_profiles {

/// At level functionality. The idle times of the calls are known (find_idle_times()).
profiles::RunProfile profile_of(const Program& program, const Matching& matching);

/// Remarks on what the figures lack.
std::vector<std::string> notes_of(const Program& program, const Matching& matching);

/// "p[3]".
std::string ptag_of(std::int32_t rank);
/// "NAME@comm1"; "NAME" if the communicator is MPI_COMM_WORLD.
std::string name_in_communicator(const Program& program, std::uint32_t communicator,
                                 std::string_view name);
/// "tag5", elsewhere than in MPI_COMM_WORLD "tag5@comm1".
std::string mtag_of(const Program& program, const Call& call);

}  // namespace dps::mpi_profiles
