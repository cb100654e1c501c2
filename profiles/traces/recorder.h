/// Records the events of processes: a consumer of the events of a run or a prediction.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "blueprint/events/idle_time.h"
#include "blueprint/events/process_events.h"
#include "profiles/traces/record.h"

namespace dps::traces {

/// Makes a record of each event and passes it to `Sink`, which has
/// - `processes()`, the number of processes, and `row(self)`, a number below it for each of them;
/// - `first_functionality(self, unit)`: the position in the plan of the first of this unit;
/// - `add(self, record)`, and `ended(self, time)` at the end of a process;
/// - `has_cpu_time(kind)`, static and constexpr: the events of this kind, which is_nesting(), have
///   CPU time.
template <typename Time, typename Sink>
class Recorder : public events::IgnoredEvents {
 public:
  static constexpr bool kWantsEveryDetail = true;
  using Times = events::Times<Time>;
  using Span = events::EventSpan<Time>;

  explicit Recorder(Sink sink) : sink_(std::move(sink)), states_(sink_.processes()) {}

  void process_begin(ProcessId self, const Times& at) {
    nesting(EventKind::kProcessBegin, self, 0, at);
  }
  void process_end(ProcessId self, const Times& at, events::Ending ending) {
    states_[sink_.row(self)].waiting.process_end(at.real);
    nesting(EventKind::kProcessEnd, self, 0, at, flags_of(ending));
    sink_.ended(self, at.real.count());
  }
  void unit_begin(ProcessId self, std::uint32_t unit, const Times& at) {
    RecordedProcess& state = states_[sink_.row(self)];
    state.unit = unit;
    state.first = sink_.first_functionality(self, unit);
    nesting(EventKind::kUnitBegin, self, unit, at);
  }
  void unit_end(ProcessId self, const Times& at) {
    nesting(EventKind::kUnitEnd, self, states_[sink_.row(self)].unit, at);
  }
  void functionality_begin(ProcessId self, std::uint32_t position, const Times& at) {
    RecordedProcess& state = states_[sink_.row(self)];
    state.functionality = state.first + position;
    nesting(EventKind::kFunctionalityBegin, self, state.functionality, at);
  }
  void functionality_end(ProcessId self, const Times& at) {
    nesting(EventKind::kFunctionalityEnd, self, states_[sink_.row(self)].functionality, at);
  }
  void request(ProcessId self, const Request& request, Time at) {
    add(self, request_record(EventKind::kRequest, request, at));
  }
  void request_begin(ProcessId self, const Request& request, Time at) {
    add(self, request_record(EventKind::kRequestBegin, request, at));
  }
  void computation_begin(ProcessId self, std::uint32_t computation, Time at) {
    add(self, plain_record(EventKind::kComputationBegin, computation, at.count()));
  }
  void computation_end(ProcessId self, std::uint32_t computation, const Span& span) {
    add(self, plain_record(EventKind::kComputationEnd, computation, span.end.count()));
  }
  void send_queued(ProcessId self, std::uint32_t output, const events::Queueing& queueing,
                   Time at) {
    add(self, message_record(EventKind::kSendQueued, 0, {output, index(self), queueing.number},
                             at.count(), queueing.length));
  }
  void send_admitted(ProcessId self, std::uint32_t output, const events::Admission<Time>& admission,
                     Time at) {
    add(self, message_record(EventKind::kSendAdmitted, 0,
                             {output, index(admission.receiver), admission.number}, at.count(),
                             word_of(admission.since)));
  }
  void send_begin(ProcessId self, std::uint32_t output, const events::Message& message, Time at) {
    add(self, message_record(EventKind::kSendBegin, timer_flag(message), sent(output, message),
                             at.count(), message.bytes));
  }
  void send_held(ProcessId self, std::uint32_t output, const events::Message& message, Time at) {
    add(self, message_record(EventKind::kSendHeld, 0, sent(output, message), at.count(), 0));
  }
  void send_freed(ProcessId self, std::uint32_t output, const events::Message& message, Time at) {
    add(self, message_record(EventKind::kSendFreed, 0, sent(output, message), at.count(), 0));
  }
  void send_end(ProcessId self, std::uint32_t output, const events::Message& message,
                const Span& span, Time packing) {
    add(self, message_record(EventKind::kSendEnd, timer_flag(message), sent(output, message),
                             span.end.count(), word_of(packing)));
  }
  void send_failed(ProcessId self, std::uint32_t output, const events::Message& message,
                   const Span& span) {
    add(self, message_record(EventKind::kSendFailed, timer_flag(message), sent(output, message),
                             span.end.count(), 0));
  }
  void collective_begin(ProcessId self, std::uint32_t output,
                        const events::OutputOperation& operation, Time at) {
    add(self, operation_record(EventKind::kCollectiveBegin, output, operation, at));
  }
  void collective_end(ProcessId self, std::uint32_t output,
                      const events::OutputOperation& operation, Time at) {
    add(self, operation_record(EventKind::kCollectiveEnd, output, operation, at));
  }
  void arrival(ProcessId self, const events::Message& message, Time at) {
    states_[sink_.row(self)].latest_arrival = at;
    add(self, message_record(EventKind::kArrival, timer_flag(message), received(message),
                             at.count(), message.bytes));
  }
  void wait(ProcessId self, Time at) {
    RecordedProcess& state = states_[sink_.row(self)];
    state.waiting.wait(at);
    state.waits_since = at;
    add(self, plain_record(EventKind::kWait, 0, at.count()));
  }
  void take(ProcessId self, const events::Message& message, std::uint32_t /*flow*/, Time at,
            Time work) {
    RecordedProcess& state = states_[sink_.row(self)];
    const bool waited =
        state.waiting.take(at, work) > Time{} && state.latest_arrival > state.waits_since;
    const auto flags =
        static_cast<std::uint8_t>(timer_flag(message) | (waited ? Flag::kWaited : 0));
    add(self,
        message_record(EventKind::kTake, flags, received(message), at.count(), word_of(work)));
  }
  void late(ProcessId self, const events::Message& message, Time at) {
    RecordedProcess& state = states_[sink_.row(self)];
    const bool waited = state.waiting.late(at) > Time{} && state.latest_arrival > state.waits_since;
    const auto flags =
        static_cast<std::uint8_t>(timer_flag(message) | (waited ? Flag::kWaited : 0));
    add(self,
        message_record(EventKind::kLate, flags, received(message), at.count(), message.bytes));
  }

