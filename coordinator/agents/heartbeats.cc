#include "coordinator/agents/heartbeats.h"

namespace dps::coordinator {

void Heartbeats::refresh(std::uint32_t host, TimePoint now) {
  if (last_[host]) {
    last_[host] = now;
  }
}

void Heartbeats::refresh_all(TimePoint now) {
  for (std::uint32_t host = 0; host < last_.size(); ++host) {
    refresh(host, now);
  }
}

std::vector<std::uint32_t> Heartbeats::silent(TimePoint now) const {
  std::vector<std::uint32_t> hosts;
  for (std::uint32_t host = 0; host < last_.size(); ++host) {
    if (last_[host] && now - *last_[host] >= silence_) {
      hosts.push_back(host);
    }
  }
  return hosts;
}

std::optional<TimePoint> Heartbeats::next() const {
  std::optional<TimePoint> next;
  for (const auto& last : last_) {
    if (last && (!next || *last + silence_ < *next)) {
      next = *last + silence_;
    }
  }
  return next;
}

}  // namespace dps::coordinator
