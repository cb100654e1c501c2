/// Finds which communicators of different ranks are the same one.
/// Source: docs/protocol_board.md, "Equal communicators".
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "mpi_programs/board/record.h"

namespace dps::mpi_profiles {

/// Names of ranks beside board::kAny and board::kNobody.
inline constexpr std::int32_t kOutsideWorld = -1000;  ///< a process that is not in MPI_COMM_WORLD
inline constexpr std::int32_t kInvalidRank = -1001;   ///< not in the communicator

/// A communicator as one rank described it.
struct DescribedCommunicator {
  std::uint32_t number = 0;
  std::uint32_t parent = 0;
  std::int32_t tag = -1;
  std::uint16_t flags = 0;
  std::vector<std::int32_t> own;  ///< ranks in MPI_COMM_WORLD
  std::vector<std::int32_t> other;
};

/// The ranks in MPI_COMM_WORLD of both groups of a communicator; the second one is empty unless it
/// is an intercommunicator. -1: a process that is not in MPI_COMM_WORLD.
struct Groups {
  std::vector<std::int32_t> first;
  std::vector<std::int32_t> second;
  bool is_window = false;  ///< the members of a window of one-sided communication
};

/// Gives each communicator one number for all ranks. Ranks are entered one after another.
class CommunicatorTable {
 public:
  /// `size`: the size of MPI_COMM_WORLD.
  explicit CommunicatorTable(std::uint32_t size);

  /// Enters the communicators of one rank, in the order of their numbers.
  void add_rank(std::int32_t rank, std::vector<DescribedCommunicator> described);

  /// The common number of a communicator of the rank that was entered last; 0 if it is unknown.
  [[nodiscard]] std::uint32_t common(std::uint32_t number) const;
  /// The rank in MPI_COMM_WORLD of a member; kOutsideWorld or kInvalidRank if it has none. Negative
  /// member numbers are returned unchanged.
  [[nodiscard]] std::int32_t world_rank(std::uint32_t number, std::int32_t member) const;

  /// Indexed by common number; 1 is MPI_COMM_WORLD. 0 (unknown) and 2 (MPI_COMM_SELF of all ranks)
  /// have no members.
  [[nodiscard]] const std::vector<Groups>& groups() const { return groups_; }

 private:
  using Members = std::vector<std::int32_t>;
  /// Parent, tag, and both groups, the one with the lower first rank first.
  using CommunicatorKey = std::tuple<std::uint32_t, std::int32_t, Members, Members>;
  struct RankCommunicator {
    std::uint32_t common = 0;
    DescribedCommunicator of;
  };

  void add_one(DescribedCommunicator of, std::map<CommunicatorKey, std::uint32_t>& counts);

  std::map<std::pair<CommunicatorKey, std::uint32_t>, std::uint32_t> numbers_;
  std::vector<Groups> groups_;
  std::unordered_map<std::uint32_t, RankCommunicator> of_rank_;
  std::int32_t rank_ = 0;
};

}  // namespace dps::mpi_profiles
