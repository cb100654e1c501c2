/// Merges sorted sequences.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/result.h"
#include "profiles/traces/event.h"

namespace dps::traces {

/// The items of several sequences in the order of time. Items of the same instant are in the order
/// of their sequences; those of a sequence keep their order. A Cursor has next(), a pointer to the
/// next item that is null at the end, and error(); `TimeOf` gives the time of an item of a
/// sequence.
template <typename Cursor, typename Item, typename TimeOf>
class Merged {
 public:
  struct Next {
    std::uint32_t source = 0;  ///< position of the sequence
    Ticks time = 0;
    const Item* item = nullptr;
  };

  Merged(std::vector<Cursor> cursors, TimeOf time_of)
      : cursors_(std::move(cursors)), time_of_(std::move(time_of)), items_(cursors_.size()) {
    heads_.reserve(cursors_.size());
    for (std::uint32_t i = 0; i < cursors_.size() && !error_; ++i) {
      if (read(i)) {
        heads_.push_back({time_of_(i, *items_[i]), i});
      }
    }
    std::make_heap(heads_.begin(), heads_.end(), is_later);
  }

  /// `item` is null at the end, or after an error; valid until the next call.
  Next next() {
    if (is_first_used_ && !error_) {
      go_on();
    }
    is_first_used_ = !error_ && !heads_.empty();
    if (!is_first_used_) {
      return {};
    }
    const Head& first = heads_.front();
    return {first.source, first.time, items_[first.source]};
  }

  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  struct Head {
    Ticks time;
    std::uint32_t source;
  };
  static bool is_later(const Head& a, const Head& b) {
    return a.time != b.time ? a.time > b.time : a.source > b.source;
  }
  /// Reads the next item of a sequence; returns false if there is none.
  bool read(std::uint32_t source) {
    items_[source] = cursors_[source].next();
    if (items_[source] == nullptr && cursors_[source].error()) {
      error_ = cursors_[source].error();
    }
    return items_[source] != nullptr;
  }
  /// Replaces the head that was returned by the next one of its sequence. That is often the first
  /// again, or soon finds its place, so nothing is taken out of the heap for it.
  void go_on() {
    Head& first = heads_.front();
    if (read(first.source)) {
      first.time = time_of_(first.source, *items_[first.source]);
    } else {
      first = heads_.back();
      heads_.pop_back();
    }
    sink_first();
  }
  /// Restores the heap, of which only the first element may be wrong.
  void sink_first() {
    std::size_t at = 0;
    for (std::size_t child = 1; child < heads_.size(); child = 2 * at + 1) {
      if (child + 1 < heads_.size() && is_later(heads_[child], heads_[child + 1])) {
        ++child;
      }
      if (!is_later(heads_[at], heads_[child])) {
        return;
      }
      std::swap(heads_[at], heads_[child]);
      at = child;
    }
  }

  std::vector<Cursor> cursors_;
  TimeOf time_of_;
  std::vector<const Item*> items_;  // by sequence: the next one
  std::vector<Head> heads_;         // a heap of the sequences that have one
  bool is_first_used_ = false;      // the first head has been returned
  std::optional<Error> error_;
};

}  // namespace dps::traces
