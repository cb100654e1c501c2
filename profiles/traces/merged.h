/// Merges sorted sequences.
#pragma once

#include <algorithm>
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
      advance(i);
    }
  }

  /// `item` is null at the end, or after an error; valid until the next call.
  Next next() {
    if (current_ && !error_) {
      advance(*current_);
    }
    current_.reset();
    if (error_ || heads_.empty()) {
      return {};
    }
    std::pop_heap(heads_.begin(), heads_.end(), is_later);
    const Head first = heads_.back();
    heads_.pop_back();
    current_ = first.source;
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
  void advance(std::uint32_t source) {
    const Item* item = cursors_[source].next();
    items_[source] = item;
    if (item != nullptr) {
      heads_.push_back({time_of_(source, *item), source});
      std::push_heap(heads_.begin(), heads_.end(), is_later);
    } else if (cursors_[source].error()) {
      error_ = cursors_[source].error();
    }
  }

  std::vector<Cursor> cursors_;
  TimeOf time_of_;
  std::vector<const Item*> items_;        // by sequence: the next one
  std::vector<Head> heads_;               // a heap of the sequences that have one
  std::optional<std::uint32_t> current_;  // the sequence of the last item
  std::optional<Error> error_;
};

}  // namespace dps::traces
