// The blocks that ranks take and free, in any order.
#include <cstring>
#include <iterator>
#include <map>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/mman.h>

#include "mpi_programs/board/arena.h"

namespace dps::board {
namespace {

constexpr std::uint64_t kRoom = 64 << 10;
constexpr std::uint64_t kArea = area_for(kRoom);

/// Two ranks that take blocks and free those of each other, with a naive list of their blocks.
class Takers {
 public:
  Takers()
      : file_(make_arena(2, kArea)),
        memory_(map_arena(file_.get(), 2, kArea)),
        first_(memory_, begin_of(0), kArea, kRoom),
        second_(memory_, begin_of(1), kArea, kRoom) {}
  Takers(const Takers&) = delete;
  Takers& operator=(const Takers&) = delete;
  ~Takers() { ::munmap(memory_, desks_end(2) + 2 * kArea); }

  /// A rank takes a block. Fails the test if the block overlaps another one, or if it is refused
  /// although the bound of the arena does not permit that.
  void take(std::size_t rank, std::uint64_t bytes) {
    const std::uint64_t size = Arena::block_bytes(bytes);
    const bool has_room = bytes <= kRoom && used_ + Arena::counted(bytes) <= kRoom;
    const std::uint64_t place = arena(rank).take(bytes);
    if (place == 0) {
      const std::uint64_t left = kArea - bytes_in_blocks(rank);
      RC_ASSERT(!has_room || (blocks_[rank].size() + 1) * size > left);
      return;
    }
    RC_ASSERT(has_room);
    RC_ASSERT(place >= begin_of(rank) && place + size <= begin_of(rank) + kArea);
    RC_ASSERT(!overlaps(rank, place, size));
    std::memset(arena(rank).data(place), 0, bytes);  // as if a free flag were there
    blocks_[rank][place] = bytes;
    used_ += Arena::counted(bytes);
    RC_ASSERT(first_.used() == used_);
  }
  /// The other rank frees one of the blocks of a rank.
  void free(std::size_t rank, std::uint64_t which) {
    if (blocks_[rank].empty()) {
      return;
    }
    const auto of =
        std::next(blocks_[rank].begin(), static_cast<std::ptrdiff_t>(which % blocks_[rank].size()));
    arena(1 - rank).free(of->first);
    used_ -= Arena::counted(of->second);
    blocks_[rank].erase(of);
    RC_ASSERT(second_.used() == used_);
  }
  void free_all(std::size_t rank) {
    while (!blocks_[rank].empty()) {
      free(rank, 0);
    }
  }
  [[nodiscard]] std::size_t count(std::size_t rank) const { return blocks_[rank].size(); }

 private:
  static std::uint64_t begin_of(std::size_t rank) { return desks_end(2) + rank * kArea; }
  Arena& arena(std::size_t rank) { return rank == 0 ? first_ : second_; }
  [[nodiscard]] bool overlaps(std::size_t rank, std::uint64_t place, std::uint64_t size) const {
    const auto next = blocks_[rank].lower_bound(place);
    if (next != blocks_[rank].end() && place + size > next->first) {
      return true;
    }
    return next != blocks_[rank].begin() &&
           std::prev(next)->first + Arena::block_bytes(std::prev(next)->second) > place;
  }
  [[nodiscard]] std::uint64_t bytes_in_blocks(std::size_t rank) const {
    std::uint64_t sum = 0;
    for (const auto& [place, bytes] : blocks_[rank]) {
      sum += Arena::block_bytes(bytes);
    }
    return sum;
  }

  Descriptor file_;
  void* memory_;
  Arena first_;
  Arena second_;
  std::map<std::uint64_t, std::uint64_t> blocks_[2];  // by place: the bytes of data
  std::uint64_t used_ = 0;
};

/// One step: of which rank, whether it takes, and the bytes, or which block is freed.
using Step = std::tuple<bool, bool, std::uint64_t>;

rc::Gen<std::uint64_t> sizes() {
  return rc::gen::oneOf(rc::gen::inRange<std::uint64_t>(0, 300),
                        rc::gen::inRange<std::uint64_t>(0, 9000),
                        rc::gen::inRange<std::uint64_t>(0, kRoom + 2));
}

RC_GTEST_PROP(ArenaProperty, BlocksNeverOverlapAndAreRefusedOnlyBeyondTheBound, ()) {
  Takers takers;
  const auto steps =
      *rc::gen::scale(5, rc::gen::container<std::vector<Step>>(rc::gen::tuple(
                             rc::gen::arbitrary<bool>(), rc::gen::arbitrary<bool>(), sizes())));
  for (const auto& [is_second, takes, number] : steps) {
    const std::size_t rank = is_second ? 1 : 0;
    takes ? takers.take(rank, number) : takers.free(rank, number);
  }
}

/// Blocks of one size at a time fill the room. With n of them in use, n + 1 fill at most 9/8 of the
/// room and one block more, which is less than the rest of the area: the bound permits no refusal.
RC_GTEST_PROP(ArenaProperty, PhasesOfOtherSizesAreNeverRefused, ()) {
  Takers takers;
  const auto phases = *rc::gen::container<std::vector<std::uint64_t>>(
      rc::gen::inRange<std::uint64_t>(1, kRoom / 2));
  for (const std::uint64_t bytes : phases) {
    for (std::uint64_t i = 1; i <= kRoom / Arena::counted(bytes); ++i) {
      takers.take(0, bytes);
      RC_ASSERT(takers.count(0) == i);
    }
    takers.free_all(0);
  }
}

/// A part of the blocks of each phase remains, at random.
RC_GTEST_PROP(ArenaProperty, SpaceBetweenBlocksInUseIsTaken, ()) {
  Takers takers;
  const auto seeds =
      *rc::gen::container<std::vector<std::uint64_t>>(8, rc::gen::inRange<std::uint64_t>(0, 1000));
  for (const std::uint64_t seed : seeds) {
    for (std::uint64_t i = 0; i < 200; ++i) {
      const std::uint64_t mixed = seed * 7919 + i * 104'729;
      mixed % 3 == 0 ? takers.free(0, mixed / 3) : takers.take(0, mixed / 3 % (50 * (seed + 1)));
    }
  }
}

}  // namespace
}  // namespace dps::board
