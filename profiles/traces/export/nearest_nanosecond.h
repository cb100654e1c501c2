/// Instants in whole nanoseconds.
#pragma once

#include "profiles/traces/head.h"

namespace dps::traces {

/// The nearest nanosecond to an instant. It is never less for a later instant, so that what nests
/// in the trace nests in the nanoseconds.
class NearestNanosecond {
 public:
  /// `origin`: the instant that becomes 0.
  explicit NearestNanosecond(const TraceHead& head, Ticks origin = 0)
      : per_ns_(head.ticks_per_second() / 1'000'000'000), origin_(origin) {}

  [[nodiscard]] Ticks operator()(Ticks time) const {
    const Ticks up = time - origin_ + per_ns_ / 2;
    return up >= 0 ? up / per_ns_ : -((per_ns_ - 1 - up) / per_ns_);
  }

 private:
  Ticks per_ns_;
  Ticks origin_;
};

}  // namespace dps::traces
