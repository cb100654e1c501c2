/// The message books of a run: for each type, sender and receiver, the numbers of messages that
/// were sent, taken, late and unclaimed. message_profiles() replaces numbers by names for a result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "blueprint/program.h"
#include "profiles/result.h"

namespace dps::profiles {

/// With more rows than this, books are summed by clone groups (docs/result.md, "messages").
inline constexpr std::size_t kMostMessageRows = 10'000;

/// The messages of one type from one process to another, or between the processes of two groups.
struct BookRow {
  MessageId mid{};
  std::uint32_t from = 0;  ///< a process; in grouped books an index in Program::groups
  std::uint32_t to = 0;    ///< likewise
  std::uint64_t sent = 0;  ///< the sender's count
  std::uint64_t bytes = 0;
  std::uint64_t taken = 0;  ///< like the following, the receiver's count
  std::uint64_t late = 0;
  std::uint64_t unclaimed = 0;
  double waited_ps = 0;  ///< a whole number, until it exceeds 2^53

  [[nodiscard]] bool balances() const { return sent == taken + late; }
  bool operator==(const BookRow&) const = default;
};

/// Adds the counts and the time of a row with the same type, sender and receiver.
void add_counts(BookRow& sums, const BookRow& more);

struct MessageBooks {
  bool is_grouped = false;
  std::vector<BookRow> rows;  ///< by type, sender and receiver

  /// Sorts `rows` and sums those with the same type, sender and receiver.
  static MessageBooks joined(std::vector<BookRow> rows);

  /// Returns these books, summed by groups if they have more than `most_rows`.
  [[nodiscard]] MessageBooks limited(const blueprint::Program& program,
                                     std::size_t most_rows = kMostMessageRows) const;

  /// The first row with sent != taken + late; nullptr if the books balance.
  [[nodiscard]] const BookRow* first_unbalanced() const;

  bool operator==(const MessageBooks&) const = default;
};

/// The index of the group in Program::groups, by process.
std::vector<std::uint32_t> group_positions(const blueprint::Program& program);

/// The rows with names instead of numbers.
std::vector<MessageProfile> message_profiles(const blueprint::Program& program,
                                             const MessageBooks& books);

}  // namespace dps::profiles
