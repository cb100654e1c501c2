/// The memory through which ranks pass data during a prediction.
/// Source: docs/protocol_board.md, "The arena".
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "mpi_programs/board/growing_list.h"
#include "mpi_programs/board/request.h"

namespace dps::board {

/// The start of the arena. The desks of the ranks follow, from kArenaHeadBytes on, then their
/// areas.
struct ArenaHead {
  std::atomic<std::uint64_t> used;          ///< Arena::counted() of data that were not taken yet
  std::atomic<std::uint32_t> dps_sleeps;    ///< 1: a rank that puts a request wakes dps by kLook
  std::atomic<std::uint32_t> looking;       ///< ranks that look for their reply before they sleep
  std::atomic<std::uint32_t> most_looking;  ///< the most that may look at one time; dps sets it
  std::atomic<std::uint32_t> away_calls;    ///< calls kAway so far, of all ranks
};
inline constexpr std::uint64_t kArenaHeadBytes = 4096;

/// The requests of a rank. A request with a list of numbers fills more than one place.
class RequestRing {
 public:
  /// The longest list.
  static constexpr std::size_t kMostListed = 480;

  /// The rank adds a request, with `request.listed` numbers of `list`. Returns false if there is no
  /// room.
  bool put(const BoardRequest& request, const std::int32_t* list = nullptr) {
    const std::uint64_t at = written_.load(std::memory_order_relaxed);
    const std::uint64_t end = at + places_for(request);
    if (request.listed > kMostListed || end - read_.load(std::memory_order_acquire) > kPlaces) {
      return false;
    }
    places_[at % kPlaces] = request;
    for (std::size_t i = 0; i < request.listed; ++i) {
      number(at, i) = list[i];
    }
    written_.store(end, std::memory_order_release);
    return true;
  }

  /// dps hands each request to `take`, with its list, and counts the places in `taken`. Returns
  /// false if the rank has damaged the ring.
  template <typename Take>
  bool take_all(std::uint64_t& taken, Take take) {
    const std::uint64_t written = written_.load(std::memory_order_acquire);
    while (taken != written) {
      if (written - taken > kPlaces) {
        return false;
      }
      const BoardRequest request = places_[taken % kPlaces];
      if (request.listed > kMostListed || places_for(request) > written - taken) {
        return false;
      }
      std::vector<std::int32_t> list(request.listed);
      for (std::size_t i = 0; i < list.size(); ++i) {
        list[i] = number(taken, i);
      }
      taken += places_for(request);
      read_.store(taken, std::memory_order_release);
      take(request, std::move(list));
    }
    return true;
  }
  /// For dps: returns true if a request follows the first `taken` places.
  [[nodiscard]] bool has_more(std::uint64_t taken) const {
    return written_.load(std::memory_order_acquire) != taken;
  }

 private:
  static constexpr std::uint64_t kPlaces = 63;
  static constexpr std::size_t kNumbers =
      sizeof(BoardRequest) / sizeof(std::int32_t);  // in a place

  static std::uint64_t places_for(const BoardRequest& request) {
    return 1 + (request.listed + kNumbers - 1) / kNumbers;
  }
  /// A number of the list of the request at `at`.
  std::int32_t& number(std::uint64_t at, std::size_t i) {
    return reinterpret_cast<std::int32_t*>(
        &places_[(at + 1 + i / kNumbers) % kPlaces])[i % kNumbers];
  }

  std::atomic<std::uint64_t> written_;
  std::atomic<std::uint64_t> read_;
  [[maybe_unused]] std::uint64_t unused_[6];
  BoardRequest places_[kPlaces];
};
static_assert(sizeof(RequestRing) == 4096);

/// The reply for which a rank waits.
struct ReplyPlace {
  static constexpr std::size_t kMostCompletions = 124;

