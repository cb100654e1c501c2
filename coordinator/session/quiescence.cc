#include "coordinator/session/quiescence.h"

#include <algorithm>

namespace dps::coordinator {

Quiescence quiescence_of(const blueprint::Program& program, const std::vector<bool>& done,
                         std::span<const std::optional<Counters>> counters) {
  std::uint64_t sent = 0;
  std::uint64_t arrived = 0;
  std::uint64_t timers = 0;
  std::uint64_t natives = 0;
  bool any_left = false;
  bool only_servers = true;
  for (std::uint32_t process = 0; process < counters.size(); ++process) {
    const auto& one = counters[process];
    if (!one) {
      return Quiescence::kNo;
    }
    sent += one->sent;
    arrived += one->taken + one->late;
    if (done[process]) {
      continue;
    }
    if (one->state != profiles::ProcessState::kWaiting) {
      return Quiescence::kNo;
    }
    timers += one->timers_pending;
    natives += one->natives_pending;
    any_left = true;
    only_servers = only_servers && program.is_server(ProcessId{process});
  }
  if (!any_left || sent != arrived + timers + natives) {
    return Quiescence::kNo;
  }
  if (only_servers) {
    return Quiescence::kServersOnly;
  }
  return timers > 0    ? Quiescence::kNo
         : natives > 0 ? Quiescence::kNativesOnly
                       : Quiescence::kDeadlock;
}

Nanoseconds native_limit(const blueprint::Program& program) {
  constexpr double kBytesPerSecond = 10e6;
  double most = 0;
  for (const collectives::Collective& of : program.collectives) {
    if (of.native) {
      most = std::max(most, static_cast<double>(of.bytes) * of.members);
    }
  }
  return std::chrono::seconds(10) +
         std::chrono::round<Nanoseconds>(Seconds(most / kBytesPerSecond));
}

QuiescenceDetector::QuiescenceDetector(const blueprint::Program& program,
                                       std::span<const std::uint32_t> host_of, std::size_t hosts)
    : program_(program),
      host_of_(host_of),
      scanned_(hosts),
      answered_(hosts),
      native_limit_(native_limit(program)) {
  restart();
}

void QuiescenceDetector::restart() {
  done_.assign(host_of_.size(), false);
  newest_.assign(host_of_.size(), std::nullopt);
  first_.reset();
  natives_since_.reset();
  verdict_ = Quiescence::kNo;
  begin_scan();
}

/// Hosts without a process send no counters.
void QuiescenceDetector::begin_scan() {
  scanned_.assign(scanned_.size(), true);
  for (const std::uint32_t host : host_of_) {
    scanned_[host] = false;
  }
  answered_.assign(answered_.size(), false);
  wants_probe_ = false;
  probe_.reset();
}

bool QuiescenceDetector::is_scan_complete() const {
  return std::all_of(scanned_.begin(), scanned_.end(), [](bool scanned) { return scanned; });
}

Quiescence QuiescenceDetector::on_counters(std::uint32_t host, std::span<const Counters> counters) {
  for (const Counters& one : counters) {
    newest_[index(one.process)] = one;
  }
  if (first_ && !answered_[host]) {
    return Quiescence::kNo;
  }
  scanned_[host] = true;
  if (!is_scan_complete()) {
    return Quiescence::kNo;
  }
  const bool is_confirmed =
      first_ && is_unchanged() && quiescence_of(program_, done_, newest_) == verdict_;
  if (!is_confirmed) {
    natives_since_.reset();
  } else if (verdict_ != Quiescence::kNativesOnly) {
    return verdict_;
  } else {
    natives_since_ = natives_since_.value_or(*probe_);
    if (*probe_ - *natives_since_ >= native_limit_) {
      return Quiescence::kDeadlock;
    }
  }
  begin_scan();
  first_.reset();
  verdict_ = quiescence_of(program_, done_, newest_);
  if (verdict_ != Quiescence::kNo) {
    first_ = newest_;
    wants_probe_ = true;
  }
  return Quiescence::kNo;
}

/// Counters of an idle server with timers may change: each timer is a message that it takes.
bool QuiescenceDetector::is_unchanged() const {
  for (std::size_t process = 0; process < newest_.size(); ++process) {
    const Counters& before = *(*first_)[process];
    const Counters& now = *newest_[process];
    const bool has_timers = verdict_ == Quiescence::kServersOnly && !done_[process] &&
                            before.timers_pending > 0 && now.timers_pending > 0;
    if (!has_timers && before != now) {
      return false;
    }
  }
  return true;
}

void QuiescenceDetector::on_probe_sent(Nanoseconds now) {
  wants_probe_ = false;
  probe_ = now;
}

void QuiescenceDetector::on_answer(std::uint32_t host, Nanoseconds sent) {
  if (probe_ && sent >= *probe_) {
    answered_[host] = true;
  }
}

Nanoseconds QuiescenceDetector::quiet_since() const {
  Nanoseconds latest{};
  for (const auto& counters : newest_) {
    if (counters && counters->timers_pending == 0) {
      latest = std::max(latest, counters->changed);
    }
  }
  return latest;
}

}  // namespace dps::coordinator
