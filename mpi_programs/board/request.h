/// The messages between a rank and dps during a prediction.
/// Source: docs/protocol_board.md, "Predictions".
#pragma once

#include <cstdint>

#include "mpi_programs/board/messages.h"

namespace dps::board {

/// What a rank asks dps for. The first four are answered by a Reply.
enum class RequestKind : std::uint16_t {
  kSend = 1,     ///< to `peer`
  kReceive,      ///< from `peer`
  kExchange,     ///< a send to `peer` and a receive from `source`
  kCollective,   ///< all members of the communicator meet
  kDescribe,     ///< describes a communicator; the ranks of its groups follow
  kAway,         ///< until its next request, the rank is in a call that is not modelled
  kFinalize,     ///< the rank ends
  kUnsupported,  ///< the rank has called a function that no prediction has
  kTwoThreads,   ///< two threads are in MPI at one time, in `function` and `other_function`
  kHeapIsFull,   ///< there is no room for `bytes` of data
  kElsewhere,    ///< ranks run on other hosts
  kNoArena,      ///< the arena does not fit into the address space
};

/// A message of a rank.
struct Request {
  MessageKind message = MessageKind::kRequest;
  RequestKind kind = RequestKind::kSend;
  std::uint16_t function = 0;
  std::int64_t clock = 0;          ///< of the rank, picoseconds
  std::uint32_t communicator = 0;  ///< its number in this rank
  std::int32_t peer = 0;           ///< as in CallRecord; of kDescribe the parent
  std::int32_t tag = 0;            ///< likewise
  std::int32_t source = 0;         ///< of kExchange
  std::int32_t source_tag = 0;     ///< likewise
  std::uint16_t other_function = 0;
  std::uint16_t flags = 0;  ///< of kDescribe: those of its record
  std::uint64_t bytes = 0;  ///< of data; of kDescribe: the size of the own group
  std::uint64_t place = 0;  ///< of the data in the arena
};
static_assert(sizeof(Request) == 56);

/// The most ranks that follow a Request.
inline constexpr std::size_t kMostListed = 32'768;

/// The answer of dps: the call ends.
struct Reply {
  std::int64_t clock = 0;   ///< of the rank
  std::uint64_t place = 0;  ///< of the message that was received, in the arena
  std::uint64_t bytes = 0;  ///< likewise
  std::int32_t peer = -2;   ///< likewise: its sender in the communicator; MPI_PROC_NULL: none
  std::int32_t tag = 0;     ///< likewise
};

}  // namespace dps::board
