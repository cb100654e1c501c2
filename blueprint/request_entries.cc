#include "blueprint/request_entries.h"

#include <algorithm>
#include <utility>

namespace dps::blueprint {

void RequestEntries::reset(std::size_t words) {
  if (width_ != kHeadWords + words || chunks_.size() > 1) {
    width_ = kHeadWords + words;
    chunks_.clear();
    first_of_.clear();
  } else {
    std::fill(first_of_.begin(), first_of_.end(), kNone);  // units change often
  }
  used_ = 0;
  made_ = 0;
  free_ = kNone;
}

/// The lists of eight successive requests of an origin are beside one another, since requests are
/// usually answered in about the order in which they began.
std::uint32_t& RequestEntries::list_of(std::uint64_t number, std::uint32_t origin) {
  std::uint64_t mixed = (number >> 3) * 0x9e3779b97f4a7c15U + origin * 0xc2b2ae3d27d4eb4fU;
  mixed ^= mixed >> 32;
  mixed *= 0x9e3779b97f4a7c15U;
  const std::uint64_t hash = (mixed >> 32 & ~std::uint64_t{7}) | (number & 7);
  return first_of_[hash & (first_of_.size() - 1)];
}

/// The entry of the request in the list that begins with `first`, or kNone.
std::uint32_t RequestEntries::search(std::uint32_t first, const Request& request) const {
  std::uint32_t entry = first;
  while (entry != kNone && (at(entry)[0] != request.number || origin_of(entry) != request.origin)) {
    entry = next_of(entry);
  }
  return entry;
}

std::uint32_t RequestEntries::insert(const Request& request) {
  if (used_ == first_of_.size()) {
    grow();
  }
  std::uint32_t& first = list_of(request.number, request.origin);
  if (const std::uint32_t known = search(first, request); known != kNone) {
    return known;
  }
  const std::uint32_t entry = new_entry();
  ++used_;
  std::uint64_t* words = at(entry);
  words[0] = request.number;
  words[1] = static_cast<std::uint64_t>(request.begin);
  words[2] = request.origin | std::uint64_t{first} << 32;
  std::fill(words + kHeadWords, words + width_, 0);
  first = entry;
  return entry;
}

std::uint32_t RequestEntries::new_entry() {
  if (free_ != kNone) {
    return std::exchange(free_, static_cast<std::uint32_t>(at(free_)[0]));
  }
  if (made_ % kChunk == 0) {
    chunks_.push_back(std::make_unique_for_overwrite<std::uint64_t[]>(kChunk * width_));
  }
  return made_++;
}

Request RequestEntries::request_of(std::uint32_t entry) const {
  return {at(entry)[0], static_cast<std::int64_t>(at(entry)[1]), origin_of(entry)};
}

void RequestEntries::grow() {
  const std::vector<std::uint32_t> old = std::exchange(first_of_, {});
  first_of_.assign(std::max(kFewest, 2 * old.size()), kNone);
  for (std::uint32_t entry : old) {
    while (entry != kNone) {
      const std::uint32_t next = next_of(entry);
      std::uint32_t& first = list_of(at(entry)[0], origin_of(entry));
      set_next(entry, std::exchange(first, entry));
      entry = next;
    }
  }
}

void RequestEntries::erase(std::uint32_t entry) {
  std::uint32_t& first = list_of(at(entry)[0], origin_of(entry));
  if (first == entry) {
    first = next_of(entry);
  } else {
    std::uint32_t before = first;
    while (next_of(before) != entry) {
      before = next_of(before);
    }
    set_next(before, next_of(entry));
  }
  --used_;
  at(entry)[0] = free_;
  free_ = entry;
}

}  // namespace dps::blueprint
