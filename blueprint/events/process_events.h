/// The events of a process. A run (simulator/process) and a prediction (predictor) report each
/// event once, through the calls of ProcessEvents, to a consumer: the writer of the record page, or
/// the sums of a prediction.
///
/// The consumer is a template parameter of the source, so an event that it ignores costs nothing. A
/// consumer derives from IgnoredEvents and hides the calls that it implements. combined.h combines
/// several consumers into one.
#pragma once

#include <concepts>
#include <cstdint>

#include "base/ids.h"
#include "base/request.h"
#include "blueprint/events/times.h"

namespace dps::events {

/// The end of a process.
enum class Ending : std::uint8_t {
  kComplete,  ///< reached its end
  kStopped,   ///< stopped by a signal, as a server at the end of the run, or in a deadlock
  kFailed,
};
constexpr Ending last_enumerator(Ending /*type*/) {
  return Ending::kFailed;
}

/// A message. Its sender and its receiver describe it with the same values.
struct Message {
  ProcessId from{};
  ProcessId to{};
  MessageId mid{};
  bool is_timer = false;  ///< sent to itself with -d: no transport or network carries it
  std::uint64_t bytes = 0;
  /// From 1: the message is the number-th of its type from `from` to `to`, timers counted apart.
  /// Only set if a consumer wants every detail.
  std::uint64_t number = 0;

  bool operator==(const Message&) const = default;
};

/// A message that waits in its sender because of -window.
struct Queueing {
  std::uint64_t number = 0;  ///< from 1, among the messages of the process that have waited
  std::uint64_t length = 0;  ///< of its queue, with the message
};

/// A message of an output with -window that is sent.
template <typename Time>
struct Admission {
  ProcessId receiver{};
  std::uint64_t number = 0;  ///< Queueing::number; 0 if the message has not waited
  Time since{};              ///< when it began to wait; the instant of the send if it has not
};

/// An operation of an O line with -collective.
struct OutputOperation {
  ProcessId root{};          ///< the process itself if the operation has none
  std::uint64_t number = 0;  ///< from 1 among those of the line with the same members
  std::uint64_t bytes = 0;   ///< -b
};

/// The calls, in the order of time for each process. `self` is the process.
///
/// Nesting: a process has one active unit at a time, a unit fires one functionality at a time, and
/// a functionality executes one computation or send at a time. Takes are between functionalities,
/// and after them the sends of messages that have waited.
/// When a process is stopped, its functionality and its unit end with it; an unfinished
/// computation or send has no end, and a wait ends with the process. Computations and sends of a
/// collective operation may also be between functionalities, after a take.
///
/// Detail: a consumer with kWantsEveryDetail gets every event, its real time and the numbers of
/// messages at every level. Without one, a source leaves out what its level does not need: CPU and
/// real time at the start and end of functionalities and units, the functionalities of a
/// prediction, and the times of timers and late messages.
template <typename T, typename Time>
concept ProcessEvents = requires(T& events, ProcessId self, std::uint32_t position,
                                 const Message& message, const Times<Time>& times,
                                 const EventSpan<Time>& span, const Delivery<Time>& delivery,
                                 Time time, Ending ending, std::uint32_t flow,
                                 const Request& request, const Queueing& queueing,
                                 const Admission<Time>& admission,
                                 const OutputOperation& operation) {
  { T::kWantsEveryDetail } -> std::convertible_to<bool>;

  events.process_begin(self, times);
  events.process_end(self, times, ending);
  /// `position` is the index of the unit in the plan. A unit that becomes active again begins
  /// again.
  events.unit_begin(self, position, times);
  events.unit_end(self, times);
  /// The functionality at `position` of the U line fires.
  events.functionality_begin(self, position, times);
  events.functionality_end(self, times);

  /// Reported before functionality_begin(): a message of this request fires the functionality.
  events.request(self, request, time);
  /// Reported before the first send of a request that the process begins.
  events.request_begin(self, request, time);

  /// `position` is the position in Program::computations.
  events.computation_begin(self, position, time);
  events.computation_end(self, position, span);

  /// Reported in a functionality: a message of the output waits in the process.
  events.send_queued(self, position, queueing, time);
  /// Reported before the send of a message of an output with -window.
  events.send_admitted(self, position, admission, time);

  /// `position` is the position in Program::outputs. Setting a timer is a send that takes no time.
  events.send_begin(self, position, message, time);
  /// The transport or the network has no room for the message, or for the rest of it, from the
  /// first instant until the second one. A process that is stopped meanwhile is not freed.
  events.send_held(self, position, message, time);
  events.send_freed(self, position, message, time);
  /// The last `time` is the part of the span that the process spent on packing the message.
  events.send_end(self, position, message, span, time);
  /// Reported instead of send_end() if the transport has not accepted the message.
  events.send_failed(self, position, message, span);

  /// The process contributes to an operation of the output. Its part is done: the completion, a
  /// timer of the type of the output, is sent next.
  events.collective_begin(self, position, operation, time);
  events.collective_end(self, position, operation, time);
  /// After computation_end(), send_end() or send_failed(): it was part of a collective operation,
  /// and in no functionality.
  events.collective_work(self, span);

  /// The message has reached its receiver, which will take it or report it as late. A run reports
  /// the arrival when it next checks for messages; a timer arrives when it is due.
  events.arrival(self, message, time);
  /// The process can only continue by taking a message. Its arrival shows whether the process
  /// really had to wait.
  events.wait(self, time);
  /// Before take(), in a program with requests, from a source that knows it: a prediction. Without
  /// a request it does not exist().
  events.request_of_taken(self, request);
  /// The first `time` is the instant at which the process has taken the message, the second one the
  /// duration of reading and unpacking; it was idle until that began. `flow` is the row of the
  /// messages of this type from this sender to this receiver in the books of the source.
  events.take(self, message, flow, time, time);
  /// After take(), unless the message is a timer; only from a source that knows both ends of a
  /// message: a prediction.
  events.delivered(self, message, delivery);
  /// The process has ended without taking the message, or is complete but for messages that wait in
  /// it; then the message ends its wait(). A timer that was not due at the end is late, too, and
  /// has no arrival.
  events.late(self, message, time);
};

/// The base class of consumers, which ignores every event.
struct IgnoredEvents {
  static constexpr bool kWantsEveryDetail = false;

