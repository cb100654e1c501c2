/// Which events the format allows in a process. Source: docs/trace.md, "Events".
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "profiles/traces/event.h"
#include "profiles/traces/head.h"

namespace dps::traces {

/// The rules for one process that concern an event by itself. Every reader checks every event, so
/// accepting one takes a few comparisons.
class EventRules {
 public:
  /// The head is borrowed.
  EventRules(const TraceHead& head, std::uint32_t process);

  [[nodiscard]] bool allows(const Event& event) const {
    const auto kind = static_cast<std::size_t>(event.kind);
    return kind < kKinds && event.element < elements_[kind] && event.peer < processes_ &&
           (event.flags & ~Flag::kAll) == 0 && has_plausible_times(event) &&
           (!is_collective(event.kind) || is_of_collective(event));
  }
  /// The reason why allows() returns false.
  [[nodiscard]] std::string why_not(const Event& event) const;

 private:
  static constexpr std::size_t kKinds = static_cast<std::size_t>(last_enumerator(EventKind{})) + 1;

  static bool has_plausible_times(const Event& event) {
    return is_plausible(event.time) && is_plausible(event.user) && is_plausible(event.sys) &&
           is_plausible(event.work) &&
           (event.work >= 0 || is_request(event.kind) || is_window(event.kind));
  }
  [[nodiscard]] bool is_of_collective(const Event& event) const;

  const TraceHead* head_;
  std::uint32_t processes_;
  /// By kind, the number of elements that an event may refer to; 0 for numbers that are no kind.
  std::array<std::size_t, kKinds> elements_{};
};

}  // namespace dps::traces
