/// The effects of ranks that are not recorded on the data about the others.
#pragma once

#include <cstdint>
#include <vector>

#include "mpi_programs/analysis/recorded_program.h"

namespace dps::mpi_profiles {

/// The ranks of MPI_COMM_WORLD that are recorded.
class RecordedRanks {
 public:
  explicit RecordedRanks(const RecordedProgram& program);

  [[nodiscard]] bool are_all() const { return are_all_; }
  /// `rank`: in MPI_COMM_WORLD. Returns false for a rank outside it.
  [[nodiscard]] bool has(std::int32_t rank) const {
    return rank >= 0 && static_cast<std::size_t>(rank) < is_recorded_.size() &&
           is_recorded_[static_cast<std::size_t>(rank)];
  }
  /// True if all members of the communicator are recorded.
  [[nodiscard]] bool have_all_of(const RecordedCommunicator& communicator) const;

 private:
  std::vector<bool> is_recorded_;
  bool are_all_ = true;
};

/// Marks the calls that may have waited for a rank that is not recorded
/// (RecordedCall::idle_is_unknown): those that complete its messages, or messages to it, or
/// collective operations of which it is a member, and those in which a rank ended while it waited
/// for such a rank.
void mark_unknown_idle_times(RecordedProgram& program);

}  // namespace dps::mpi_profiles
