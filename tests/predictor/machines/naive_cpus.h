/// A naive model of processor sharing: every host always has a clock of the CPU time that one
/// runnable process has received, and every question searches all jobs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "predictor/machines/machine.h"
#include "predictor/machines/wide.h"

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
    }
  }

  void run(std::uint32_t process, Picoseconds time, Picoseconds now) {
    Host& host = begin(process, now);
    Job& job = jobs_[process];
    // A job that follows another one immediately begins at the exact end of that job.
    const Wide start = job.ended == now ? job.end : host.count;
    job.end = start + (wide(time) << kDigits);
    job.is_running = true;
  }

  void spin(std::uint32_t process, Picoseconds now) {
    jobs_[process].end = begin(process, now).count;
    jobs_[process].ended = Picoseconds{-1};
  }

  Picoseconds spun(std::uint32_t process, Picoseconds now) {
    Host& host = hosts_[host_of_[process]];
    advance(host, now);
    --host.runnable;
    const Wide half = Wide{1} << (kDigits - 1);
    return clamped((host.count - jobs_[process].end + half) >> kDigits);
  }

  [[nodiscard]] bool has_idle_core(std::uint32_t process) const {
    const Host& host = hosts_[host_of_[process]];
    return host.runnable < host.cores;
  }

  [[nodiscard]] Picoseconds next() const {
    Picoseconds earliest = kNever;
    for (std::uint32_t process = 0; process < jobs_.size(); ++process) {
      earliest = jobs_[process].is_running ? std::min(earliest, end_of(process)) : earliest;
    }
    return earliest;
  }

  [[nodiscard]] bool has_jobs() const {
    return std::any_of(jobs_.begin(), jobs_.end(), [](const Job& job) { return job.is_running; });
  }

  /// By host, then by end, then by process.
  std::optional<std::uint32_t> take_ended(Picoseconds now) {
    std::optional<std::uint32_t> first;
    for (std::uint32_t process = 0; process < jobs_.size(); ++process) {
      if (jobs_[process].is_running && end_of(process) <= now &&
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

 private:
  static constexpr unsigned kDigits = 40;
  static constexpr Wide kTolerance = Wide{1} << 20;

  struct Host {
    std::uint32_t cores = 1;
    std::uint32_t runnable = 0;
    Picoseconds since;
    Wide count = 0;  ///< at `since`
  };
  struct Job {
    Wide end = 0;  ///< on the host's clock; during spin(), its begin
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
    if (host_of_[a] != host_of_[b]) {
      return host_of_[a] < host_of_[b];
    }
    return jobs_[a].end != jobs_[b].end ? jobs_[a].end < jobs_[b].end : a < b;
  }

  std::vector<std::uint32_t> host_of_;
  std::vector<Host> hosts_;
  std::vector<Job> jobs_;  // by process
};

}  // namespace dps::machines::naive
