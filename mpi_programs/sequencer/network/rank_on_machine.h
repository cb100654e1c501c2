/// The state of a rank on a machine with a network: its operations, the messages that have arrived
/// for it, and its current call.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "base/time_units.h"
#include "mpi_programs/board/request.h"
#include "mpi_programs/sequencer/program_time.h"
#include "mpi_programs/sequencer/rank_state.h"

namespace dps::sequencer {

/// A message in the network, or one that has arrived.
struct Parcel {
  UntakenMessage message;       ///< has no arrival; `send_operation` is that of its send
  Picoseconds receive;          ///< CPU time of the call that takes it
  bool awaits_receipt = false;  ///< its send is complete when its receiver has answered
};

/// A receive, or a send, until the rank has its completion.
struct NetworkOperation {
  bool is_send = false;
  // Of a send.
  bool has_entered = false;
  bool awaits_receipt = false;
  std::uint64_t collective = 0;  ///< the collective operation that it is instead of a send; 0: none
  std::vector<std::int32_t> group;  ///< it is complete when these operations are
  RankInstant completed_by;    ///< the instant on which its completion depended; not of a group
  std::int64_t completed = 0;  ///< the instant of its completion, as far as a wait depends on it
  bool is_cancelled = false;
  bool is_taken = false;  ///< a test of its status has paid for it
  // Of a receive.
  Pattern pattern;
  std::optional<Parcel> parcel;  ///< the message that it has taken

  /// True if an operation that is no group is complete.
  [[nodiscard]] bool is_complete() const {
    return is_cancelled || (is_send ? has_entered && !awaits_receipt : parcel.has_value());
  }
  /// CPU time of the call that takes the operation, unless it is a group.
  [[nodiscard]] Picoseconds due() const {
    return parcel && !is_taken ? parcel->receive : Picoseconds{};
  }
};

enum class MachinePhase : std::uint8_t {
  kRunning,    ///< outside MPI, in real time, too
  kAway,       ///< in a call that is not modelled
  kComputing,  ///< spends the time computed before the request that it has sent
  kPaying,     ///< CPU time of a send
  kFinishing,  ///< CPU time of the rest of a send
  kListening,  ///< CPU time before it waits
  kWaiting,    ///< waits for a message
  kHeld,       ///< waits only for its own sends
  kWaking,     ///< the message for which it has waited has arrived
  kTaking,     ///< CPU time of a message
  kPolling,    ///< CPU time of a test or a probe
  kPutOff,     ///< repeats a test until it finds something
  kFound,      ///< likewise, and its next test will find it
  kPlaying,    ///< does its part in a collective operation
  kEnded,
};

/// The current call of a rank.
struct NetworkCall {
  board::BoardRequest request;
  std::int64_t begin = 0;
  std::vector<std::int32_t> operations;
  /// Positions in `operations` that the call takes, in this order: all of them, even incomplete
  /// ones, unless the call waits or tests for some.
  std::vector<std::uint32_t> chosen;
  std::size_t taken = 0;                ///< the number of `chosen` operations taken
  std::int32_t sends = 0;               ///< the operation of its send; 0: none
  std::uint32_t letter = 0;             ///< the letter of this send
  Picoseconds after{};                  ///< likewise
  bool repeats = false;                 ///< each such call takes the same time
  Pattern pattern;                      ///< the messages of a probe
  std::optional<UntakenMessage> found;  ///< the message that a probe has found
  std::int64_t period = 0;              ///< of a test that is put off, the time between tests
  bool was_carried_out = false;         ///< MPI has carried it out
  std::uint64_t play = 0;               ///< the collective operation
  bool has_slept = false;               ///< it has waited for the operation that it takes next
  std::optional<RankInstant> ended_by;  ///< nullopt: the call has not waited for another one

