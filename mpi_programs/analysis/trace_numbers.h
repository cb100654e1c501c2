/// The head of the trace of an MPI program, and the numbers by which its records refer to the
/// program's items.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "mpi_programs/analysis/matching.h"
#include "mpi_programs/analysis/recorded_program.h"
#include "profiles/traces/head.h"

namespace dps::mpi_profiles {

struct TraceNumbers {
  /// Message types, by communicator and tag.
  std::map<std::pair<std::uint32_t, std::int32_t>, std::uint32_t> mids;
  /// Operations, by communicator and function: collective ones, and calls that release others.
  std::map<std::pair<std::uint32_t, std::uint16_t>, std::uint32_t> operations;
  /// Outputs of sends, by site and message type.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> outputs;
  std::map<std::int32_t, std::uint32_t> positions;  ///< by rank
  std::vector<std::uint32_t> more_threads;  ///< by position: the process of the second thread
  std::uint32_t sites = 0;

  [[nodiscard]] std::uint32_t mid_of(const RecordedCall& call) const {
    return mids.at({call.communicator, call.tag});
  }
  /// The operation of a collective call, or of the call for which another one waited.
  template <typename CallOrRelease>
  [[nodiscard]] std::uint32_t operation_of(const CallOrRelease& call) const {
    return operations.at({call.communicator, call.function});
  }
  [[nodiscard]] std::uint32_t output_of(const RecordedCall& call) const {
    return outputs.at({call.site, mid_of(call)});
  }
  /// Computations, by the sites of the calls before and after them; kNoSite: MPI_Init,
  /// MPI_Finalize.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> computations;

  [[nodiscard]] std::uint32_t computation_between(std::uint32_t before, std::uint32_t after) const {
    return computations.at({before, after});
  }
  /// The first thread of a rank has its process, each other one a process of its own.
  [[nodiscard]] std::uint32_t process_of(std::uint32_t position, std::uint16_t thread) const {
    return thread == 0 ? position : more_threads[position] + thread - 1U;
  }
};

/// True if the call sent or received a message of a rank that attached.
bool is_message(const RecordedCall& call, const TraceNumbers& numbers);

/// Adds the processes, lines, message types and communicators of the program. `releases`: the
/// result of find_releases().
TraceNumbers add_to_head(const RecordedProgram& program,
                         const std::vector<std::vector<Release>>& releases,
                         traces::TraceHead& head);

}  // namespace dps::mpi_profiles
