/// The answer of dps to a rank, and the rank's wait for it, without a system call while both are
/// awake. Source: docs/protocol_board.md, "The arena".
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mpi_programs/board/arena.h"

namespace dps::board {

/// True if the place has room for a reply with so many completions. Longer replies come over the
/// socket.
inline bool has_room(std::size_t completions) {
  return completions <= ReplyPlace::kMostCompletions;
}
/// dps writes the reply and its completions into the place, and wakes the rank if it sleeps.
/// Without room for them, it marks the reply as sent over the socket, which must have happened
/// before.
void answer(ReplyPlace& place, const BoardReply& reply, const std::vector<Completion>& completions);
/// True if dps has written another reply than the `seen` ones that the rank has received.
inline bool has_reply(const ReplyPlace& place, std::uint32_t seen) {
  return place.count.load(std::memory_order_acquire) != seen;
}
/// The rank sleeps until there is one, at most for this time. Returns true if there is one.
bool sleep_for_reply(ReplyPlace& place, std::uint32_t seen, std::uint32_t milliseconds);

}  // namespace dps::board