  std::atomic<std::uint32_t> count;   ///< the number of replies so far; a futex
  std::atomic<std::uint32_t> sleeps;  ///< 1: the rank waits for the futex
  std::uint32_t is_in_socket;         ///< 1: the reply is longer, and comes over the socket
  std::uint32_t unused[13];
  BoardReply reply;
  Completion completions[kMostCompletions];
};
static_assert(sizeof(ReplyPlace) <= 4096);

/// The requests of a rank and the reply of dps.
struct Desk {
  RequestRing requests;
  alignas(4096) ReplyPlace reply;
};
static_assert(sizeof(Desk) == 8192);

inline ArenaHead& head_of(void* memory) {
  return *static_cast<ArenaHead*>(memory);
}
/// The desk of a rank in a mapped arena.
inline Desk& desk_of(void* memory, std::uint64_t rank) {
  return *reinterpret_cast<Desk*>(static_cast<char*>(memory) + kArenaHeadBytes +
                                  rank * sizeof(Desk));
}

/// The start of a block of data, which fill the bytes behind it.
struct BlockHead {
  std::atomic<std::uint32_t> is_used;  ///< 0: the receiver has taken the data
  std::atomic<std::uint32_t> readers;  ///< the number of readers that have not taken the data
  std::uint64_t counted;               ///< the bytes that count as used
};
static_assert(sizeof(BlockHead) == 16);

/// Makes a file without a name, whose pages are allocated as they are used. Not open if that fails.
Descriptor make_arena(std::uint64_t ranks, std::uint64_t area);

/// Maps the arena; null if the address space has no room for it.
void* map_arena(int file, std::uint64_t ranks, std::uint64_t area);
/// Maps only the head and the desks, desks_end() bytes; null if that failed.
void* map_desks(int file, std::uint64_t ranks);
std::uint64_t desks_end(std::uint64_t ranks);

/// The bytes of the area of a rank, if all ranks together may have `room` bytes under way. Areas
/// are address space, whose pages are allocated as they are used.
constexpr std::uint64_t area_for(std::uint64_t room) {
  return 4 * std::bit_ceil(room);
}

/// A rank's view of the arena: it takes blocks from its own area, and frees those of others. No
/// other rank changes the state of an area, except the heads of blocks in use. Blocks have sizes of
/// some classes, at most an eighth above counted(). A new block takes a free one of its class, else
/// space that has been gathered or was never used. When these are exhausted, the rank gathers the
/// blocks that are free, with those beside them.
/// Bound: where the rank has n blocks in use, which fill u bytes, a block of s bytes is refused
/// only if s is larger than each of n + 1 spaces, so that (n + 1) s > area - u, or if the data do
/// not fit into the room of all ranks.
class Arena {
 public:
  /// `memory`: the result of map_arena(); `begin`: the place at which the area of the rank begins.
  Arena(void* memory, std::uint64_t begin, std::uint64_t area, std::uint64_t room);
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena() = default;

  /// The bytes that count as used for `bytes` bytes of data: with their head, in whole units of 64
  /// bytes, so that no two blocks share a cache line.
  static constexpr std::uint64_t counted(std::uint64_t bytes) {
    return (bytes + sizeof(BlockHead) + kUnit - 1) / kUnit * kUnit;
  }
  /// The bytes of the block for such data.
  static std::uint64_t block_bytes(std::uint64_t bytes);

  /// Returns the place of a block for `bytes` bytes; 0 if there is no room.
  std::uint64_t take(std::uint64_t bytes);
  [[nodiscard]] void* data(std::uint64_t place) const {
    return memory_ + place + sizeof(BlockHead);
  }
  /// Sets the number of readers that take the data of the block; without this call it is one.
  void share(std::uint64_t place, std::uint32_t readers) {
    block(place).readers.store(readers, std::memory_order_relaxed);
  }
  /// Called by a reader that has taken the data. The last reader frees the block.
  void free(std::uint64_t place);
  /// The counted() bytes under way in all ranks.
  [[nodiscard]] std::uint64_t used() const { return head().used.load(std::memory_order_relaxed); }

 private:
  static constexpr std::uint64_t kUnit = 64;
  static constexpr std::size_t kClasses = 512;
  /// The blocks of one size that this rank has made, in a circle, by age.
  struct SizeClass {
    GrowingList<std::uint64_t> places;
    std::size_t next = 0;  ///< the one that is probably free
  };
  struct Space {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    [[nodiscard]] std::uint64_t size() const { return end - begin; }
  };

  [[nodiscard]] ArenaHead& head() const { return *reinterpret_cast<ArenaHead*>(memory_); }
  [[nodiscard]] BlockHead& block(std::uint64_t place) const {
    return *reinterpret_cast<BlockHead*>(memory_ + place);
  }
  std::uint64_t find_free(SizeClass& of);
  /// Returns a new block of a size; 0 if there is none.
  std::uint64_t make(std::uint64_t size);
  /// Takes a part of the gathered spaces; returns 0 if those to which it looks are too small.
  std::uint64_t take_gathered(std::uint64_t size);
  /// Takes a part of the space that was never used, up to `end`.
  std::uint64_t take_new(std::uint64_t size, std::uint64_t end);
  /// Finds all free space. Does nothing if there is no memory for that.
  void gather();

  char* memory_;
  std::uint64_t begin_;
  std::uint64_t next_;   ///< from here on, the area has no blocks
  std::uint64_t limit_;  ///< the rank gathers blocks before it takes space from here on
  std::uint64_t end_;
  std::uint64_t room_;
  SizeClass classes_[kClasses];
  GrowingList<Space> spaces_;  ///< gathered, the largest first; each may have been used in part
  std::size_t space_ = 0;      ///< the first of them that may have room
  GrowingList<Space> blocks_;  ///< for gather()
};

}  // namespace dps::board