 private:
  struct RecordedProcess {
    std::uint32_t unit = 0;           ///< position in the plan
    std::uint32_t first = 0;          ///< position of its first functionality in the plan
    std::uint32_t functionality = 0;  ///< position in the plan
    events::IdleTime<Time> waiting;
    Time waits_since{};
    Time latest_arrival{};
  };

  static std::uint8_t flags_of(events::Ending ending) {
    switch (ending) {
      case events::Ending::kComplete:
        return 0;
      case events::Ending::kStopped:
        return Flag::kStopped;
      case events::Ending::kFailed:
        break;
    }
    return Flag::kFailed;
  }
  static std::uint64_t word_of(Time duration) {
    return static_cast<std::uint64_t>(duration.count());
  }
  static std::uint8_t timer_flag(const events::Message& message) {
    return message.is_timer ? Flag::kTimer : 0;
  }

  static Record request_record(EventKind kind, const Request& request, Time at) {
    return message_record(kind, 0, {0, request.origin, request.number}, at.count(),
                          static_cast<std::uint64_t>(request.begin));
  }
  static Record operation_record(EventKind kind, std::uint32_t output,
                                 const events::OutputOperation& operation, Time at) {
    return message_record(kind, 0, {output, index(operation.root), operation.number}, at.count(),
                          operation.bytes);
  }
  void add(ProcessId self, const Record& record) { sink_.add(self, record); }
  void nesting(EventKind kind, ProcessId self, std::uint32_t position, const Times& at,
               std::uint8_t more_flags = 0) {
    const bool has_cpu_time = Sink::has_cpu_time(kind);
    const auto flags = static_cast<std::uint8_t>(more_flags | (has_cpu_time ? Flag::kCpuTime : 0));
    const Times shown = has_cpu_time ? at : Times{at.real, {}, {}};
    add(self, nesting_record(kind, flags, position, shown.real.count(),
                             {shown.user.count(), shown.sys.count()}));
  }
  /// A message as its sender and as its receiver record it.
  static RecordedMessage sent(std::uint32_t output, const events::Message& message) {
    return {output, index(message.to), message.number};
  }
  static RecordedMessage received(const events::Message& message) {
    return {index(message.mid), index(message.from), message.number};
  }

  Sink sink_;
  std::vector<RecordedProcess> states_;  // by row of the sink
};

}  // namespace dps::traces
