/// Two counters of messages over time: those that wait in the queue of each process, and the bytes
/// that are under way to each host.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

#include "profiles/traces/merged_events.h"
#include "profiles/traces/message_ends.h"

namespace dps::traces {

/// The receivers of the values of counters.
struct CounterVisits {
  /// The messages that have arrived at a process and were neither taken nor late.
  std::function<void(std::uint32_t process, Ticks time, std::uint64_t messages)> queued;
  /// The bytes whose send has begun and that have not arrived, by the host of their receivers.
  std::function<void(std::uint32_t host, Ticks time, std::uint64_t bytes)> under_way;
};

/// Follows the events of all processes in the order of common time. If clocks differ, a message may
/// arrive before its send begins; its bytes are then not counted.
class MessageCounters {
 public:
  /// The head is borrowed. Visits each new value of a counter; all of them begin with 0.
  MessageCounters(const TraceHead& head, CounterVisits visits);

  void add(const MergedEvents::Next& next);

 private:
  using Next = MergedEvents::Next;
  struct CountedMessage {
    std::uint64_t bytes = 0;
    bool is_sent = false;  ///< its send has begun
    bool is_under_way = false;
    bool has_arrived = false;
    bool is_finished = false;  ///< taken or late
  };

  void begin_send(const MessageKey& key, const Next& next);
  void fail(const MessageKey& key, const Next& next);
  void arrive(CountedMessage& known, const Next& next);
  void finish(const MessageKey& key, const Next& next);
  void forget_unsent(Ticks now);
  void count_queued(std::uint32_t process, Ticks time, std::uint64_t change);
  void count_bytes(std::uint32_t receiver, Ticks time, std::uint64_t change);

  const TraceHead& head_;
  CounterVisits visits_;
  OpenMessages<CountedMessage> open_;
  std::deque<std::pair<Ticks, MessageKey>> unsent_;  // finished, by time
  std::vector<std::uint64_t> queued_;                // by process
  std::vector<std::uint64_t> under_way_;             // by the host of the receiver
};

}  // namespace dps::traces
