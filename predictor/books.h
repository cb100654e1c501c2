/// The books of a prediction: what was sent, by whom to whom, and what became of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "blueprint/program.h"
#include "machines/number_table.h"
#include "profiles/result.h"

namespace dps::predictor {

/// A row for each type, sender and receiver, or, when there would be more than a result lists, for
/// each type and pair of clone groups (docs/result.md, "messages").
class Books {
 public:
  explicit Books(const blueprint::Program& program);

  /// The number by which taken() and late() know the row of the message.
  std::uint32_t sent(std::uint32_t from, std::uint32_t to, MessageId mid, std::uint64_t bytes) {
    Row& row = find(from, to, mid);
    ++row.sent;
    row.bytes += bytes;
    return static_cast<std::uint32_t>(moved_.size() + last_);
  }
  void taken(std::uint32_t row) { ++numbered(row).taken; }
  void late(std::uint32_t row) { ++numbered(row).late; }
  void unclaimed(std::uint32_t from, std::uint32_t to, MessageId mid, std::uint64_t count) {
    find(from, to, mid).unclaimed += count;
  }

  /// By type, sender and receiver.
  [[nodiscard]] std::vector<profiles::MessageProfile> profile() const;
  /// sent = taken + late in every row.
  [[nodiscard]] bool balance() const;

 private:
  struct Row {
    std::uint32_t from = 0, to = 0;  ///< processes; or, grouped, clone groups
    MessageId mid{};
    std::uint32_t next = machines::NumberTable::kAbsent;  ///< of another type, for the same pair
    std::uint64_t sent = 0, taken = 0, late = 0, unclaimed = 0, bytes = 0;
  };

  Row& numbered(std::uint32_t row) {
    return rows_[row < moved_.size() ? moved_[row] : row - moved_.size()];
  }
  /// Which is rows_[last_] afterwards.
  Row& find(std::uint32_t from, std::uint32_t to, MessageId mid) {
    if (is_grouped_) {
      from = group_of_[from];
      to = group_of_[to];
    }
    Row& last = rows_[last_];
    return last.from == from && last.to == to && last.mid == mid ? last : look_up(from, to, mid);
  }
  Row& look_up(std::uint32_t from, std::uint32_t to, MessageId mid);
  Row& add(std::uint32_t from, std::uint32_t to, MessageId mid);
  void group();

  const blueprint::Program& program_;  // borrowed
  bool is_grouped_ = false;
  std::vector<std::uint32_t> group_of_;  // by process
  std::vector<Row> rows_;                // the first is nobody's
  machines::NumberTable first_of_;       // by pair: its first row
  std::size_t last_ = 0;
  std::vector<std::uint32_t> moved_;  // grouped: by number of a row before, where it went
};

}  // namespace dps::predictor
