/// A naive model of the cores of hosts: without turns, a host always has a clock of the CPU time
/// that one runnable process has received, and every question searches all jobs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "predictor/machines/machine.h"
#include "predictor/machines/wide.h"
#include "tests/predictor/machines/naive_turns.h"

namespace dps::machines::naive {

/// The calls of machines::Cpus.
class Cpus {
 public:
  Cpus(std::span<const MachineHost> hosts, std::span<const std::uint32_t> host_of)
      : host_of_(host_of.begin(), host_of.end()),
        hosts_(hosts.empty() ? host_of.size() : hosts.size()),
        jobs_(host_of.size()) {
    for (std::size_t i = 0; i < hosts.size(); ++i) {
      hosts_[i].cores = hosts[i].cores;
      hosts_[i].has_turns = hosts[i].turn > Picoseconds{};
      has_turns_ = has_turns_ || hosts_[i].has_turns;
    }
    if (has_turns_) {
      turns_.emplace(hosts, host_of);
    }
  }

  void run(std::uint32_t process, Picoseconds time, Picoseconds now) {
    if (has_turns(process)) {
      turns_->run(process, time, now);
      return;
    }
    Host& host = begin(process, now);
    Job& job = jobs_[process];
    // A job that follows another one immediately begins at the exact end of that job.
    const Wide start = job.ended == now ? job.end : host.count;
    job.end = start + (wide(time) << kDigits);
    job.is_running = true;
  }

  void spin(std::uint32_t process, Picoseconds now) {
    if (has_turns(process)) {
      turns_->spin(process, now);
      return;
    }
    jobs_[process].end = begin(process, now).count;
    jobs_[process].ended = Picoseconds{-1};
  }

  Picoseconds spun(std::uint32_t process, Picoseconds now) {
    if (has_turns(process)) {
      return turns_->spun(process, now);
    }
    Host& host = hosts_[host_of_[process]];
    advance(host, now);
    --host.runnable;
    const Wide half = Wide{1} << (kDigits - 1);
    return clamped((host.count - jobs_[process].end + half) >> kDigits);
  }

  [[nodiscard]] Picoseconds left(std::uint32_t process, Picoseconds now) const {
    if (has_turns(process)) {
      return turns_->left(process, now);
    }
    Host host = hosts_[host_of_[process]];
    advance(host, now);
    const Wide half = Wide{1} << (kDigits - 1);
    return clamped((jobs_[process].end - host.count + half) >> kDigits);
  }

  [[nodiscard]] bool has_idle_core(std::uint32_t process) const {
    const Host& host = hosts_[host_of_[process]];
    return host.has_turns ? turns_->has_idle_core(process) : host.runnable < host.cores;
  }

  [[nodiscard]] Picoseconds next() const {
    Picoseconds earliest = kNever;
    for (std::uint32_t process = 0; process < jobs_.size(); ++process) {
      earliest = jobs_[process].is_running ? std::min(earliest, end_of(process)) : earliest;
    }
    for (std::uint32_t host = 0; host < hosts_.size(); ++host) {
      earliest = hosts_[host].has_turns ? std::min(earliest, turns_->next(host)) : earliest;
    }
    return earliest;
  }

  [[nodiscard]] bool has_jobs() const {
    bool has =
        std::any_of(jobs_.begin(), jobs_.end(), [](const Job& job) { return job.is_running; });
    for (std::uint32_t host = 0; host < hosts_.size(); ++host) {
      has = has || (hosts_[host].has_turns && turns_->has_jobs(host));
    }
    return has;
  }

  /// Takes the ended jobs in the order of host, then end, then process or core.
  std::optional<std::uint32_t> take_ended(Picoseconds now) {
    std::optional<std::uint32_t> ended;
    for (std::uint32_t host = 0; host < hosts_.size() && !ended; ++host) {
      ended = hosts_[host].has_turns ? turns_->take_ended(host, now) : take_ended_on(host, now);
    }
    return ended;
  }

 private:
  static constexpr unsigned kDigits = 40;
  static constexpr Wide kTolerance = Wide{1} << 20;

  [[nodiscard]] bool has_turns(std::uint32_t process) const {
    return hosts_[host_of_[process]].has_turns;
  }

  std::optional<std::uint32_t> take_ended_on(std::uint32_t id, Picoseconds now) {
    std::optional<std::uint32_t> first;
    for (std::uint32_t process = 0; process < jobs_.size(); ++process) {
      if (jobs_[process].is_running && host_of_[process] == id && end_of(process) <= now &&
          (!first || comes_before(process, *first))) {
        first = process;
      }
    }
    if (first) {
      Host& host = hosts_[host_of_[*first]];
      advance(host, now);
      --host.runnable;
      jobs_[*first].is_running = false;
      jobs_[*first].ended = now;
    }
    return first;
  }

  struct Host {
    std::uint32_t cores = 1;
    std::uint32_t runnable = 0;
    bool has_turns = false;
    Picoseconds since;
    Wide count = 0;  ///< at `since`
  };
  struct Job {
    Wide end = 0;  ///< on the host's clock; during spin(), its start
    Picoseconds ended{-1};
    bool is_running = false;
  };

  Host& begin(std::uint32_t process, Picoseconds now) {
    Host& host = hosts_[host_of_[process]];
    advance(host, now);
    ++host.runnable;
    return host;
  }

  static void advance(Host& host, Picoseconds now) {
    const Wide passed = wide(now - host.since) << kDigits;
    host.count += host.runnable <= host.cores ? passed : passed * host.cores / host.runnable;
    host.since = now;
  }

  [[nodiscard]] Picoseconds end_of(std::uint32_t process) const {
    const Host& host = hosts_[host_of_[process]];
    const Wide end = jobs_[process].end;
    const Wide left = end > host.count + kTolerance ? end - host.count - kTolerance : 0;
    const Wide share = host.runnable <= host.cores ? 1 : host.runnable;
    const Wide cores = host.runnable <= host.cores ? 1 : host.cores;
    return later(host.since, clamped(divided_up(left * share, cores << kDigits)));
  }

  [[nodiscard]] bool comes_before(std::uint32_t a, std::uint32_t b) const {
    return jobs_[a].end != jobs_[b].end ? jobs_[a].end < jobs_[b].end : a < b;
  }

  std::vector<std::uint32_t> host_of_;
  std::vector<Host> hosts_;
  std::vector<Job> jobs_;  // by process
  bool has_turns_ = false;
  std::optional<Turns> turns_;  // set for hosts with turns
};

}  // namespace dps::machines::naive
