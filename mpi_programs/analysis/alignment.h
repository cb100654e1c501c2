/// Converts the instants of ranks on several hosts to one clock.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/clocks/burst.h"
#include "base/clocks/line.h"
#include "mpi_programs/analysis/matching.h"
#include "mpi_programs/analysis/recorded_program.h"

namespace dps::mpi_profiles {

/// The line of a clock from exchanges in MPI_Init and in MPI_Finalize, either of which may be
/// missing, but not both. Its error bound holds if the speeds of the clocks differ by less than
/// 3e-4 or, with exchanges in both, if they do not change.
clocks::ClockLine line_of(std::span<const std::vector<clocks::Exchange>> bursts);

/// The clocks of some ranks.
struct Alignment {
  std::vector<ComparedClock> clocks;     ///< the first is the one with which others are compared
  std::vector<clocks::ClockLine> lines;  ///< by clock
  std::vector<std::uint32_t> clock_of;   ///< by position in the list of logs
};

/// Compares the clocks by the kExchanges records of the logs, which have one scale for each clock.
Alignment align_clocks(const std::vector<RankLogs>& logs);

/// Moves the ends of calls that took a message from another clock before it was sent, and what
/// follows them in their ranks, to a later instant. Sets RecordedProgram::amended.
void amend_order(RecordedProgram& program, const Matching& matching);

}  // namespace dps::mpi_profiles
