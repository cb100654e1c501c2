/// The part of one rank in a collective operation, as a sequence of rounds. Schedules of messages
/// (blueprint/collectives/schedule.h) produce rounds; executing an operation needs nothing else.
#pragma once

#include <cstdint>
#include <limits>

namespace dps::collectives {

/// One round of one rank: it sends a message, then takes one, then combines data. Each of the three
/// may be absent. The round is complete when the message has been taken and the data are combined;
/// the next one begins at once. A schedule with several messages in a round is a sequence of these:
/// sends need no answer, so all of them are executed before the first message is taken, and a
/// message that is taken before its round is kept.
/// Units:  ranks of the members of the operation; bytes of a message's body.
/// Source: docs/collectives.md, "Rounds".
struct Round {
  static constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t to = kNobody;    ///< the receiver of the message; kNobody: sends nothing
  std::uint32_t from = kNobody;  ///< the sender of the message to take; kNobody: takes nothing
  std::uint64_t sent = 0;        ///< bytes
  std::uint64_t taken = 0;       ///< bytes
  bool combines = false;         ///< combines what it has taken, if anything, with its own data
  std::uint64_t combined = 0;    ///< bytes

  [[nodiscard]] bool sends() const { return to != kNobody; }
  [[nodiscard]] bool takes() const { return from != kNobody; }
  bool operator==(const Round&) const = default;
};

}  // namespace dps::collectives
