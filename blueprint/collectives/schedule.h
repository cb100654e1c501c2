/// The messages of a collective operation that one rank sends and takes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "blueprint/collectives/blocks.h"
#include "blueprint/collectives/operation.h"
#include "blueprint/collectives/round.h"
#include "blueprint/collectives/tree.h"

namespace dps::collectives {

/// Messages and their bytes: a double, since the bytes of all members may exceed 64 bits.
struct CollectiveTraffic {
  std::uint64_t messages = 0;
  double bytes = 0;

  bool operator==(const CollectiveTraffic&) const = default;
};

/// The messages of all members. Takes O(n log n).
[[nodiscard]] CollectiveTraffic traffic_of(const Collective& collective);

/// The bytes of the largest message; 0 without messages. Takes O(log n).
[[nodiscard]] std::uint64_t largest_message(const Collective& collective);

/// The rounds of one rank. Each is calculated on request, in O(log n); memory does not grow with
/// the number of members.
/// Source: docs/collectives.md, "Algorithms".
class Schedule {
 public:
  /// `rank` < members; the algorithm performs the operation (DPS_CHECK).
  Schedule(const Collective& collective, std::uint32_t rank);

  [[nodiscard]] std::uint64_t rounds() const { return rounds_; }
  [[nodiscard]] Round round(std::uint64_t number) const;  ///< `number` < rounds()

  /// The messages that the rank sends.
  [[nodiscard]] CollectiveTraffic traffic() const;
  /// The ranks to which it sends, ascending, each once.
  [[nodiscard]] std::vector<std::uint32_t> receivers() const;
  /// The sizes of its messages, ascending, each once; one of them may be a byte larger than any
  /// message of this rank.
  [[nodiscard]] std::vector<std::uint64_t> sizes() const;
  /// The bytes of the largest message that it sends or takes; likewise.
  [[nodiscard]] std::uint64_t largest() const;

 private:
  /// The patterns of algorithms. v is the virtual rank, w the new rank of a fold; s counts from
  /// 1, b is 1, 2, 4, ….
  enum class Pattern : std::uint8_t {
    kFromParent,         ///< takes data from the parent, sends them to the children
    kToParent,           ///< takes data from the children, sends them to the parent
    kFoldIn,             ///< ranks beyond the largest power of two send their data
    kFoldOut,            ///< these ranks get the result
    kExchangeAll,        ///< w with w xor b: all data
    kExchangeHalves,     ///< w with w xor b, the largest b first: half of the interval
    kExchangeIntervals,  ///< w with w xor b: the interval
    kExchangeDoubled,    ///< r with r xor b: b times the data
    kExchangeNeighbors,  ///< r with both neighbours in turn
    kRing,               ///< a block to r + 1, another one from r - 1
    kPairwise,           ///< to r + s, from r - s
    kAll,                ///< to all others, then from all others
    kGrowing,            ///< to r - b, from r + b: b times the data
    kBits,               ///< to r + b, from r - b: the data for ranks with the bit b
    kScanChain,          ///< from r - 1, then to r + 1
    kScanDoubling,       ///< to r + b, from r - b, where these exist
  };

  struct Phase {
    Pattern pattern = Pattern::kRing;
    std::uint32_t rounds = 0;
    std::uint64_t bytes = 0;  ///< of a message, or of the data that its size is a multiple of
    Blocks blocks{};          ///< instead, in patterns with blocks
    bool has_blocks = false;  ///< trees: a message has the blocks of a subtree
    std::uint32_t block = 0;  ///< kRing: the first one that is sent
  };

  void add(Phase phase);
  void add_tree(Pattern pattern, std::uint64_t bytes);
  void add_subtrees(Pattern pattern, const Blocks& blocks);
  void add_ring(const Blocks& blocks, std::uint32_t block);
  void add_fold(Pattern pattern, std::uint64_t bytes);
  void add_exchanges(Pattern pattern, std::uint64_t bytes, const Blocks& blocks = {});
  void add_bcast();
  void add_allreduce();
  void add_allgather();
  void add_alltoall();
  void add_reduce_scatter();
  void add_scan();

  [[nodiscard]] Round from_parent(const Phase& phase, std::uint32_t number) const;
  [[nodiscard]] Round to_parent(const Phase& phase, std::uint32_t number) const;
  [[nodiscard]] Round fold(const Phase& phase) const;
  [[nodiscard]] Round exchange(const Phase& phase, std::uint32_t number) const;
  [[nodiscard]] Round neighbors(const Phase& phase, std::uint32_t number) const;
  [[nodiscard]] Round ring(const Phase& phase, std::uint32_t number) const;
  [[nodiscard]] Round pairwise(const Phase& phase, std::uint32_t distance) const;
  [[nodiscard]] Round all(const Phase& phase, std::uint32_t number) const;
  [[nodiscard]] Round growing(const Phase& phase, std::uint32_t bit) const;
  [[nodiscard]] Round bits(const Phase& phase, std::uint32_t bit) const;
  [[nodiscard]] Round scan_chain(const Phase& phase, std::uint32_t number) const;
  [[nodiscard]] Round scan_doubling(const Phase& phase, std::uint32_t bit) const;

  [[nodiscard]] Round round_of(const Phase& phase, std::uint32_t number) const;
  [[nodiscard]] std::uint32_t different_rounds(const Phase& phase) const;
  [[nodiscard]] std::uint32_t different_sizes(const Phase& phase) const;
  [[nodiscard]] std::uint64_t subtree_bytes(const Phase& phase, std::uint32_t v) const;
  [[nodiscard]] std::uint32_t real(std::uint32_t v) const;
  [[nodiscard]] std::uint32_t unfolded(std::uint32_t w) const;
  [[nodiscard]] std::uint32_t after(std::uint32_t distance) const;
  [[nodiscard]] std::uint32_t before(std::uint32_t distance) const;
  void combine(Round& round) const;

  Collective of_;
  Tree tree_;
  std::uint32_t rank_;
  std::uint32_t v_;         // the virtual rank
  std::uint32_t power_;     // P, the largest power of two that is at most n
  std::uint32_t left_out_;  // R, n - P
  std::uint32_t w_;         // the new rank of a fold
  bool leaves_;             // the rank has none
  std::uint32_t phases_used_ = 0;
  std::uint64_t rounds_ = 0;
  std::array<Phase, 4> phases_{};
};

}  // namespace dps::collectives
