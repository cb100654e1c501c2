/// The state of a rank in virtual time: its operations, the messages for it, and the call in which
/// it waits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "mpi_programs/board/record.h"
#include "mpi_programs/board/request.h"
#include "mpi_programs/sequencer/program_time.h"

namespace dps::sequencer {

/// A message that nobody has taken.
struct UntakenMessage {
  std::int64_t arrival = 0;
  std::int64_t begin = 0;   ///< the start of its send
  std::int32_t sender = 0;  ///< the sender's rank in MPI_COMM_WORLD
  std::uint64_t number = 0;
  std::uint32_t communicator = 0;  ///< the common number
  std::int32_t source = 0;         ///< the sender's rank as its receiver names it
  std::int32_t tag = 0;
  std::uint64_t bytes = 0;
  std::uint64_t place = 0;
  std::int64_t held = -1;  ///< T of the sender, which waits for the receive; -1: it does not
  std::int32_t send_operation = 0;  ///< of a sender that waits; 0: in its sending call
  bool is_ready = false;            ///< its receive should have been posted before

  /// The order in which receives that fit several messages take them.
  [[nodiscard]] auto order() const { return std::tie(arrival, begin, sender, number); }
};

/// The messages that fit a receive or a probe.
struct Pattern {
  std::uint32_t communicator = 0;
  std::int32_t source = 0;  ///< or board::kAny
  std::int32_t tag = 0;     ///< or board::kAny

  [[nodiscard]] bool fits(const UntakenMessage& message) const {
    return message.communicator == communicator &&
           (source == board::kAny || source == message.source) &&
           (tag == board::kAny || tag == message.tag);
  }
  [[nodiscard]] bool is_of_any() const { return source == board::kAny; }
};

/// A receive, or a send or a collective operation that does not block, until the rank has its
/// completion.
struct PendingOperation {
  bool is_send = false;  ///< or a collective operation
  // Of a send, and of a collective operation.
  std::int64_t begun = 0;    ///< the end of the call that began it, or of the last such call
  std::int64_t wait = 0;     ///< T2
  std::int64_t overlap = 0;  ///< To
  std::int64_t met = 0;  ///< the earliest completion; -1: some of its members have not called yet
  RankInstant begun_by;  ///< the call on which `begun` depended
  RankInstant met_by;    ///< the call on which `met` depended, if `met` is above 0
  // Of a receive.
  Pattern pattern;
  std::int64_t posted = 0;
  std::int64_t first_time = 0;            ///< T1
  std::optional<UntakenMessage> message;  ///< the message that it has taken
  std::vector<std::int32_t> parts;        ///< the operations of which it consists
  /// The operation is complete from this instant on, and a wait for it takes no time: it was
  /// cancelled, or a call that requested its status has waited.
  std::optional<std::int64_t> done;
  bool is_cancelled = false;

  [[nodiscard]] bool is_determined() const {
    return done || (is_send ? met >= 0 : message.has_value());
  }
};

/// The call in which a rank waits.
struct WaitingCall {
  board::RequestKind kind = board::RequestKind::kReceive;
  std::int64_t begin = 0;
  std::vector<std::int32_t> operations;
  Pattern pattern;             ///< the messages of a probe
  std::int32_t operation = 0;  ///< of a matching probe: the operation that gets the message
  /// The time between tests that are repeated after many that found nothing: such a test ends when
  /// it succeeds, at an instant at which the same loop would have tested. 0: at once.
  std::int64_t period = 0;
  bool is_among_others = false;  ///< of a test: board::kAmongOthers
  // Of an exchange whose send is not to MPI_PROC_NULL.
  bool is_exchange = false;
  std::int64_t sent_time = 0;    ///< T of its send
  std::uint64_t sent_bytes = 0;  ///< its bytes
};

enum class RankPhase : std::uint8_t { kRunning, kWaiting, kAway, kEnded };

struct RankState {
  RankPhase phase = RankPhase::kRunning;
  std::int64_t clock = 0;  ///< not later than the rank's own
  bool has_finalized = false;
  std::optional<WaitingCall> call;   ///< of a rank that waits, unless for a meeting or a receiver
  std::deque<UntakenMessage> inbox;  ///< in the order of UntakenMessage::order()
  std::map<std::int32_t, PendingOperation> operations;
  std::vector<std::int32_t> unmatched;  ///< receives without a message, in the order of posting
  std::int32_t last_operation = 0;      ///< of those that the rank itself does not number
  std::vector<std::int32_t> freed;      ///< receives for which nobody waits
  std::map<std::int32_t, std::int64_t> last_arrival;  ///< by sender
  std::uint64_t polls = 0;                            ///< tests in a row that found nothing
  std::int64_t last_poll = 0;                         ///< the start of the last one

  /// True if the end of the operation is known.
  [[nodiscard]] bool is_determined(std::int32_t number) const {
    const PendingOperation& of = operations.at(number);
    return of.parts.empty() ? of.is_determined()
                            : std::all_of(of.parts.begin(), of.parts.end(),
                                          [&](std::int32_t part) { return is_determined(part); });
  }
  [[nodiscard]] bool has_wildcards() const {
    return std::any_of(unmatched.begin(), unmatched.end(), [&](std::int32_t number) {
      return operations.at(number).pattern.is_of_any();
    });
  }
};

}  // namespace dps::sequencer
