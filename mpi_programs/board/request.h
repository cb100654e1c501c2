/// The messages between a rank and dps during a prediction.
/// Source: docs/protocol_board.md, "Predictions".
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mpi_programs/board/messages.h"

namespace dps::board {

/// The kinds of requests of a rank to dps. Some have no reply: docs/protocol_board.md.
enum class RequestKind : std::uint16_t {
  kSend = 1,         ///< to `peer`
  kReceive,          ///< from `peer`
  kExchange,         ///< a send to `peer` and a receive from `source`
  kCollective,       ///< all members of the communicator meet
  kDescribe,         ///< describes a communicator; the ranks of its groups follow
  kAway,             ///< until its next request, the rank is in a call that is not modelled
  kFinalize,         ///< the rank ends
  kUnsupported,      ///< the rank has called a function that no prediction has
  kTwoThreads,       ///< two threads are in MPI at one time, in `function` and `other_function`
  kHeapIsFull,       ///< there is no room for `bytes` of data
  kElsewhere,        ///< ranks run on other hosts
  kNoArena,          ///< the arena does not fit into the address space
  kBeginSend,        ///< a send that does not block
  kBeginReceive,     ///< a receive that does not block, into `bytes`
  kProbe,            ///< waits for a message from `peer` without receiving it
  kTestProbe,        ///< tests for such a message
  kWaitAll,          ///< waits for the operations that follow
  kWaitAny,          ///< waits for the first of them
  kWaitSome,         ///< waits for the first of them, and completes all that are complete then
  kTestAll,          ///< tests if all of them are complete
  kTestAny,          ///< tests if one of them is complete
  kTestSome,         ///< completes those of them that are complete
  kTestStatus,       ///< tests if one operation is complete, without ending it
  kCancel,           ///< cancels one operation, if it is a receive without a message
  kFree,             ///< nobody waits for the one operation that follows
  kMatchProbe,       ///< waits for a message from `peer`, which the operation then has
  kTestMatchProbe,   ///< tests for such a message
  kReceiveMatched,   ///< receives the message of a matching probe
  kBeginMatched,     ///< the same without blocking, into `bytes`
  kBeginCollective,  ///< a collective operation that does not block
  kBeginGroup,       ///< an operation that is complete once those that follow are
  kRefused,          ///< the rank has returned an error from a function that no prediction has
  kBack,             ///< the rank is no longer away; it was away for `bytes` nanoseconds
  kNameSite,  ///< the site `source` of the log `peer` is at `bytes` in a module, whose name follows
  kCost,      ///< the time between two calls of the log `peer`
  kNoCounter,    ///< the instructions cannot be counted; `bytes` is errno
  kTurn,         ///< the rank requests a turn to compute, or to continue computing
  kLook,         ///< dps is asleep, and the ring of the rank has a request
  kLongList,     ///< a call for `bytes` requests, where a list has at most `operation`
  kLongElement,  ///< MPI cannot pack an element of `bytes` bytes
  // On a machine with a network.
  kCompute = 64,  ///< `bytes` picoseconds, on a core that others may share
  kPlay,          ///< a collective operation whose data are in the arena
  kBeginPlay,     ///< the same without blocking
  kCollect,       ///< the results of such an operation, `place` in its completion
  kCarriedOut,    ///< MPI has carried out the collective call
};

/// BoardRequest::flags of a message that belongs to a collective operation of neighbours.
inline constexpr std::uint16_t kOfCollective = 1;

/// BoardRequest::flags of kTestAll, kTestAny and kTestSome: the call also has requests of MPI
/// itself, which are not complete. kTestAll finds nothing then, and no such test is put off.
inline constexpr std::uint16_t kAmongOthers = 8;

/// A request of a rank to dps.
struct BoardRequest {
  MessageKind message = MessageKind::kRequest;
  RequestKind kind = RequestKind::kSend;
  std::uint16_t function = 0;
  std::int64_t clock = 0;            ///< the clock of the rank, picoseconds
  std::uint32_t communicator = 0;    ///< its number in this rank
  std::int32_t peer = 0;             ///< as in CallRecord; of kDescribe the parent; kIsRoot
  std::int32_t tag = 0;              ///< likewise
  std::int32_t source = 0;           ///< of kExchange
  std::int32_t source_tag = 0;       ///< likewise
  std::uint16_t other_function = 0;  ///< of kTwoThreads; of kBeginSend: the function that is called
  std::uint16_t flags = 0;           ///< of kDescribe: those of its record; kOfCollective
  std::uint64_t bytes = 0;           ///< of data; of kDescribe: the size of the own group
  std::uint64_t place = 0;           ///< of the data in the arena
  std::int32_t operation = 0;        ///< the number of the operation that is begun, from 1 on
  std::uint16_t is_notification = 0;  ///< 1: no reply is wanted; the rank knows when the call ends
  std::uint16_t listed = 0;           ///< the count of numbers that follow, in a ring
};
static_assert(sizeof(BoardRequest) == 64);

/// BoardRequest::flags of kPlay: MPI carries out the call once all members are there. A first reply
/// reports that; the second one answers kCarriedOut.
inline constexpr std::uint16_t kIsCarriedOut = 4;

/// BoardRequest::peer of kPlay and kBeginPlay on two groups: this rank is the root. kNobody:
/// another rank of its group is the root, and this one takes no part.
inline constexpr std::int32_t kIsRoot = -4;

/// The most ranks that follow a request.
inline constexpr std::size_t kMostListed = 32'768;

/// The most operations that follow a request to whose reply each may add a completion.
inline constexpr std::size_t kMostOperations = 4096;
/// The most completions of freed receives in a reply; others come with later ones.
inline constexpr std::size_t kMostFreed = 1024;

/// An operation that a call has completed.
struct Completion {
  std::uint32_t position = 0;  ///< in the list of the request
  std::int32_t peer = -2;      ///< of a receive, as in BoardReply
  std::int32_t tag = 0;
  std::uint32_t is_cancelled = 0;
  std::uint64_t bytes = 0;
  std::uint64_t place = 0;
};
static_assert(sizeof(Completion) == 32);

/// The answer of dps: the call ends. `count` completions follow it, then `freed` completions of
/// receives that the rank has freed, whose positions are the numbers of the operations.
struct BoardReply {
  std::int64_t clock = 0;      ///< the clock of the rank
  std::uint64_t place = 0;     ///< of the message that was received, in the arena
  std::uint64_t bytes = 0;     ///< likewise
  std::int32_t peer = -2;      ///< likewise: its sender in the communicator; MPI_PROC_NULL: none
  std::int32_t tag = 0;        ///< likewise
  std::uint32_t repeats = 0;   ///< 1: each such call takes the same time; permits is_notification
  std::uint32_t count = 0;     ///< the number of completions
  std::uint32_t is_found = 0;  ///< 1: a probe has found a message, or a test has succeeded
  std::uint32_t freed = 0;
};
static_assert(sizeof(BoardReply) == 48);

/// Sends an answer over the socket. Returns true also if the rank has gone. Errors: errno.
bool send_reply(int socket, const BoardReply& reply, const std::vector<Completion>& completions);

}  // namespace dps::board
