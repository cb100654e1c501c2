/// Finds the processes of a prediction that had or waited for a core, on hosts that have turns.
/// Source of the rules: base/core_turns.h.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "profiles/traces/head.h"

namespace dps::traces {

/// A process works without a pause.
struct WorkStretch {
  std::uint32_t process = 0;
  Ticks begin = 0;
  Ticks end = 0;  ///< after begin
};

/// The stays of processes on cores. They follow from the begins and the ends of work, except where
/// work of several processes of a host begins at the same instant: then they may be those of
/// another order.
class CoreStays {
 public:
  /// All work on hosts with turns, in any order.
  CoreStays(const TraceHead& head, std::span<const WorkStretch> work);

  /// Calls `visit` with the process that has the core for which this one waits, and with the start
  /// and the end of a part of the time between these.
  template <typename Visit>
  void for_each_wait(std::uint32_t process, Ticks begin, Ticks end, const Visit& visit) const;

 private:
  struct Stay {
    std::uint32_t core = 0;  ///< position in tenures_
    Ticks begin = 0;
    Ticks end = 0;
  };
  struct Tenure {
    std::uint32_t process = 0;
    Ticks begin = 0;
    Ticks end = 0;
  };

  /// The first of these that ends after `begin`.
  template <typename Span>
  static auto first_after(const std::vector<Span>& spans, Ticks begin) {
    return std::partition_point(spans.begin(), spans.end(),
                                [begin](const Span& span) { return span.end <= begin; });
  }

  std::vector<std::vector<Stay>> waits_;      // by process, in the order of time
  std::vector<std::vector<Tenure>> tenures_;  // by core, in the order of time
};

template <typename Visit>
void CoreStays::for_each_wait(std::uint32_t process, Ticks begin, Ticks end,
                              const Visit& visit) const {
  const auto& waits = waits_[process];
  for (auto wait = first_after(waits, begin); wait != waits.end() && wait->begin < end; ++wait) {
    const Ticks from = std::max(begin, wait->begin);
    const Ticks to = std::min(end, wait->end);
    const auto& tenures = tenures_[wait->core];
    for (auto had = first_after(tenures, from); had != tenures.end() && had->begin < to; ++had) {
      visit(had->process, std::max(from, had->begin), std::min(to, had->end));
    }
  }
}

}  // namespace dps::traces
