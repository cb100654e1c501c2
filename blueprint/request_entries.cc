#include "blueprint/request_entries.h"

#include <algorithm>
#include <utility>

namespace dps::blueprint {

void RequestEntries::reset(std::size_t words) {
  if (width_ != kHeadWords + words || chunks_.size() > 1) {
    width_ = kHeadWords + words;
    chunks_.clear();
    slots_.clear();
  } else {
    std::fill(slots_.begin(), slots_.end(), kFree);  // units change often
  }
  used_ = 0;
  made_ = 0;
  free_ = kNone;
}

/// Eight successive requests of an origin are beside one another, since requests are usually
/// answered in about the order in which they began.
std::uint32_t RequestEntries::hash_of(std::uint64_t number, std::uint32_t origin) {
  std::uint64_t mixed = (number >> 3) * 0x9e3779b97f4a7c15U + origin * 0xc2b2ae3d27d4eb4fU;
  mixed ^= mixed >> 32;
  mixed *= 0x9e3779b97f4a7c15U;
  return (static_cast<std::uint32_t>(mixed >> 32) & ~7U) | static_cast<std::uint32_t>(number & 7);
}

/// The slot of the request, or the free one in which the search ends. There are slots.
std::size_t RequestEntries::search(std::uint32_t hash, const Request& request) const {
  std::size_t slot = home_of(hash);
  for (; slots_[slot] != kFree; slot = (slot + 1) & (slots_.size() - 1)) {
    const auto entry = static_cast<std::uint32_t>(slots_[slot]);
    if (hash_in(slots_[slot]) == hash && at(entry)[0] == request.number &&
        static_cast<std::uint32_t>(at(entry)[1]) == request.origin) {
      break;
    }
  }
  return slot;
}

std::uint32_t RequestEntries::find(const Request& request) const {
  if (slots_.empty()) {
    return kNone;
  }
  const std::uint64_t slot = slots_[search(hash_of(request.number, request.origin), request)];
  return slot == kFree ? kNone : static_cast<std::uint32_t>(slot);
}

std::uint32_t RequestEntries::insert(const Request& request) {
  if (slots_.empty() || 4 * (used_ + 1) > 3 * slots_.size()) {
    grow();
  }
  const std::uint32_t hash = hash_of(request.number, request.origin);
  const std::size_t slot = search(hash, request);
  if (slots_[slot] != kFree) {
    return static_cast<std::uint32_t>(slots_[slot]);
  }
  const std::uint32_t entry = new_entry();
  slots_[slot] = slot_of(hash, entry);
  ++used_;
  std::uint64_t* words = at(entry);
  words[0] = request.number;
  words[1] = request.origin;
  words[2] = static_cast<std::uint64_t>(request.begin);
  std::fill(words + kHeadWords, words + width_, 0);
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
  const std::uint64_t* words = at(entry);
  return {words[0], static_cast<std::int64_t>(words[2]), static_cast<std::uint32_t>(words[1])};
}

void RequestEntries::grow() {
  const std::vector<std::uint64_t> old = std::exchange(slots_, {});
  slots_.assign(std::max(kFewest, 2 * old.size()), kFree);
  for (const std::uint64_t known : old) {
    if (known != kFree) {
      std::size_t slot = home_of(hash_in(known));
      while (slots_[slot] != kFree) {
        slot = (slot + 1) & (slots_.size() - 1);
      }
      slots_[slot] = known;
    }
  }
}

/// Moves later slots of the same probe sequence up.
void RequestEntries::erase(std::uint32_t entry) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = home_of(hash_of(at(entry)[0], static_cast<std::uint32_t>(at(entry)[1])));
  while (static_cast<std::uint32_t>(slots_[slot]) != entry) {
    slot = (slot + 1) & mask;
  }
  for (std::size_t next = (slot + 1) & mask; slots_[next] != kFree; next = (next + 1) & mask) {
    const std::size_t home = home_of(hash_in(slots_[next]));
    if (((next - home) & mask) >= ((next - slot) & mask)) {
      slots_[slot] = slots_[next];
      slot = next;
    }
  }
  slots_[slot] = kFree;
  --used_;
  at(entry)[0] = free_;
  free_ = entry;
}

}  // namespace dps::blueprint
