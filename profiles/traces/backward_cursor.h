/// Reads the events of a process backwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// Begins after the last event. A cursor only moves backwards, so walks that use one for each
/// process come to an end, and read each event at most once.
class BackwardCursor {
 public:
  /// The trace is borrowed. `buffered`: the number of records to read at a time.
  BackwardCursor(const Trace& trace, std::uint32_t process, std::size_t buffered);

  /// The event before the cursor, and null at the start or after an error. Valid until retreat().
  [[nodiscard]] const Event* previous() const { return has_event_ ? &event_ : nullptr; }
  /// Moves before that event.
  void retreat();

  /// Errors: those of EventCursor.
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  bool fill();
  [[nodiscard]] std::string why_not(const Event& event) const;

  const Trace* trace_;
  std::uint32_t process_;
  EventRules rules_;
  std::size_t most_;
  std::size_t extent_;           // those before it have not been read
  std::uint64_t in_extent_ = 0;  // records of it that have not been read
  std::uint64_t buffer_offset_ = 0;
  std::vector<std::byte> buffer_;  // its records from `left_` on have been returned
  std::size_t left_ = 0;
  Event event_;
  bool has_event_ = false;
  Ticks earliest_ = kNoEnd;
  std::optional<Error> error_;
};

}  // namespace dps::traces
