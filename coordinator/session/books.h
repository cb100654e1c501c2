/// The books of a run: what was sent, by whom to whom, and what became of it, from the records of
/// all processes. They must balance (docs/reliability.md, promise P6).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/ids.h"
#include "profiles/record.h"

namespace dps::coordinator {

/// The messages of one type from one process to another.
struct BookRow {
  MessageId mid{};
  ProcessId from{};
  ProcessId to{};
  std::uint64_t sent = 0;   ///< as the sender says
  std::uint64_t bytes = 0;  ///< of those
  std::uint64_t taken = 0;  ///< this and the rest as the receiver says
  std::uint64_t late = 0;
  std::uint64_t unclaimed = 0;

  [[nodiscard]] bool balances() const { return sent == taken + late; }
  bool operator==(const BookRow&) const = default;
};

using Records = std::span<const std::optional<profiles::ProcessRecord>>;

/// By type, sender and receiver; rows in which nothing happened are left out.
std::vector<BookRow> books_of(Records records);

/// By process: how many messages were sent to it in all.
std::vector<std::uint64_t> sent_to(Records records);

}  // namespace dps::coordinator
