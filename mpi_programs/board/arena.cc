#include "mpi_programs/board/arena.h"

#include <bit>
#include <cstdlib>

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

Arena::Arena(void* memory, std::uint64_t begin, std::uint64_t area, std::uint64_t room)
    : memory_(static_cast<char*>(memory)), next_(begin), end_(next_ + area), room_(room) {}

Arena::~Arena() {
  for (SizeClass& of : classes_) {
    std::free(of.places);
  }
}

std::uint64_t Arena::take(std::uint64_t bytes) {
  constexpr std::uint64_t kLeast = 64;
  if (bytes > room_) {
    return 0;
  }
  const std::uint64_t size = std::bit_ceil(bytes + sizeof(BlockHead) + kLeast);
  if (head().used.fetch_add(size) + size > room_) {
    head().used.fetch_sub(size);
    return 0;
  }
  SizeClass& of = classes_[static_cast<std::size_t>(std::countr_zero(size))];
  std::uint64_t place = find_free(of);
  if (place == 0 && end_ - next_ >= size && keep(of, next_)) {
    place = next_;
    next_ += size;
  }
  if (place == 0) {
    head().used.fetch_sub(size);
    return 0;
  }
  block(place).size = size;
  block(place).readers.store(1, std::memory_order_relaxed);
  block(place).is_used.store(1, std::memory_order_relaxed);
  return place;
}

std::uint64_t Arena::find_free(SizeClass& of) {
  // Data are taken in about the order in which they were sent: the oldest block is free first.
  constexpr std::size_t kMostTries = 16;
  for (std::size_t i = 0; i < of.count && i < kMostTries; ++i) {
    const std::uint64_t place = of.places[of.next];
    of.next = of.next + 1 < of.count ? of.next + 1 : 0;
    if (block(place).is_used.load(std::memory_order_acquire) == 0) {
      return place;
    }
  }
  return 0;
}

bool Arena::keep(SizeClass& of, std::uint64_t place) {
  if (of.count == of.room) {
    const std::size_t room = of.room == 0 ? 64 : 2 * of.room;
    void* grown = std::realloc(of.places, room * sizeof(std::uint64_t));
    if (grown == nullptr) {
      return false;
    }
    of.places = static_cast<std::uint64_t*>(grown);
    of.room = room;
  }
  of.places[of.count++] = place;
  return true;
}

void Arena::free(std::uint64_t place) {
  if (block(place).readers.fetch_sub(1, std::memory_order_acq_rel) != 1) {
    return;
  }
  head().used.fetch_sub(block(place).size);
  block(place).is_used.store(0, std::memory_order_release);
}

}  // namespace dps::board
