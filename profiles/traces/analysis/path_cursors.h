/// The cursors of a walk that goes back through the events of several processes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "profiles/traces/backward_cursor.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// A cursor for each process that the walk has come to. Times are common time.
class PathCursors {
 public:
  /// The trace is borrowed.
  explicit PathCursors(const Trace& trace)
      : trace_(trace), cursors_(trace.head().processes.size()) {}

  BackwardCursor& operator[](std::uint32_t process) {
    auto& cursor = cursors_[process];
    if (cursor == nullptr) {
      cursor = std::make_unique<BackwardCursor>(trace_, process, buffer_for(cursors_.size()));
    }
    return *cursor;
  }
  [[nodiscard]] Ticks time_of(std::uint32_t process, const Event& event) const {
    return common(process, event.time);
  }
  [[nodiscard]] Ticks common(std::uint32_t process, Ticks time) const {
    const TraceHead& head = trace_.head();
    return head.hosts[head.processes[process].host].common(time);
  }

  /// Moves the cursor of the process before all events later than `time`, and returns it.
  BackwardCursor& go_back(std::uint32_t process, Ticks time) {
    BackwardCursor& cursor = (*this)[process];
    while (cursor.previous() != nullptr && time_of(process, *cursor.previous()) > time) {
      cursor.retreat();
    }
    return cursor;
  }

 private:
  const Trace& trace_;
  std::vector<std::unique_ptr<BackwardCursor>> cursors_;  // by process
};

}  // namespace dps::traces
