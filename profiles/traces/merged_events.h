/// The events of all processes in the order of common time.
#pragma once

#include <cstdint>
#include <optional>

#include "base/result.h"
#include "profiles/traces/merged.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// Events of the same instant are in process order; those of a process keep their order.
class MergedEvents {
 public:
  struct Next {
    std::uint32_t process = 0;
    Ticks time = 0;  ///< common time
    const Event* event = nullptr;
  };

  /// The trace is borrowed.
  explicit MergedEvents(const Trace& trace);

  /// `event` is null at the end, or after an error; valid until the next call.
  Next next() {
    const auto next = merged_.next();
    return {next.source, next.time, next.item};
  }

  [[nodiscard]] const std::optional<Error>& error() const { return merged_.error(); }

 private:
  struct CommonTime {
    const TraceHead* head;
    Ticks operator()(std::uint32_t process, const Event& event) const {
      return head->hosts[head->processes[process].host].common(event.time);
    }
  };

  Merged<EventCursor, Event, CommonTime> merged_;
};

}  // namespace dps::traces
