/// The state of a rank on a machine with a network: its operations, the messages that have come for
/// it, and the call in which it is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "base/time_units.h"
#include "mpi_programs/board/request.h"
#include "mpi_programs/sequencer/rank_state.h"

namespace dps::sequencer {

/// A message in the network, or one that has come.
struct Parcel {
  UntakenMessage message;       ///< without its arrival; `send_operation` is that of its send
  Picoseconds receive;          ///< CPU time of the call that takes it
  bool awaits_receipt = false;  ///< its send is complete when its receiver has answered
};

/// A receive, or a send, until the rank has its completion.
struct NetworkOperation {
  bool is_send = false;
  // Of a send.
  bool has_entered = false;
  bool awaits_receipt = false;
  std::uint64_t collective = 0;     ///< it is no send, but this collective operation; 0: it is none
  std::vector<std::int32_t> group;  ///< it is complete when these operations are
  bool is_cancelled = false;
  bool is_taken = false;  ///< a test of its status has paid for it
  // Of a receive.
  Pattern pattern;
  std::optional<Parcel> parcel;  ///< that it has taken

  /// Of one that is no group.
  [[nodiscard]] bool is_complete() const {
    return is_cancelled || (is_send ? has_entered && !awaits_receipt : parcel.has_value());
  }
  /// CPU time of the call that takes it, unless it is a group.
  [[nodiscard]] Picoseconds due() const {
    return parcel && !is_taken ? parcel->receive : Picoseconds{};
  }
};

enum class MachinePhase : std::uint8_t {
  kRunning,    ///< outside MPI, in real time, too
  kAway,       ///< in a call that is not modelled
  kComputing,  ///< does what it has computed before the request that it has sent
  kPaying,     ///< CPU time of a send
  kFinishing,  ///< CPU time of the rest of a send
  kListening,  ///< CPU time before it waits
  kWaiting,    ///< for a message
  kHeld,       ///< for nothing but its sends
  kWaking,     ///< what it has waited for has come
  kTaking,     ///< CPU time of a message
  kPolling,    ///< CPU time of a test or a probe
  kPutOff,     ///< tests, again and again, until it finds something
  kFound,      ///< the same, and its next test will find it
  kPlaying,    ///< its part in a collective operation
  kEnded,
};

/// The call in which a rank is.
struct NetworkCall {
  board::BoardRequest request;
  std::int64_t begin = 0;
  std::vector<std::int32_t> operations;
  /// Positions in `operations` that the call takes, in this order. All of them, though they are not
  /// complete yet, unless the call waits or tests for some.
  std::vector<std::uint32_t> chosen;
  std::size_t taken = 0;                ///< of `chosen`
  std::int32_t sends = 0;               ///< the operation of its send; 0: none
  std::uint32_t letter = 0;             ///< of this send
  Picoseconds after{};                  ///< likewise
  bool repeats = false;                 ///< each such call takes the same time
  Pattern pattern;                      ///< of a probe
  std::optional<UntakenMessage> found;  ///< likewise
  std::int64_t period = 0;              ///< of a test that is put off
  bool was_carried_out = false;         ///< by MPI
  std::uint64_t play = 0;               ///< the collective operation

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
  std::int64_t clock = 0;  ///< at its last reply
  bool has_finalized = false;
  bool listens = false;      ///< as the network has been told
  bool has_arrival = false;  ///< since then, so that it may listen no longer
  NetworkCall call;
  bool is_told = false;  ///< the rank knows when the call ends, and does not wait for a reply
  std::deque<NextRequest> ahead;  ///< what it has asked and told since then
  std::deque<Parcel> unexpected;  ///< in the order of their arrivals
  std::map<std::int32_t, NetworkOperation> operations;
  std::vector<std::int32_t> unmatched;  ///< receives without a message, in the order of posting
  std::int32_t last_own = 0;            ///< of operations that the rank does not name: below 0
  std::vector<std::int32_t> freed;      ///< receives that nobody waits for
  std::uint64_t polls = 0;              ///< tests in a row that found nothing
  std::int64_t last_poll = 0;           ///< the begin of the last one
  /// By communicator: how many collective operations it has begun.
  std::map<std::uint32_t, std::uint64_t> collectives;
  bool is_carrying_out = false;  ///< MPI carries out its collective call, in real time

  [[nodiscard]] bool is_complete(std::int32_t number) const {
    const NetworkOperation& operation = operations.at(number);
    return operation.group.empty()
               ? operation.is_complete()
               : std::all_of(operation.group.begin(), operation.group.end(),
                             [&](std::int32_t one) { return operations.at(one).is_complete(); });
  }
  /// CPU time of the call that takes it.
  [[nodiscard]] Picoseconds due(std::int32_t number) const {
    const NetworkOperation& operation = operations.at(number);
    Picoseconds time = operation.due();
    for (const std::int32_t one : operation.group) {
      time += operations.at(one).due();
    }
    return time;
  }
  /// True if a message completes it.
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