  template <typename Time>
  void process_begin(ProcessId /*self*/, const Times<Time>& /*at*/) {}
  template <typename Time>
  void process_end(ProcessId /*self*/, const Times<Time>& /*at*/, Ending /*ending*/) {}
  template <typename Time>
  void unit_begin(ProcessId /*self*/, std::uint32_t /*unit*/, const Times<Time>& /*at*/) {}
  template <typename Time>
  void unit_end(ProcessId /*self*/, const Times<Time>& /*at*/) {}
  template <typename Time>
  void functionality_begin(ProcessId /*self*/, std::uint32_t /*position*/,
                           const Times<Time>& /*at*/) {}
  template <typename Time>
  void functionality_end(ProcessId /*self*/, const Times<Time>& /*at*/) {}
  template <typename Time>
  void request(ProcessId /*self*/, const Request& /*request*/, Time /*at*/) {}
  template <typename Time>
  void request_begin(ProcessId /*self*/, const Request& /*request*/, Time /*at*/) {}
  template <typename Time>
  void computation_begin(ProcessId /*self*/, std::uint32_t /*computation*/, Time /*at*/) {}
  template <typename Time>
  void computation_end(ProcessId /*self*/, std::uint32_t /*computation*/,
                       const EventSpan<Time>& /*span*/) {}
  template <typename Time>
  void send_queued(ProcessId /*self*/, std::uint32_t /*output*/, const Queueing& /*queueing*/,
                   Time /*at*/) {}
  template <typename Time>
  void send_admitted(ProcessId /*self*/, std::uint32_t /*output*/,
                     const Admission<Time>& /*admission*/, Time /*at*/) {}
  template <typename Time>
  void send_begin(ProcessId /*self*/, std::uint32_t /*output*/, const Message& /*message*/,
                  Time /*at*/) {}
  template <typename Time>
  void send_held(ProcessId /*self*/, std::uint32_t /*output*/, const Message& /*message*/,
                 Time /*at*/) {}
  template <typename Time>
  void send_freed(ProcessId /*self*/, std::uint32_t /*output*/, const Message& /*message*/,
                  Time /*at*/) {}
  template <typename Time>
  void send_end(ProcessId /*self*/, std::uint32_t /*output*/, const Message& /*message*/,
                const EventSpan<Time>& /*span*/, Time /*packing*/) {}
  template <typename Time>
  void send_failed(ProcessId /*self*/, std::uint32_t /*output*/, const Message& /*message*/,
                   const EventSpan<Time>& /*span*/) {}
  template <typename Time>
  void collective_begin(ProcessId /*self*/, std::uint32_t /*output*/,
                        const OutputOperation& /*operation*/, Time /*at*/) {}
  template <typename Time>
  void collective_end(ProcessId /*self*/, std::uint32_t /*output*/,
                      const OutputOperation& /*operation*/, Time /*at*/) {}
  template <typename Time>
  void collective_work(ProcessId /*self*/, const EventSpan<Time>& /*span*/) {}
  template <typename Time>
  void arrival(ProcessId /*self*/, const Message& /*message*/, Time /*at*/) {}
  template <typename Time>
  void wait(ProcessId /*self*/, Time /*at*/) {}
  void request_of_taken(ProcessId /*self*/, const Request& /*request*/) {}
  template <typename Time>
  void take(ProcessId /*self*/, const Message& /*message*/, std::uint32_t /*flow*/, Time /*at*/,
            Time /*work*/) {}
  template <typename Time>
  void delivered(ProcessId /*self*/, const Message& /*message*/,
                 const Delivery<Time>& /*delivery*/) {}
  template <typename Time>
  void late(ProcessId /*self*/, const Message& /*message*/, Time /*at*/) {}
};

}  // namespace dps::events
