/// Writes the record page of a running process from its events: its state, its counters, and the
/// sums of the execution-history log. Source: paper 5.3.
#pragma once

#include <cstdint>

#include "base/check.h"
#include "base/time_units.h"
#include "blueprint/events/idle_time.h"
#include "blueprint/events/process_events.h"
#include "blueprint/program.h"
#include "profiles/record.h"
#include "profiles/record_page.h"

namespace dps::profiles {

/// A consumer of the events of one process. A sum that only a finer level has compiles to nothing.
template <Level level>
class RecordWriter : public events::IgnoredEvents {
 public:
  using Span = events::EventSpan<Nanoseconds>;

  /// Both are borrowed. `page` is of the same level, and is reset before each run.
  RecordWriter(RecordPage& page, const blueprint::Program& program)
      : page_(page), program_(program) {
    DPS_CHECK(page.level() == level);
  }

  void process_begin(ProcessId /*self*/, const Times& at) {
    page_.head().process_since.set(at);
    idle_time_ = {};
    in_functionality_ = false;
    unit_ = 0;
    page_.head().start_late.set(at.real);
    set_times(at);
    page_.set_state(ProcessState::kRunning, at.real);
  }

  void process_end(ProcessId /*self*/, const Times& at, events::Ending ending) {
    set_times(at);
    page_.head().idle.add(idle_time_.process_end(at.real));
    page_.set_state(state_after(ending), at.real);
  }

  void unit_begin(ProcessId /*self*/, std::uint32_t unit, const Times& at) {
    unit_ = unit;
    page_.set_place(unit, ProcessRecord::kNowhere);
    if constexpr (level >= Level::kUnit) {
      page_.head().unit_since.set(at);
      page_.unit(unit).active.add(1);
      set_times(at);
    }
  }

  void unit_end(ProcessId /*self*/, const Times& at) {
    if constexpr (level >= Level::kUnit) {
      page_.unit(unit_).times.add(at - page_.head().unit_since.get());
    }
  }

  void functionality_begin(ProcessId /*self*/, std::uint32_t position, const Times& at) {
    page_.set_place(unit_, position);
    in_functionality_ = true;
    if constexpr (level == Level::kFunctionality) {
      position_ = position;
      page_.head().functionality_since.set(at);
      functionality().triggered.add(1);
      set_times(at);
    }
  }

  void functionality_end(ProcessId /*self*/, const Times& at) {
    if constexpr (level == Level::kFunctionality) {
      set_times(at);
      functionality().times.add(at - page_.head().functionality_since.get());
    }
    in_functionality_ = false;
    page_.set_place(unit_, ProcessRecord::kNowhere);
  }

  void computation_begin(ProcessId /*self*/, std::uint32_t computation, Nanoseconds at) {
    page_.head().computing_since.set(at);
    set_computing(is_sleep(computation) ? ComputationState::kSleeps : ComputationState::kComputes);
  }

  void computation_end(ProcessId /*self*/, std::uint32_t computation, const Span& span) {
    set_computing(ComputationState::kNothing);
    page_.head().compute.add(span.length());
    if (is_sleep(computation)) {
      page_.head().sleep.add(span.length());
    }
    if (level == Level::kFunctionality && in_functionality_) {
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
                const Span& span, Nanoseconds packing) {
    count_sent(message.bytes, span.length());
    page_.head().pack.add(packing);
    if (message.is_timer) {
      page_.head().timers_pending.add(1);
    } else {
      page_.set_state(ProcessState::kRunning, span.end);
    }
  }

  void send_failed(ProcessId /*self*/, std::uint32_t /*output*/, const events::Message& /*message*/,
                   const Span& span) {
    page_.head().send.add(span.length());
    if (level == Level::kFunctionality && in_functionality_) {
      functionality().send.add(span.length());
    }
    page_.set_state(ProcessState::kRunning, span.end);
  }

  void collective_work(ProcessId /*self*/, const Span& span) {
    page_.head().collective.add(span.length());
    if constexpr (level >= Level::kUnit) {
      page_.unit(unit_).collective.add(span.length());
    }
  }

  void wait(ProcessId /*self*/, Nanoseconds at) {
    idle_time_.wait(at);
    page_.set_state(ProcessState::kWaiting, at);
  }

  void take(ProcessId /*self*/, const events::Message& message, std::uint32_t flow, Nanoseconds at,
            Nanoseconds work) {
    forget_timer(message);
    const Nanoseconds idle = idle_time_.take(at, work);
    page_.head().idle.add(idle);
    page_.flow(flow).waited.add(idle);
    page_.head().take.add(work);
    page_.head().traffic.add_in(message.bytes);
    if constexpr (level >= Level::kUnit) {
      page_.unit(unit_).traffic.add_in(message.bytes);
    }
    page_.set_state(ProcessState::kRunning, at);
  }

  void late(ProcessId /*self*/, const events::Message& message, Nanoseconds at) {
    forget_timer(message);
    page_.head().late.add(1);
    if (idle_time_.waits()) {  // the process continues
      page_.head().idle.add(idle_time_.late(at));
      page_.set_state(ProcessState::kRunning, at);
    }
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

  [[nodiscard]] bool is_sleep(std::uint32_t computation) const {
    return program_.computations[computation].kind == blueprint::ComputationKind::kSleep;
  }
  void set_computing(ComputationState computing) {
    page_.head().computing.set(static_cast<std::uint64_t>(computing));
  }

  [[nodiscard]] PageFunctionality& functionality() { return page_.functionality(unit_, position_); }

  /// Called at each entry of the log, so that the record of a process that runs contains its times
  /// at the last entry.
  void set_times(const Times& at) { page_.head().times.set(at - page_.head().process_since.get()); }

  void count_sent(std::uint64_t bytes, Nanoseconds time) {
    page_.head().send.add(time);
    page_.head().traffic.add_out(bytes);
    if constexpr (level >= Level::kUnit) {
      page_.unit(unit_).traffic.add_out(bytes);
    }
    if (level == Level::kFunctionality && in_functionality_) {
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
  const blueprint::Program& program_;
  events::IdleTime<Nanoseconds> idle_time_;
  std::uint32_t unit_ = 0;
  /// False during sends of messages that have waited, and during steps of a collective operation
  /// after a take.
  bool in_functionality_ = false;
  std::uint32_t position_ = 0;  ///< of the functionality that fires; level functionality only
};

}  // namespace dps::profiles
