/// The memory through which ranks pass data during a prediction.
/// Source: docs/protocol_board.md, "The arena".
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/descriptor.h"

namespace dps::board {

/// The start of the arena. The areas of the ranks follow, from kArenaHeadBytes on.
struct ArenaHead {
  std::atomic<std::uint64_t> used;  ///< bytes of blocks whose data were not taken yet
};
inline constexpr std::uint64_t kArenaHeadBytes = 4096;

/// The start of a block of data, which fill the bytes behind it.
struct BlockHead {
  std::atomic<std::uint32_t> is_used;  ///< 0: the receiver has taken the data
  std::atomic<std::uint32_t> readers;  ///< that have not taken the data
  std::uint64_t size;                  ///< with this head
};
static_assert(sizeof(BlockHead) == 16);

/// A file without a name, whose pages are allocated as they are used. Not open if that fails.
Descriptor make_arena(std::uint64_t ranks, std::uint64_t area);

/// Maps the arena; null if the address space has no room for it.
void* map_arena(int file, std::uint64_t ranks, std::uint64_t area);

/// A rank's view of the arena: it takes blocks from its own area, and frees those of others.
class Arena {
 public:
  /// `memory`: of map_arena().
  Arena(void* memory, std::uint64_t rank, std::uint64_t area, std::uint64_t room);
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena();

  /// The place of a block for so many bytes; 0 if there is no room.
  std::uint64_t take(std::uint64_t bytes);
  [[nodiscard]] void* data(std::uint64_t place) const {
    return memory_ + place + sizeof(BlockHead);
  }
  /// So many readers take the data of the block; without this call it is one.
  void share(std::uint64_t place, std::uint32_t readers) {
    block(place).readers.store(readers, std::memory_order_relaxed);
  }
  /// A reader has taken the data. The last one frees the block.
  void free(std::uint64_t place);
  /// Bytes under way in all ranks.
  [[nodiscard]] std::uint64_t used() const { return head().used.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t kClasses = 64;
  /// The blocks of one size that this rank has made, in a circle, by age.
  struct SizeClass {
    std::uint64_t* places = nullptr;
    std::size_t count = 0;
    std::size_t room = 0;
    std::size_t next = 0;  ///< the one that is probably free
  };

  [[nodiscard]] ArenaHead& head() const { return *reinterpret_cast<ArenaHead*>(memory_); }
  [[nodiscard]] BlockHead& block(std::uint64_t place) const {
    return *reinterpret_cast<BlockHead*>(memory_ + place);
  }
  std::uint64_t find_free(SizeClass& of);
  bool keep(SizeClass& of, std::uint64_t place);

  char* memory_;
  std::uint64_t next_;
  std::uint64_t end_;
  std::uint64_t room_;
  SizeClass classes_[kClasses];
};

}  // namespace dps::board