  [[nodiscard]] board::RequestKind kind() const { return request.kind; }
  [[nodiscard]] bool is_probe() const {
    return kind() == board::RequestKind::kProbe || kind() == board::RequestKind::kTestProbe ||
           is_match();
  }
  /// A probe that gives the message to an operation.
  [[nodiscard]] bool is_match() const {
    return kind() == board::RequestKind::kMatchProbe ||
           kind() == board::RequestKind::kTestMatchProbe;
  }
  [[nodiscard]] bool is_test() const {
    return kind() == board::RequestKind::kTestAll || kind() == board::RequestKind::kTestAny ||
           kind() == board::RequestKind::kTestSome || kind() == board::RequestKind::kTestProbe ||
           kind() == board::RequestKind::kTestStatus ||
           kind() == board::RequestKind::kTestMatchProbe;
  }
  [[nodiscard]] bool waits_for_some() const {
    return kind() == board::RequestKind::kWaitAny || kind() == board::RequestKind::kWaitSome;
  }
};

struct NextRequest {
  board::BoardRequest request;
  std::vector<std::int32_t> listed;
};

struct RankOnMachine {
  MachinePhase phase = MachinePhase::kRunning;
  std::int64_t clock = 0;  ///< the clock at its last reply
  bool has_finalized = false;
  bool listens = false;      ///< the rank reads from the network, as last reported to it
  bool has_arrival = false;  ///< a message has arrived since then, so that it may listen no longer
  NetworkCall call;
  bool is_notification = false;   ///< the rank knows when the call ends, and needs no reply
  std::deque<NextRequest> ahead;  ///< the requests that it has sent since then
  std::deque<Parcel> unexpected;  ///< in the order of arrival
  std::map<std::int32_t, NetworkOperation> operations;
  std::vector<std::int32_t> unmatched;  ///< receives without a message, in the order of posting
  std::int32_t last_own = 0;            ///< of operations that the rank does not number: below 0
  std::vector<std::int32_t> freed;      ///< receives that nobody waits for
  std::uint64_t polls = 0;              ///< tests in a row that found nothing
  std::int64_t last_poll = 0;           ///< the start of the last one
  /// The number of collective operations that it has begun, by communicator.
  std::map<std::uint32_t, std::uint64_t> collectives;
  bool is_carrying_out = false;  ///< MPI carries out its collective call, in real time

  [[nodiscard]] bool is_complete(std::int32_t number) const {
    const NetworkOperation& operation = operations.at(number);
    return operation.group.empty()
               ? operation.is_complete()
               : std::all_of(operation.group.begin(), operation.group.end(),
                             [&](std::int32_t one) { return operations.at(one).is_complete(); });
  }
  /// The instant on which the completion of the operation depended.
  [[nodiscard]] RankInstant completed_by(std::int32_t number) const {
    const NetworkOperation* last = &operations.at(number);
    for (const std::int32_t one : operations.at(number).group) {
      const NetworkOperation& part = operations.at(one);
      last = !last->group.empty() || last->completed < part.completed ? &part : last;
    }
    return last->completed_by;
  }
  /// CPU time of the call that takes the operation.
  [[nodiscard]] Picoseconds due(std::int32_t number) const {
    const NetworkOperation& operation = operations.at(number);
    Picoseconds time = operation.due();
    for (const std::int32_t one : operation.group) {
      time += operations.at(one).due();
    }
    return time;
  }
  /// True if a message completes the operation.
  [[nodiscard]] bool awaits_message(std::int32_t number) const {
    const NetworkOperation& operation = operations.at(number);
    return operation.group.empty()
               ? !operation.is_send && !operation.is_complete()
               : std::any_of(operation.group.begin(), operation.group.end(), [&](std::int32_t one) {
                   return !operations.at(one).is_send && !operations.at(one).is_complete();
                 });
  }
  /// The first receive that fits; 0: none.
  [[nodiscard]] std::int32_t first_receive_for(const UntakenMessage& message) const {
    const auto found = std::find_if(unmatched.begin(), unmatched.end(), [&](std::int32_t number) {
      return operations.at(number).pattern.fits(message);
    });
    return found == unmatched.end() ? 0 : *found;
  }
  [[nodiscard]] const UntakenMessage* first_unexpected(const Pattern& pattern) const {
    const auto found =
        std::find_if(unexpected.begin(), unexpected.end(),
                     [&](const Parcel& parcel) { return pattern.fits(parcel.message); });
    return found == unexpected.end() ? nullptr : &found->message;
  }
};

}  // namespace dps::sequencer
