/// Keeps the message books of a prediction while it runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "blueprint/program.h"
#include "machines/number_table.h"
#include "profiles/message_books.h"

namespace dps::predictor {

/// Has a row for each type, sender and receiver or, if there would be more rows than a result may
/// have, for each type and pair of clone groups, so that memory is bounded.
class BookKeeper {
 public:
  explicit BookKeeper(const blueprint::Program& program);

  /// Returns the number of the message's row, for taken() and late().
  std::uint32_t sent(std::uint32_t from, std::uint32_t to, MessageId mid, std::uint64_t bytes) {
    profiles::BookRow& row = find(from, to, mid);
    ++row.sent;
    row.bytes += bytes;
    return static_cast<std::uint32_t>(moved_.size() + last_);
  }
  void taken(std::uint32_t row) { ++numbered(row).taken; }
  void late(std::uint32_t row) { ++numbered(row).late; }
  void unclaimed(std::uint32_t from, std::uint32_t to, MessageId mid, std::uint64_t count) {
    find(from, to, mid).unclaimed += count;
  }

  [[nodiscard]] profiles::MessageBooks books() const;

 private:
  struct Row {
    profiles::BookRow counts;
    std::uint32_t next = machines::NumberTable::kAbsent;  ///< row of another type for the same pair
  };

  profiles::BookRow& numbered(std::uint32_t row) {
    return rows_[row < moved_.size() ? moved_[row] : row - moved_.size()].counts;
  }
  /// The row becomes rows_[last_].
  profiles::BookRow& find(std::uint32_t from, std::uint32_t to, MessageId mid) {
    if (is_grouped_) {
      from = group_of_[from];
      to = group_of_[to];
    }
    profiles::BookRow& last = rows_[last_].counts;
    return last.from == from && last.to == to && last.mid == mid ? last : look_up(from, to, mid);
  }
  profiles::BookRow& look_up(std::uint32_t from, std::uint32_t to, MessageId mid);
  profiles::BookRow& add(std::uint32_t from, std::uint32_t to, MessageId mid);
  void group();

  bool is_grouped_ = false;
  std::vector<std::uint32_t> group_of_;  // by process
  std::vector<Row> rows_;                // the first one belongs to no message
  machines::NumberTable first_of_;       // by pair: its first row
  std::size_t last_ = 0;
  std::vector<std::uint32_t> moved_;  // grouped: the new row, by former row
};

}  // namespace dps::predictor
