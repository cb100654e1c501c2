/// The events of all processes in the order of common time.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "traces/trace.h"

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
  Next next();

  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  struct Head {
    Ticks time;
    std::uint32_t process;
  };
  static bool is_later(const Head& a, const Head& b) {
    return a.time != b.time ? a.time > b.time : a.process > b.process;
  }
  void advance(std::uint32_t process);

  const Trace& trace_;
  std::vector<EventCursor> cursors_;      // by process
  std::vector<const Event*> events_;      // likewise: the next one
  std::vector<Head> heads_;               // a heap of those that have a next event
  std::optional<std::uint32_t> current_;  // its event was the last one
  std::optional<Error> error_;
};

}  // namespace dps::traces
