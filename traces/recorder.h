/// Records the events of processes: a consumer of the events of a prediction.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "events/idle_time.h"
#include "events/process_events.h"
#include "traces/record.h"
#include "traces/spool.h"

namespace dps::traces {

/// All events have CPU time; see docs/trace.md.
template <typename Time>
class Recorder : public events::IgnoredEvents {
 public:
  static constexpr bool kWantsEveryDetail = true;
  using Times = events::Times<Time>;
  using Span = events::Span<Time>;

  /// The spool is borrowed.
  explicit Recorder(Spool& spool) : spool_(spool), places_(spool.head().processes.size()) {}

  void process_begin(ProcessId self, const Times& at) {
    nesting(EventKind::kProcessBegin, self, 0, at);
  }
  void process_end(ProcessId self, const Times& at, events::Ending ending) {
    nesting(EventKind::kProcessEnd, self, 0, at, flags_of(ending));
    spool_.ended(index(self), at.real.count());
  }
  void unit_begin(ProcessId self, std::uint32_t unit, const Times& at) {
    Place& place = places_[index(self)];
    place.unit = unit;
    place.first = plan_of(self).units[unit].first;
    nesting(EventKind::kUnitBegin, self, unit, at);
  }
  void unit_end(ProcessId self, const Times& at) {
    nesting(EventKind::kUnitEnd, self, places_[index(self)].unit, at);
  }
  void functionality_begin(ProcessId self, std::uint32_t position, const Times& at) {
    Place& place = places_[index(self)];
    place.functionality = place.first + position;
    nesting(EventKind::kFunctionalityBegin, self, place.functionality, at);
  }
  void functionality_end(ProcessId self, const Times& at) {
    nesting(EventKind::kFunctionalityEnd, self, places_[index(self)].functionality, at);
  }
  void computation_begin(ProcessId self, std::uint32_t computation, Time at) {
    add(self, plain_record(EventKind::kComputationBegin, computation, at.count()));
  }
  void computation_end(ProcessId self, std::uint32_t computation, const Span& span) {
    add(self, plain_record(EventKind::kComputationEnd, computation, span.end.count()));
  }
  void send_begin(ProcessId self, std::uint32_t output, const events::Message& message, Time at) {
    add(self, message_record(EventKind::kSendBegin, timer_flag(message), sent(output, message),
                             at.count(), message.bytes));
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
  void arrival(ProcessId self, const events::Message& message, Time at) {
    add(self, message_record(EventKind::kArrival, timer_flag(message), received(message),
                             at.count(), message.bytes));
  }
  void wait(ProcessId self, Time at) {
    places_[index(self)].waiting.wait(at);
    add(self, plain_record(EventKind::kWait, 0, at.count()));
  }
  void take(ProcessId self, const events::Message& message, std::uint32_t /*flow*/, Time at,
            Time work) {
    const bool waited = places_[index(self)].waiting.take(at, work) > Time{};
    const auto flags =
        static_cast<std::uint8_t>(timer_flag(message) | (waited ? Flag::kWaited : 0));
    add(self,
        message_record(EventKind::kTake, flags, received(message), at.count(), word_of(work)));
  }
  void late(ProcessId self, const events::Message& message, Time at) {
    add(self, message_record(EventKind::kLate, timer_flag(message), received(message), at.count(),
                             message.bytes));
  }

 private:
  struct Place {
    std::uint32_t unit = 0;           ///< position in the plan
    std::uint32_t first = 0;          ///< position of its first functionality in the plan
    std::uint32_t functionality = 0;  ///< position in the plan
    events::IdleTime<Time> waiting;
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

  [[nodiscard]] const Plan& plan_of(ProcessId self) const {
    const TraceHead& head = spool_.head();
    return head.plans[head.processes[index(self)].plan];
  }
  void add(ProcessId self, const Record& record) { spool_.add(index(self), record); }
  void nesting(EventKind kind, ProcessId self, std::uint32_t position, const Times& at,
               std::uint8_t more_flags = 0) {
    const auto flags = static_cast<std::uint8_t>(Flag::kCpuTime | more_flags);
    add(self,
        nesting_record(kind, flags, position, at.real.count(), {at.user.count(), at.sys.count()}));
  }
  /// A message as its sender and as its receiver record it.
  static RecordedMessage sent(std::uint32_t output, const events::Message& message) {
    return {output, index(message.to), message.number};
  }
  static RecordedMessage received(const events::Message& message) {
    return {index(message.mid), index(message.from), message.number};
  }

  Spool& spool_;
  std::vector<Place> places_;  // by process
};

}  // namespace dps::traces
