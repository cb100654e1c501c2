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
/// takes 24 bytes and its words, and at most 8 bytes of an index; it never moves. Finding, adding
/// and removing one takes constant time.
class RequestEntries {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  /// Removes all entries; later ones have this number of words.
  void reset(std::size_t words);

  /// The entry of the request, which is added, with words that are 0, if there is none.
  std::uint32_t insert(const Request& request);
  void erase(std::uint32_t entry);
  [[nodiscard]] std::size_t size() const { return used_; }

  [[nodiscard]] Request request_of(std::uint32_t entry) const;
  [[nodiscard]] std::uint64_t* words_of(std::uint32_t entry) { return at(entry) + kHeadWords; }
  [[nodiscard]] const std::uint64_t* words_of(std::uint32_t entry) const {
    return at(entry) + kHeadWords;
  }
  /// Calls `visit(entry)` for all entries, in no particular order.
  template <typename Visit>
  void for_each(const Visit& visit) const {
    for (const std::uint32_t first : first_of_) {
      for (std::uint32_t entry = first; entry != kNone; entry = next_of(entry)) {
        visit(entry);
      }
    }
  }

 private:
  // An entry: its number; its start; its origin and, in the high half, the next entry of its list;
  // the words.
  static constexpr std::size_t kHeadWords = 3;
  static constexpr std::size_t kChunk = 512;  // entries; a power of two
  static constexpr std::size_t kFewest = 16;  // lists; a power of two

  [[nodiscard]] std::uint64_t* at(std::uint32_t entry) const {
    return chunks_[entry / kChunk].get() + entry % kChunk * width_;
  }
  [[nodiscard]] std::uint32_t origin_of(std::uint32_t entry) const {
    return static_cast<std::uint32_t>(at(entry)[2]);
  }
  [[nodiscard]] std::uint32_t next_of(std::uint32_t entry) const {
    return static_cast<std::uint32_t>(at(entry)[2] >> 32);
  }
  void set_next(std::uint32_t entry, std::uint32_t next) {
    at(entry)[2] = origin_of(entry) | std::uint64_t{next} << 32;
  }
  /// The first entry of the request's list. Requires that lists exist.
  [[nodiscard]] std::uint32_t& list_of(std::uint64_t number, std::uint32_t origin);
  [[nodiscard]] std::uint32_t search(std::uint32_t first, const Request& request) const;
  std::uint32_t new_entry();
  void grow();

  std::vector<std::unique_ptr<std::uint64_t[]>> chunks_;
  std::vector<std::uint32_t> first_of_;  // of each list; as many lists as entries, or up to twice
  std::size_t width_ = kHeadWords;       // words of an entry, with its head
  std::size_t used_ = 0;
  std::uint32_t made_ = 0;      // entries, also free ones
  std::uint32_t free_ = kNone;  // the first free entry; its first word is the next one
};

}  // namespace dps::blueprint
