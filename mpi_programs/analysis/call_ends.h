/// The instants on which the ends of calls depended in a prediction, as events show them.
/// Source: docs/trace.md, "MPI programs".
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mpi_programs/analysis/recorded_program.h"
#include "mpi_programs/analysis/trace_numbers.h"

namespace dps::mpi_profiles {

/// The instant on which the end of a call depended.
struct CallDependence {
  std::uint32_t process = 0;
  Ticks since = 0;
  /// The type of the message or operation of the call that began last by then; nullopt: none.
  std::optional<std::uint32_t> type{};

  [[nodiscard]] bool is_at(const CallDependence& other) const {
    return process == other.process && since == other.since;
  }
};

/// Finds RecordedProgram::call_ends by their calls.
class CallEnds {
 public:
  /// Borrows both.
  CallEnds(const RecordedProgram& program, const TraceNumbers& numbers);

  /// `rank`: a position in RecordedProgram::ranks; `begin`: the start of the call. nullopt: the
  /// dependence of its end is not known.
  [[nodiscard]] std::optional<CallDependence> of(std::uint32_t rank, Ticks begin) const;

 private:
  [[nodiscard]] std::optional<std::uint32_t> type_of(const RecordedCall& call) const;

  const RecordedProgram& program_;
  const TraceNumbers& numbers_;
  std::vector<std::vector<CallEnd>> of_ranks_;  // by position, in the order of calls
};

}  // namespace dps::mpi_profiles
