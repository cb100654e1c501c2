/// Keeps the message books of a prediction while it runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "blueprint/program.h"
#include "predictor/machines/number_table.h"
#include "profiles/message_books.h"

namespace dps::predictor {

/// Has a row for each type, sender and receiver or, if there would be more rows than a result may
/// have, for each type and pair of clone groups, so that its memory is bounded.
class BookKeeper {
 public:
  explicit BookKeeper(const blueprint::Program& program);

  /// Returns the number of the message's row, for taken() and late().
  std::uint32_t sent(std::uint32_t from, std::uint32_t to, MessageId mid, std::uint64_t bytes) {
    const std::uint32_t row = find(from, to, mid);
    profiles::BookRow& counts = rows_[row].counts;
    ++counts.sent;
    counts.bytes += bytes;
    return static_cast<std::uint32_t>(moved_.size()) + row;
  }
  void taken(std::uint32_t row) { ++numbered(row).taken; }
  void late(std::uint32_t row) { ++numbered(row).late; }
  void unclaimed(std::uint32_t from, std::uint32_t to, MessageId mid, std::uint64_t count) {
    rows_[find(from, to, mid)].counts.unclaimed += count;
  }

  /// Adds the times that receivers waited, in picoseconds by row as taken() numbers them.
  void add_waits(std::span<const double> by_row);

  [[nodiscard]] profiles::MessageBooks books() const;

 private:
  struct KeptRow {
    profiles::BookRow counts;
    std::uint32_t next = machines::NumberTable::kAbsent;  ///< row of another type for the same pair
  };

  profiles::BookRow& numbered(std::uint32_t row) {
    return rows_[row < moved_.size() ? moved_[row] : row - moved_.size()].counts;
  }
  /// Returns the position in rows_. The sender's messages often go into the same row as its last
  /// one.
  std::uint32_t find(std::uint32_t from, std::uint32_t to, MessageId mid) {
    if (is_grouped_) {
      from = group_of_[from];
      to = group_of_[to];
    }
    const std::uint32_t row = last_of_[from];
    const profiles::BookRow& last = rows_[row].counts;
    return last.to == to && last.mid == mid && last.from == from ? row : look_up(from, to, mid);
  }
  std::uint32_t look_up(std::uint32_t from, std::uint32_t to, MessageId mid);
  std::uint32_t add(std::uint32_t from, std::uint32_t to, MessageId mid);
  void group();

  bool is_grouped_ = false;
  std::vector<std::uint32_t> group_of_;  // by process
  std::vector<KeptRow> rows_;            // the first one belongs to no message
  machines::NumberTable first_of_;       // by pair: its first row
  std::vector<std::uint32_t> last_of_;   // by sender: the row of its last message
  std::vector<std::uint32_t> moved_;     // grouped: the new row, by former row
};

}  // namespace dps::predictor
