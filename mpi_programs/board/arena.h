/// The memory through which ranks pass data during a prediction.
/// Source: docs/protocol_board.md, "The arena".
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/descriptor.h"
#include "mpi_programs/board/request.h"

namespace dps::board {

/// The start of the arena. The rings of the ranks follow, from kArenaHeadBytes on, then their
/// areas.
struct ArenaHead {
  std::atomic<std::uint64_t> used;  ///< bytes of blocks whose data were not taken yet
};
inline constexpr std::uint64_t kArenaHeadBytes = 4096;

/// Requests of a rank for which nobody waits, which dps need not be woken for: it takes them with
/// the next message of the rank, or a little later.
class ToldRing {
 public:
  /// By the rank. False if there is no room.
  bool put(const Request& request) {
    const std::uint64_t at = written_.load(std::memory_order_relaxed);
    if (at - read_.load(std::memory_order_acquire) >= kPlaces) {
      return false;
    }
    places_[at % kPlaces] = request;
    written_.store(at + 1, std::memory_order_release);
    return true;
  }
  /// By dps: hands each request to `take`. False if the rank has damaged the ring.
  template <typename Take>
  bool take_all(std::uint64_t& taken, Take take) {
    const std::uint64_t written = written_.load(std::memory_order_acquire);
    if (written - taken > kPlaces) {
      return false;
    }
    while (taken != written) {
      const Request request = places_[taken % kPlaces];
      ++taken;
      read_.store(taken, std::memory_order_release);
      take(request);
    }
    return true;
  }

 private:
  static constexpr std::uint64_t kPlaces = 63;
  std::atomic<std::uint64_t> written_;
  std::atomic<std::uint64_t> read_;
  [[maybe_unused]] std::uint64_t unused_[6];
  Request places_[kPlaces];
};
static_assert(sizeof(ToldRing) == 4096);

/// The ring of a rank in a mapped arena.
inline ToldRing& ring_of(void* memory, std::uint64_t rank) {
  return *reinterpret_cast<ToldRing*>(static_cast<char*>(memory) + kArenaHeadBytes +
                                      rank * sizeof(ToldRing));
}

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
/// Maps its head and the rings only; null if that failed. The bytes are rings_end().
void* map_rings(int file, std::uint64_t ranks);
std::uint64_t rings_end(std::uint64_t ranks);

/// A rank's view of the arena: it takes blocks from its own area, and frees those of others.
class Arena {
 public:
  /// `memory`: of map_arena(); `begin`: where the area of the rank begins.
  Arena(void* memory, std::uint64_t begin, std::uint64_t area, std::uint64_t room);
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
