/// Bounds of the difference of two clocks, from messages that go back and forth.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace dps::clocks {

/// A value of a clock, in nanoseconds since an arbitrary instant.
using Reading = std::int64_t;

/// A message from the reference to the client, and the answer.
struct Exchange {
  Reading sent = 0;      ///< by the clock of the reference, before its message leaves
  Reading read = 0;      ///< by the clock of the client, between message and answer
  Reading received = 0;  ///< by the clock of the reference, when the answer has arrived
};

/// The offset of a client: its clock less that of the reference.
struct Burst {
  Reading at = 0;           ///< by the clock of the client: the middle of the burst
  Reading duration = 0;     ///< from its first exchange to its last
  Reading offset = 0;       ///< at that time, if the clocks have the same speed
  Reading uncertainty = 0;  ///< the offset is wrong by at most this, if they have

  bool operator==(const Burst&) const = default;
};

/// Each exchange encloses the offset: it is between read - received and read - sent, however long
/// the message and the answer took. nullopt: no offset is inside all of these bounds, because a
/// clock was set or the speeds differ by far. There must be an exchange.
/// Source: Worsch, Reussner, Augustin: On benchmarking collective MPI operations (SKaMPI),
/// EuroPVM/MPI 2002.
std::optional<Burst> measure_offset(std::span<const Exchange> exchanges);

}  // namespace dps::clocks
