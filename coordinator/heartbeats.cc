#include "coordinator/heartbeats.h"

#include <algorithm>

namespace dps::coordinator {

std::int64_t nanoseconds_of(TimePoint instant) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(instant.time_since_epoch()).count();
}

void HostClock::on_answer(std::int64_t sent_ns, std::int64_t theirs_ns, std::int64_t now_ns) {
  const std::int64_t trip = now_ns - sent_ns;
  if (trip < 0 || (error_ns_ && trip / 2 >= *error_ns_)) {
    return;
  }
  error_ns_ = trip / 2;
  offset_ns_ = theirs_ns - (sent_ns + trip / 2);
}

void Heartbeats::heard(std::uint32_t host, TimePoint now) {
  if (heard_[host]) {
    heard_[host] = now;
  }
}

void Heartbeats::pardon(TimePoint now) {
  for (auto& heard : heard_) {
    if (heard) {
      heard = now;
    }
  }
}

std::vector<std::uint32_t> Heartbeats::silent(TimePoint now) const {
  std::vector<std::uint32_t> hosts;
  for (std::uint32_t host = 0; host < heard_.size(); ++host) {
    if (heard_[host] && now - *heard_[host] >= silence_) {
      hosts.push_back(host);
    }
  }
  return hosts;
}

std::optional<TimePoint> Heartbeats::next() const {
  std::optional<TimePoint> next;
  for (const auto& heard : heard_) {
    if (heard && (!next || *heard + silence_ < *next)) {
      next = *heard + silence_;
    }
  }
  return next;
}

}  // namespace dps::coordinator
