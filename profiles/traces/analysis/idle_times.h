/// The idle times of all processes with their causes, found in the order of time.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "profiles/traces/analysis/wait_parts.h"
#include "profiles/traces/merged_events.h"
#include "profiles/traces/message_ends.h"

namespace dps::traces {

/// A time in which a process waited for a message that its sender had not begun to send, or for
/// room for its own.
struct LateTime {
  std::uint32_t sender = 0;  ///< of a hold, the receiver
  std::uint32_t waits = 0;   ///< position in IdleTimes::waits()
  Ticks begin = 0;           ///< common time
  Ticks end = 0;
};

class IdleTimes {
 public:
  /// `head` is borrowed.
  explicit IdleTimes(const TraceHead& head);

  void add(const MergedEvents::Next& next);
  /// Must be called after the last event.
  void finish();

  [[nodiscard]] std::vector<Waits>& waits() { return waits_; }
  [[nodiscard]] std::vector<LateTime>& late() { return late_; }

 private:
  struct FollowedMessage {  // of a message; common time
    std::optional<Ticks> begin;
    std::optional<Ticks> end;
    std::optional<Ticks> arrival;
    bool is_taken = false;               // or late
    std::optional<std::uint32_t> doubt;  // position in doubts_, if it ended a wait
  };
  /// A wait whose functionality has not fired yet. A firing functionality has none.
  struct Pending {
    WaitKey key;
    WaitParts parts;
    std::optional<LateTime> late;
    std::optional<std::uint32_t> doubt;
  };
  /// A wait for a message that was taken before its send began: events of one instant are in
  /// process order, and clocks may contradict one another. Or the send is missing.
  struct Doubt {
    LateTime late;
    bool is_sent = false;
  };
  struct WaitingProcess {
    std::optional<Ticks> waits_since;
    std::optional<Ticks> held_since;
    std::uint32_t functionality = kNone;  // line of the last one that fired
    bool is_firing = false;               // it has not ended
    std::vector<Pending> pending;
  };

  /// An operation of an output with -collective: its communicator, and its number there.
  using OperationKey = std::pair<std::uint32_t, std::uint64_t>;
  /// An operation that is under way, and the newest contribution to it.
  struct Operation {
    std::uint32_t process = 0;
    Ticks contributed = 0;      // common time
    std::uint64_t members = 0;  // that have not completed it
  };

  void message(const MergedEvents::Next& next);
  void operation(const MergedEvents::Next& next);
  void end_operation_wait(const MergedEvents::Next& next, const Operation& of);
  [[nodiscard]] const Operation* operation_of(std::uint32_t process, std::uint32_t mid) const;
  void sent(const MessageKey& key, Ticks time);
  void taken(const MergedEvents::Next& next, FollowedMessage& known);
  void forget(OpenMessages<FollowedMessage>::iterator known);
  void released(const MergedEvents::Next& next);
  void add_pending(WaitingProcess& state, std::uint32_t process, const Pending& wait);
  void end_wait(std::uint32_t process, Ticks time);
  void end_hold(const MergedEvents::Next& next);
  /// Position in waits_.
  std::uint32_t position_of(const WaitKey& key);
  void settle(std::uint32_t process, std::uint32_t functionality);

  const TraceHead& head_;
  std::vector<std::uint32_t> groups_;  // by process
  OpenMessages<FollowedMessage> open_;
  std::vector<WaitingProcess> states_;  // by process
  std::map<WaitKey, std::uint32_t> positions_;
  std::vector<Waits> waits_;
  std::vector<LateTime> late_;
  std::vector<Doubt> doubts_;
  std::map<OperationKey, Operation> operations_;
  /// The operations to which a process has contributed and which it has not completed, by process
  /// and type.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::deque<OperationKey>> own_operations_;
};

}  // namespace dps::traces
