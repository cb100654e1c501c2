/// Indexed min-heap of instants, at most one per source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "predictor/machines/wide.h"

namespace dps::machines {

/// Sources have dense numbers. Equal instants are ordered by source, so the order does not depend
/// on the order of insertion.
class EventHeap {
 public:
  void resize(std::size_t sources) { places_.resize(sources, kNone); }

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  /// The earliest instant; kNever if the heap is empty.
  [[nodiscard]] Picoseconds next() const { return next_; }
  [[nodiscard]] std::uint32_t first() const { return entries_[0].source; }
  [[nodiscard]] bool holds(std::uint32_t source) const { return places_[source] != kNone; }

  /// Inserts the source or changes its instant.
  void set(std::uint32_t source, Picoseconds at) {
    const Entry entry{at, source};
    std::uint32_t place = places_[source];
    if (place == kNone) {
      place = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back(entry);
      rise(place, entry);
    } else if (entries_[place].at != at) {
      settle(place, entry);
    }
    next_ = entries_[0].at;
  }

  void remove(std::uint32_t source) {
    const std::uint32_t place = places_[source];
    if (place == kNone) {
      return;
    }
    places_[source] = kNone;
    const Entry last = entries_.back();
    entries_.pop_back();
    if (place < entries_.size()) {
      settle(place, last);
    }
    next_ = entries_.empty() ? kNever : entries_[0].at;
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  static constexpr std::size_t kChildren = 4;  // half the levels of a binary heap

  struct Entry {
    Picoseconds at;
    std::uint32_t source;

    [[nodiscard]] bool before(const Entry& other) const {
      return at != other.at ? at < other.at : source < other.source;
    }
  };

  void put(std::size_t place, const Entry& entry) {
    entries_[place] = entry;
    places_[entry.source] = static_cast<std::uint32_t>(place);
  }

  void settle(std::size_t place, const Entry& entry) {
    if (place > 0 && entry.before(entries_[(place - 1) / kChildren])) {
      rise(place, entry);
    } else {
      sink(place, entry);
    }
  }

  void rise(std::size_t place, const Entry& entry) {
    while (place > 0) {
      const std::size_t above = (place - 1) / kChildren;
      if (!entry.before(entries_[above])) {
        break;
      }
      put(place, entries_[above]);
      place = above;
    }
    put(place, entry);
  }

  void sink(std::size_t place, const Entry& entry) {
    const std::size_t size = entries_.size();
    for (;;) {
      const std::size_t first = kChildren * place + 1;
      if (first >= size) {
        break;
      }
      std::size_t least = first;
      const std::size_t end = first + kChildren < size ? first + kChildren : size;
      for (std::size_t child = first + 1; child < end; ++child) {
        least = entries_[child].before(entries_[least]) ? child : least;
      }
      if (!entries_[least].before(entry)) {
        break;
      }
      put(place, entries_[least]);
      place = least;
    }
    put(place, entry);
  }

  std::vector<Entry> entries_;
  Picoseconds next_ = kNever;
  std::vector<std::uint32_t> places_;  // by source
};

}  // namespace dps::machines
