/// The events of a process: a run (simulator/process) and a prediction (predictor) report each of
/// them once, in the calls of ProcessEvents, and whoever wants to know of them is a consumer: the
/// writer of the record page, the sums of a prediction.
///
/// Consumers are template parameters of what reports, so an event that a consumer ignores costs
/// nothing. A consumer derives from IgnoredEvents and hides the calls that it wants; combined.h
/// makes one consumer of several.
#pragma once

#include <concepts>
#include <cstdint>

#include "base/ids.h"
#include "events/times.h"

namespace dps::events {

/// How a process ended.
enum class Ending : std::uint8_t {
  kComplete,  ///< by itself
  kStopped,   ///< a server at the end of the run, a deadlocked process, or on request
  kFailed,
};

/// A message, described alike by its sender and its receiver.
struct Message {
  ProcessId from{};
  ProcessId to{};
  MessageId mid{};
  bool is_timer = false;  ///< sent to itself with -d: no transport or network has it
  std::uint64_t bytes = 0;
  /// From 1: the message is the number-th of its type from `from` to `to`, timers counted apart.
  /// Only set if a consumer wants every detail.
  std::uint64_t number = 0;

  bool operator==(const Message&) const = default;
};

/// The calls, in the order of time for each process. `self` is the process.
///
/// Nesting: a process has one unit at a time, a unit one functionality, a functionality one
/// computation or send. Ends are reported, also where a process is stopped, but for the
/// computation, the send and the wait that are under way then. Takes are between functionalities.
///
/// Detail: the calls with Times are made at every level, but only their fields that the level needs
/// are set, unless a consumer has kWantsEveryDetail: then real time is always set, and predictions
/// report functionalities at every level.
template <typename T, typename Time>
concept ProcessEvents = requires(T& events, ProcessId self, std::uint32_t position,
                                 const Message& message, const Times<Time>& times,
                                 const Span<Time>& span, Time time, Ending ending) {
  { T::kWantsEveryDetail } -> std::convertible_to<bool>;

  events.process_begin(self, times);
  events.process_end(self, times, ending);
  /// `position` among the units of the plan. A unit that becomes active again begins again.
  events.unit_begin(self, position, times);
  events.unit_end(self, times);
  /// The functionality at `position` of the U line fires.
  events.functionality_begin(self, position, times);
  events.functionality_end(self, times);

  /// `position` in Program::computations.
  events.computation_begin(self, position, time);
  events.computation_end(self, position, span);

  /// `position` in Program::outputs. A timer is sent in no time: its send is its setting.
  events.send_begin(self, position, message, time);
  events.send_end(self, position, message, span);
  /// In place of send_end(): the transport did not take the message.
  events.send_failed(self, position, message, span);

  /// The message reached its receiver. A run learns of it when it looks for messages; timers
  /// arrive when they are due.
  events.arrival(self, message, time);
  /// The process has nothing else to do than to take a message. Whether it had to wait for it
  /// follows from the arrival.
  events.wait(self, time);
  /// The process has taken the message at the first `time`. The second one is the time that it
  /// has worked for that, reading and unpacking.
  events.take(self, message, time, time);
  /// The message arrived after process_end(), or a timer was not due by then.
  events.late(self, message, time);
};

/// Ignores every event: what consumers derive from.
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
  void computation_begin(ProcessId /*self*/, std::uint32_t /*computation*/, Time /*at*/) {}
  template <typename Time>
  void computation_end(ProcessId /*self*/, std::uint32_t /*computation*/,
                       const Span<Time>& /*span*/) {}
  template <typename Time>
  void send_begin(ProcessId /*self*/, std::uint32_t /*output*/, const Message& /*message*/,
                  Time /*at*/) {}
  template <typename Time>
  void send_end(ProcessId /*self*/, std::uint32_t /*output*/, const Message& /*message*/,
                const Span<Time>& /*span*/) {}
  template <typename Time>
  void send_failed(ProcessId /*self*/, std::uint32_t /*output*/, const Message& /*message*/,
                   const Span<Time>& /*span*/) {}
  template <typename Time>
  void arrival(ProcessId /*self*/, const Message& /*message*/, Time /*at*/) {}
  template <typename Time>
  void wait(ProcessId /*self*/, Time /*at*/) {}
  template <typename Time>
  void take(ProcessId /*self*/, const Message& /*message*/, Time /*at*/, Time /*work*/) {}
  template <typename Time>
  void late(ProcessId /*self*/, const Message& /*message*/, Time /*at*/) {}
};

}  // namespace dps::events
