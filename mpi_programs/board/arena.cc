#include "mpi_programs/board/arena.h"

#include <algorithm>
#include <bit>

#include <fcntl.h>
#include <sys/mman.h>

namespace dps::board {
namespace {

std::uint64_t arena_size(std::uint64_t ranks, std::uint64_t area) {
  return desks_end(ranks) + ranks * area;
}

}  // namespace

Descriptor make_arena(std::uint64_t ranks, std::uint64_t area) {
  Descriptor file(::memfd_create("dps-arena", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  // Sealed: if a rank could shrink it, a read by dps would raise SIGBUS.
  if (file.is_open() &&
      (::ftruncate(file.get(), static_cast<off_t>(arena_size(ranks, area))) != 0 ||
       ::fcntl(file.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)) {
    file.close();
  }
  return file;
}

void* map_arena(int file, std::uint64_t ranks, std::uint64_t area) {
  void* memory = ::mmap(nullptr, arena_size(ranks, area), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_NORESERVE, file, 0);
  if (memory == MAP_FAILED) {
    return nullptr;
  }
  ::madvise(memory, arena_size(ranks, area), MADV_DONTDUMP);
  return memory;
}

std::uint64_t desks_end(std::uint64_t ranks) {
  return kArenaHeadBytes + ranks * sizeof(Desk);
}

void* map_desks(int file, std::uint64_t ranks) {
  void* memory = ::mmap(nullptr, desks_end(ranks), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

namespace {

// The classes of sizes, in units: 1 to 16, and then eight for each power of two.

/// The class of the least size of at least so many units.
std::size_t class_of(std::uint64_t units) {
  constexpr int kBits = 4;
  const std::uint64_t last = units - 1;
  const auto bits = static_cast<int>(std::bit_width(last));
  const int shift = bits > kBits ? bits - kBits : 0;
  return static_cast<std::size_t>(8 * static_cast<std::uint64_t>(shift) + (last >> shift));
}

std::uint64_t units_of(std::size_t size_class) {
  if (size_class < 16) {
    return size_class + 1;
  }
  return (std::uint64_t{size_class} % 8 + 9) << (size_class / 8 - 1);
}

}  // namespace

Arena::Arena(void* memory, std::uint64_t begin, std::uint64_t area, std::uint64_t room)
    : memory_(static_cast<char*>(memory)),
      begin_(begin),
      next_(begin),
      limit_(begin),
      end_(begin + area),
      room_(room) {}

std::uint64_t Arena::block_bytes(std::uint64_t bytes) {
  return units_of(class_of(counted(bytes) / kUnit)) * kUnit;
}

std::uint64_t Arena::take(std::uint64_t bytes) {
  if (bytes > room_) {
    return 0;
  }
  const std::uint64_t size = counted(bytes);
  if (head().used.fetch_add(size) + size > room_) {
    head().used.fetch_sub(size);
    return 0;
  }
  const std::size_t of = class_of(size / kUnit);
  std::uint64_t place = find_free(classes_[of]);
  if (place == 0) {
    place = make(units_of(of) * kUnit);
    // A block that is in no list would never be found again.
    place = place != 0 && classes_[of].places.add(place) ? place : 0;
  }
  if (place == 0) {
    head().used.fetch_sub(size);
    return 0;
  }
  block(place).counted = size;
  block(place).readers.store(1, std::memory_order_relaxed);
  block(place).is_used.store(1, std::memory_order_relaxed);
  return place;
}

std::uint64_t Arena::find_free(SizeClass& of) {
  // Data are taken in about the order in which they were sent: the oldest block is free first.
  constexpr std::size_t kMostTries = 16;
  const std::size_t count = of.places.count();
  for (std::size_t i = 0; i < count && i < kMostTries; ++i) {
    const std::uint64_t place = of.places[of.next];
    of.next = of.next + 1 < count ? of.next + 1 : 0;
    if (block(place).is_used.load(std::memory_order_acquire) == 0) {
      return place;
    }
  }
  return 0;
}

std::uint64_t Arena::make(std::uint64_t size) {
  std::uint64_t place = take_gathered(size);
  place = place == 0 ? take_new(size, limit_) : place;
  if (place != 0) {
    return place;
  }
  gather();
  place = take_gathered(size);
  return place == 0 ? take_new(size, end_) : place;
}

std::uint64_t Arena::take_gathered(std::uint64_t size) {
  for (; space_ < spaces_.count(); ++space_) {
    Space& space = spaces_[space_];
    if (space.size() >= size) {
      const std::uint64_t place = space.begin;
      space.begin += size;
      return place;
    }
    // Those behind the next one are no larger.
    if (space_ + 1 == spaces_.count() || spaces_[space_ + 1].size() < size) {
      return 0;
    }
  }
  return 0;
}

std::uint64_t Arena::take_new(std::uint64_t size, std::uint64_t end) {
  if (end < next_ || end - next_ < size) {
    return 0;
  }
  const std::uint64_t place = next_;
  next_ += size;
  return place;
}

void Arena::gather() {
  blocks_.clear();
  for (std::size_t i = 0; i < kClasses; ++i) {
    for (const std::uint64_t place : classes_[i].places) {
      if (block(place).is_used.load(std::memory_order_acquire) != 0 &&
          !blocks_.add({place, place + units_of(i) * kUnit})) {
        return;
      }
    }
  }
  std::sort(blocks_.begin(), blocks_.end(),
            [](const Space& a, const Space& b) { return a.begin < b.begin; });
  for (SizeClass& of : classes_) {
    of.places.clear();
    of.next = 0;
  }
  spaces_.clear();
  space_ = 0;
  std::uint64_t at = begin_;
  std::uint64_t used = 0;
  for (const Space& kept : blocks_) {
    classes_[class_of(kept.size() / kUnit)].places.add(kept.begin);  // it has memory for it
    if (kept.begin > at) {
      spaces_.add({at, kept.begin});  // without memory, it is gathered the next time
    }
    at = kept.end;
    used += kept.size();
  }
  next_ = at;
  std::sort(spaces_.begin(), spaces_.end(),
            [](const Space& a, const Space& b) { return a.size() > b.size(); });
  // So the rank gathers at most once for each `used` bytes of new space, and its blocks fill not
  // much more than twice the space of those in use.
  constexpr std::uint64_t kLeast = std::uint64_t{1} << 20;
  limit_ = std::min(end_ - next_, std::max(used, kLeast)) + next_;
}

void Arena::free(std::uint64_t place) {
  if (block(place).readers.fetch_sub(1, std::memory_order_acq_rel) != 1) {
    return;
  }
  head().used.fetch_sub(block(place).counted);
  block(place).is_used.store(0, std::memory_order_release);
}

}  // namespace dps::board
