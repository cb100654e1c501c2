/// The messages of a trace whose send and take were recorded, each with its two spans.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "profiles/traces/merged_events.h"
#include "profiles/traces/message_ends.h"

namespace dps::traces {

/// An interval of common time.
struct TickInterval {
  Ticks begin = 0;
  Ticks end = 0;
};

struct MessageArrow {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t mid = 0;
  bool is_timer = false;
  std::uint64_t number = 0;
  std::uint64_t bytes = 0;
  TickInterval send;  ///< the spans, as for_each_span() visits them
  TickInterval take;
  std::optional<Ticks> arrival;
};

/// Follows the events of all processes in the order of common time and brings the ends of each
/// message together. Among events of the same instant, and if clocks differ, a take may precede its
/// send.
class MessageArrows {
 public:
  using Visit = std::function<void(const MessageArrow&)>;

  /// The head is borrowed. Visits a message as soon as both of its spans have ended.
  MessageArrows(const TraceHead& head, Visit visit);

  void add(const MergedEvents::Next& next);
  /// Ends all open spans. Must be called after the last event.
  void finish();

 private:
  using Next = MergedEvents::Next;
  struct ArrowMessage {
    MessageArrow arrow;
    bool is_being_sent = false;  ///< its send has begun and not ended
    bool is_sent = false;
    bool is_taken = false;
  };
  struct SendingProcess {
    std::optional<Ticks> latest;        ///< own step of the process, in the time of its host
    std::optional<MessageKey> sending;  ///< the message whose send has not ended
  };

  void add_message(const Next& next);
  void begin_send(const MessageKey& key, const Next& next);
  void end_send(SendingProcess& state, Ticks end, bool has_failed);
  void take(const MessageKey& key, const Next& next);
  void visit_if_whole(OpenMessages<ArrowMessage>::iterator found);
  void forget_unsent(Ticks now);

  const TraceHead& head_;
  Visit visit_;
  std::vector<SendingProcess> states_;  // by process
  OpenMessages<ArrowMessage> open_;
  std::deque<std::pair<Ticks, MessageKey>> unsent_;  // taken, by time
};

}  // namespace dps::traces
