#include "coordinator/session/quiescence.h"

#include <algorithm>

namespace dps::coordinator {

Quiet judge(const blueprint::Program& program, const std::vector<bool>& done,
            std::span<const std::optional<Counters>> reading) {
  std::uint64_t sent = 0;
  std::uint64_t arrived = 0;
  std::uint64_t timers = 0;
  bool any_left = false;
  bool only_servers = true;
  for (std::uint32_t process = 0; process < reading.size(); ++process) {
    const auto& counters = reading[process];
    if (!counters) {
      return Quiet::kNo;
    }
    sent += counters->sent;
    arrived += counters->taken + counters->late;
    if (done[process]) {
      continue;
    }
    if (counters->state != profiles::ProcessState::kWaiting) {
      return Quiet::kNo;
    }
    timers += counters->timers_pending;
    any_left = true;
    only_servers = only_servers && program.is_server(ProcessId{process});
  }
  if (!any_left || sent != arrived + timers) {
    return Quiet::kNo;
  }
  if (only_servers) {
    return Quiet::kServersOnly;
  }
  return timers == 0 ? Quiet::kDeadlock : Quiet::kNo;
}

QuietWatch::QuietWatch(const blueprint::Program& program, std::span<const std::uint32_t> host_of,
                       std::size_t hosts)
    : program_(program), host_of_(host_of), read_(hosts), answered_(hosts) {
  // A host that serves no process has nothing to be read.
  restart();
}

void QuietWatch::restart() {
  done_.assign(host_of_.size(), false);
  newest_.assign(host_of_.size(), std::nullopt);
  first_.reset();
  verdict_ = Quiet::kNo;
  begin_reading();
}

void QuietWatch::begin_reading() {
  read_.assign(read_.size(), true);
  for (const std::uint32_t host : host_of_) {
    read_[host] = false;
  }
  answered_.assign(answered_.size(), false);
  wants_probe_ = false;
  probe_ns_.reset();
}

bool QuietWatch::all_read() const {
  return std::all_of(read_.begin(), read_.end(), [](bool read) { return read; });
}

Quiet QuietWatch::on_counters(std::uint32_t host, std::span<const Counters> counters) {
  for (const Counters& one : counters) {
    newest_[index(one.process)] = one;
  }
  if (first_ && !answered_[host]) {
    return Quiet::kNo;
  }
  read_[host] = true;
  if (!all_read()) {
    return Quiet::kNo;
  }
  const bool is_sure = first_ && is_unchanged() && judge(program_, done_, newest_) == verdict_;
  if (is_sure) {
    return verdict_;
  }
  begin_reading();
  first_.reset();
  verdict_ = judge(program_, done_, newest_);
  if (verdict_ != Quiet::kNo) {
    first_ = newest_;
    wants_probe_ = true;
  }
  return Quiet::kNo;
}

/// The timers of a server may go on, and with them its counters.
bool QuietWatch::is_unchanged() const {
  for (std::size_t process = 0; process < newest_.size(); ++process) {
    const Counters& before = *(*first_)[process];
    const Counters& now = *newest_[process];
    const bool has_timers = verdict_ == Quiet::kServersOnly && !done_[process] &&
                            before.timers_pending > 0 && now.timers_pending > 0;
    if (!has_timers && before != now) {
      return false;
    }
  }
  return true;
}

void QuietWatch::on_probe_sent(std::int64_t now_ns) {
  wants_probe_ = false;
  probe_ns_ = now_ns;
}

void QuietWatch::on_answer(std::uint32_t host, std::int64_t sent_ns) {
  if (probe_ns_ && sent_ns >= *probe_ns_) {
    answered_[host] = true;
  }
}

std::int64_t QuietWatch::quiet_since_ns() const {
  std::int64_t latest = 0;
  for (const auto& counters : newest_) {
    if (counters && counters->timers_pending == 0) {
      latest = std::max(latest, counters->changed_ns);
    }
  }
  return latest;
}

}  // namespace dps::coordinator
