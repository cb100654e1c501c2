/// Finds which communicators of different ranks are the same one, while the program runs.
/// Source: docs/protocol_board.md, "Equal communicators".
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mpi_programs/board/request.h"

namespace dps::sequencer {

/// A communicator as one rank sees it.
struct CommunicatorView {
  std::uint32_t common = 0;         ///< its number for all ranks
  std::vector<std::int32_t> own;    ///< the own group's ranks in MPI_COMM_WORLD
  std::vector<std::int32_t> other;  ///< those of the other group; empty if there is none
  std::int32_t self = 0;            ///< the number of this rank in the own group

  [[nodiscard]] std::size_t size() const { return own.size() + other.size(); }
  /// The ranks to which the peers of messages refer.
  [[nodiscard]] const std::vector<std::int32_t>& peers() const {
    return other.empty() ? own : other;
  }
};

/// The communicators of all ranks. Each has MPI_COMM_WORLD and MPI_COMM_SELF.
class Communicators {
 public:
  explicit Communicators(std::uint32_t ranks);

  /// Adds a communicator that a rank describes, with the groups `ranks`. Returns false if the
  /// description is invalid.
  bool add(std::int32_t rank, const board::BoardRequest& request, std::vector<std::int32_t> ranks);
  /// The communicator with this number in the rank; null if there is none.
  [[nodiscard]] const CommunicatorView* find(std::int32_t rank, std::uint32_t number) const;

 private:
  using Members = std::vector<std::int32_t>;
  /// Parent, tag, and both groups, the one with the lower first rank first.
  using Key = std::tuple<std::uint32_t, std::int32_t, Members, Members>;
  struct OfRank {
    std::unordered_map<std::uint32_t, CommunicatorView> known;
    std::map<Key, std::uint32_t> made;  ///< the number of communicators made with this key
  };

  std::uint32_t count_;
  std::vector<OfRank> ranks_;
  std::map<std::pair<Key, std::uint32_t>, std::uint32_t> numbers_;
};

}  // namespace dps::sequencer
