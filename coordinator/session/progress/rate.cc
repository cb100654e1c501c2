#include "coordinator/session/progress/rate.h"

#include <algorithm>

namespace dps::coordinator {
namespace {

constexpr std::chrono::seconds kRateWindow{2};

}  // namespace

void IncreaseRate::add(TimePoint now, std::uint64_t count) {
  samples_.push_back({now, count});
  while (samples_.size() > 1 && now - samples_[1].time >= kRateWindow) {
    samples_.pop_front();
  }
}

double IncreaseRate::per_second(TimePoint now) const {
  if (samples_.size() < 2) {
    return 0;
  }
  const auto increase = samples_.back().count - samples_.front().count;
  const std::chrono::duration<double> time =
      std::max(now, samples_.back().time) - samples_.front().time;
  return time.count() > 0 ? static_cast<double>(increase) / time.count() : 0;
}

}  // namespace dps::coordinator
