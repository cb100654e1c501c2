/// The requests under way in collections with -each, found by origin and number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "base/request.h"

namespace dps::blueprint {

/// A table of requests, each with the same number of words, which belong to the owner. An entry
/// takes 24 bytes and its words, and at most 22 bytes of an index that is at most three quarters
/// full; entries never move. Finding, adding and removing one takes constant time.
class RequestEntries {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  /// Removes all entries; later ones have this number of words.
  void reset(std::size_t words);

  /// The entry of the request, which is added, with words that are 0, if there is none.
  std::uint32_t insert(const Request& request);
  /// kNone if there is none.
  [[nodiscard]] std::uint32_t find(const Request& request) const;
  void erase(std::uint32_t entry);
  [[nodiscard]] std::size_t size() const { return used_; }

  [[nodiscard]] Request request_of(std::uint32_t entry) const;
  [[nodiscard]] std::uint64_t* words_of(std::uint32_t entry) { return at(entry) + kHeadWords; }
  [[nodiscard]] const std::uint64_t* words_of(std::uint32_t entry) const {
    return at(entry) + kHeadWords;
  }
  /// 32 bits beside the words, of the owner, too; 0 in a new entry.
  [[nodiscard]] std::uint32_t counter_of(std::uint32_t entry) const {
    return static_cast<std::uint32_t>(at(entry)[1] >> 32);
  }
  void set_counter(std::uint32_t entry, std::uint32_t counter) {
    std::uint64_t& word = at(entry)[1];
    word = (word & kLow32) | std::uint64_t{counter} << 32;
  }

  /// Calls `visit(entry)` for all, in no order.
  template <typename Visit>
  void for_each(const Visit& visit) const {
    for (const std::uint64_t slot : slots_) {
      if (slot != kFree) {
        visit(static_cast<std::uint32_t>(slot));
      }
    }
  }

 private:
  // An entry: its number; the counter and its origin; its begin; the words.
  static constexpr std::size_t kHeadWords = 3;
  static constexpr std::uint64_t kLow32 = 0xffffffff;
  static constexpr std::size_t kChunk = 512;  // entries; a power of two
  // A slot: the hash in its high half, and the entry. So its neighbours need not be looked at.
  static constexpr std::uint64_t kFree = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::size_t kFewest = 16;  // slots; a power of two

  [[nodiscard]] std::uint64_t* at(std::uint32_t entry) const {
    return chunks_[entry / kChunk].get() + entry % kChunk * width_;
  }
  [[nodiscard]] static std::uint32_t hash_of(std::uint64_t number, std::uint32_t origin);
  [[nodiscard]] std::size_t home_of(std::uint32_t hash) const {
    return std::size_t{hash} & (slots_.size() - 1);
  }
  static std::uint64_t slot_of(std::uint32_t hash, std::uint32_t entry) {
    return std::uint64_t{hash} << 32 | entry;
  }
  static std::uint32_t hash_in(std::uint64_t slot) {
    return static_cast<std::uint32_t>(slot >> 32);
  }
  [[nodiscard]] std::size_t search(std::uint32_t hash, const Request& request) const;
  std::uint32_t new_entry();
  void grow();

  std::vector<std::unique_ptr<std::uint64_t[]>> chunks_;
  std::vector<std::uint64_t> slots_;
  std::size_t width_ = kHeadWords;  // words of an entry, with its head
  std::size_t used_ = 0;
  std::uint32_t made_ = 0;      // entries, also free ones
  std::uint32_t free_ = kNone;  // the first free entry; its first word is the next one
};

}  // namespace dps::blueprint
