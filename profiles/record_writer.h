/// Writes the record page of a running process from its events: its state, its counters, and the
/// sums of the execution-history log. Source: paper 5.3.
#pragma once

#include <cstdint>

#include "base/check.h"
#include "base/time_units.h"
#include "events/process_events.h"
#include "profiles/record.h"
#include "profiles/record_page.h"

namespace dps::profiles {

/// A consumer of the events of one process. A sum that only a finer level has compiles to nothing.
template <Level level>
class RecordWriter : public events::IgnoredEvents {
 public:
  using Span = events::Span<Nanoseconds>;

  /// `page` is borrowed and of the same level. It is reset before each run.
  explicit RecordWriter(RecordPage& page) : page_(page) { DPS_CHECK(page.level() == level); }

  void process_begin(ProcessId /*self*/, const Times& at) {
    begin_ = at;
    unit_ = 0;
    page_.head().start_late.set(at.real);
    set_times(at);
    page_.set_state(ProcessState::kRunning, at.real);
  }

  void process_end(ProcessId /*self*/, const Times& at, events::Ending ending) {
    set_times(at);
    page_.set_state(state_after(ending), at.real);
  }

  void unit_begin(ProcessId /*self*/, std::uint32_t unit, const Times& at) {
    unit_ = unit;
    page_.set_place(unit, ProcessRecord::kNowhere);
    if constexpr (level >= Level::kUnit) {
      unit_since_ = at;
      page_.unit(unit).active.add(1);
      set_times(at);
    }
  }

  void unit_end(ProcessId /*self*/, const Times& at) {
    if constexpr (level >= Level::kUnit) {
      page_.unit(unit_).times.add(at - unit_since_);
    }
  }

  void functionality_begin(ProcessId /*self*/, std::uint32_t position, const Times& at) {
    page_.set_place(unit_, position);
    if constexpr (level == Level::kFunctionality) {
      position_ = position;
      functionality_since_ = at;
      functionality().triggered.add(1);
      set_times(at);
    }
  }

  void functionality_end(ProcessId /*self*/, const Times& at) {
    if constexpr (level == Level::kFunctionality) {
      set_times(at);
      functionality().times.add(at - functionality_since_);
    }
    page_.set_place(unit_, ProcessRecord::kNowhere);
  }

  void computation_end(ProcessId /*self*/, std::uint32_t /*computation*/, const Span& span) {
    page_.head().compute.add(span.length());
    if constexpr (level == Level::kFunctionality) {
      functionality().compute.add(span.length());
    }
    page_.head().steps.add(1);
  }

  void send_begin(ProcessId /*self*/, std::uint32_t /*output*/, const events::Message& message,
                  Nanoseconds at) {
    if (!message.is_timer) {
      page_.set_state(ProcessState::kSending, at);
    }
  }

  void send_end(ProcessId /*self*/, std::uint32_t /*output*/, const events::Message& message,
                const Span& span) {
    count_sent(message.bytes, span.length());
    if (message.is_timer) {
      page_.head().timers_pending.add(1);
    } else {
      page_.set_state(ProcessState::kRunning, span.end);
    }
  }

  void send_failed(ProcessId /*self*/, std::uint32_t /*output*/, const events::Message& /*message*/,
                   const Span& span) {
    page_.head().send.add(span.length());
  }

  void wait(ProcessId /*self*/, Nanoseconds at) { page_.set_state(ProcessState::kWaiting, at); }

  void take(ProcessId /*self*/, const events::Message& message, Nanoseconds at, Nanoseconds work) {
    forget_timer(message);
    page_.head().take.add(work);
    page_.head().traffic.add_in(message.bytes);
    if constexpr (level >= Level::kUnit) {
      page_.unit(unit_).traffic.add_in(message.bytes);
    }
    page_.set_state(ProcessState::kRunning, at);
  }

  void late(ProcessId /*self*/, const events::Message& message, Nanoseconds /*at*/) {
    forget_timer(message);
    page_.head().late.add(1);
  }

 private:
  static ProcessState state_after(events::Ending ending) {
    switch (ending) {
      case events::Ending::kComplete:
        return ProcessState::kComplete;
      case events::Ending::kStopped:
        return ProcessState::kStopped;
      case events::Ending::kFailed:
        break;
    }
    return ProcessState::kFailed;
  }

  [[nodiscard]] PageFunctionality& functionality() { return page_.functionality(unit_, position_); }

  /// Called at each entry of the log, so that the record of a process that dies contains its times
  /// at the last entry.
  void set_times(const Times& at) { page_.head().times.set(at - begin_); }

  void count_sent(std::uint64_t bytes, Nanoseconds time) {
    page_.head().send.add(time);
    page_.head().traffic.add_out(bytes);
    if constexpr (level >= Level::kUnit) {
      page_.unit(unit_).traffic.add_out(bytes);
    }
    if constexpr (level == Level::kFunctionality) {
      PageFunctionality& sums = functionality();
      sums.send.add(time);
      sums.bytes_out.add(bytes);
      sums.msgs_out.add(1);
    }
  }

  void forget_timer(const events::Message& message) {
    if (message.is_timer) {
      CountWord& pending = page_.head().timers_pending;
      pending.set(pending.get() - 1);
    }
  }

  RecordPage& page_;
  Times begin_, unit_since_, functionality_since_;
  std::uint32_t unit_ = 0;
  std::uint32_t position_ = 0;  ///< of the functionality that fires; level functionality only
};

}  // namespace dps::profiles
