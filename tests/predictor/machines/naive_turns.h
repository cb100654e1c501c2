/// A naive model of cores that processes use in turns: every call advances all jobs, every
/// query searches all processes, and a process that may continue keeps its core until another one
/// acts. A copy of the model determines the events without such a process.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "predictor/machines/machine.h"
#include "predictor/machines/wide.h"

namespace dps::machines::naive {

/// The calls of machines::CoreTurns.
class Turns {
 public:
  Turns(std::span<const MachineHost> hosts, std::span<const std::uint32_t> host_of)
      : hosts_(hosts.begin(), hosts.end()), jobs_(host_of.size()) {
    std::vector<std::uint32_t> processes(hosts.size());
    for (std::uint32_t process = 0; process < host_of.size(); ++process) {
      jobs_[process].host = host_of[process];
      jobs_[process].core = processes[host_of[process]]++ % hosts[host_of[process]].cores;
    }
  }

  void run(std::uint32_t process, Picoseconds time, Picoseconds now) {
    jobs_[process].left = time;
    jobs_[process].spins = false;
    begin(process, now);
  }
  void spin(std::uint32_t process, Picoseconds now) {
    jobs_[process].received = Picoseconds{};
    jobs_[process].spins = true;
    begin(process, now);
  }
  Picoseconds spun(std::uint32_t process, Picoseconds now) {
    settle();
    advance(now);
    if (jobs_[process].state == State::kWaits) {
      jobs_[process].state = State::kIdle;
    } else {
      leave(process);
    }
    return jobs_[process].received;
  }

  [[nodiscard]] Picoseconds left(std::uint32_t process, Picoseconds now) const {
    Turns all = settled();
    all.advance(now);
    return all.jobs_[process].left;
  }

  [[nodiscard]] bool has_idle_core(std::uint32_t process) const {
    return !settled().holder(jobs_[process].host, jobs_[process].core);
  }

  [[nodiscard]] Picoseconds next(std::uint32_t host) const {
    const Turns all = settled();
    Picoseconds earliest = kNever;
    for (const Job& job : all.jobs_) {
      if (job.host == host && job.state == State::kHasCore) {
        earliest = std::min({earliest, all.job_end(job), all.turn_end(job)});
      }
    }
    return earliest;
  }
  [[nodiscard]] bool has_jobs(std::uint32_t host) const {
    const Turns all = settled();
    return std::any_of(all.jobs_.begin(), all.jobs_.end(), [&](const Job& job) {
      return job.host == host && job.state == State::kHasCore &&
             (!job.spins || all.is_awaited(job));
    });
  }

  std::optional<std::uint32_t> take_ended(std::uint32_t host, Picoseconds now) {
    while (next(host) <= now) {
      settle();
      advance(now);
      for (std::uint32_t core = 0; core < hosts_[host].cores; ++core) {
        const auto process = holder(host, core);
        if (process && job_end(jobs_[*process]) <= now) {
          leave(*process);
          return process;
        }
        if (process && turn_end(jobs_[*process]) <= now) {
          end_turn(*process);
          break;
        }
      }
    }
    return std::nullopt;
  }

 private:
  enum class State { kIdle, kHasCore, kWaits };
  struct Job {
    std::uint32_t host = 0;
    std::uint32_t core = 0;
    State state = State::kIdle;
    bool spins = false;
    Picoseconds left;
    Picoseconds received;
    Picoseconds turn_since;
    std::uint64_t arrival = 0;  ///< its position in the order of arrivals in the queue
  };

  [[nodiscard]] Turns settled() const {
    Turns copy = *this;
    copy.settle();
    return copy;
  }
  /// Makes the decision final that the process which has left its core does not continue.
  void settle() {
    if (leaving_) {
      const Job& left = jobs_[*leaving_];
      jobs_[*leaving_].state = State::kIdle;
      if (const auto heir = first_waiting(left.host, longest_queue(left.host, left.core))) {
        give(*heir, left.core);
      }
      leaving_.reset();
    }
  }
  void advance(Picoseconds now) {
    if (now != now_) {
      settle();
    }
    for (Job& job : jobs_) {
      if (job.state == State::kHasCore) {
        job.received += now - now_;
        job.left -= job.spins ? Picoseconds{} : now - now_;
      }
    }
    now_ = now;
  }
  void begin(std::uint32_t process, Picoseconds now) {
    const bool goes_on = leaving_ == process && now_ == now;
    if (goes_on) {
      leaving_.reset();
      return;
    }
    settle();
    const Picoseconds left = jobs_[process].left;
    advance(now);
    jobs_[process].left = left;
    if (holder(jobs_[process].host, jobs_[process].core)) {
      wait(process);
    } else {
      give(process, jobs_[process].core);
    }
  }
  void leave(std::uint32_t process) {
    settle();
    leaving_ = process;
  }
  void end_turn(std::uint32_t process) {
    const Job job = jobs_[process];
    const std::uint32_t first = *first_waiting(job.host, job.core);
    for (std::uint32_t core = 0; core < hosts_[job.host].cores; ++core) {
      if (!holder(job.host, core)) {
        give(first, core);
        return;
      }
    }
    wait(process);
    give(first, job.core);
  }
  void give(std::uint32_t process, std::uint32_t core) {
    jobs_[process].state = State::kHasCore;
    jobs_[process].core = core;
    jobs_[process].turn_since = now_;
  }
  void wait(std::uint32_t process) {
    jobs_[process].state = State::kWaits;
    jobs_[process].arrival = ++arrivals_;
  }

  [[nodiscard]] std::optional<std::uint32_t> holder(std::uint32_t host, std::uint32_t core) const {
    for (std::uint32_t process = 0; process < jobs_.size(); ++process) {
      const Job& job = jobs_[process];
      if (job.state == State::kHasCore && job.host == host && job.core == core) {
        return process;
      }
    }
    return std::nullopt;
  }
  [[nodiscard]] std::vector<std::uint32_t> queue(std::uint32_t host, std::uint32_t core) const {
    std::vector<std::uint32_t> all;
    for (std::uint32_t process = 0; process < jobs_.size(); ++process) {
      const Job& job = jobs_[process];
      if (job.state == State::kWaits && job.host == host && job.core == core) {
        all.push_back(process);
      }
    }
    std::sort(all.begin(), all.end(), [&](std::uint32_t a, std::uint32_t b) {
      return jobs_[a].arrival < jobs_[b].arrival;
    });
    return all;
  }
  [[nodiscard]] std::optional<std::uint32_t> first_waiting(std::uint32_t host,
                                                           std::uint32_t core) const {
    const auto all = queue(host, core);
    return all.empty() ? std::nullopt : std::optional(all.front());
  }
  /// The core with the longest queue; this core if a process waits there.
  [[nodiscard]] std::uint32_t longest_queue(std::uint32_t host, std::uint32_t core) const {
    std::uint32_t longest = core;
    if (queue(host, core).empty()) {
      for (std::uint32_t other = hosts_[host].cores; other-- > 0;) {
        longest = queue(host, other).size() >= queue(host, longest).size() ? other : longest;
      }
    }
    return longest;
  }
  [[nodiscard]] bool is_awaited(const Job& job) const {
    return first_waiting(job.host, job.core).has_value();
  }
  [[nodiscard]] Picoseconds job_end(const Job& job) const {
    return job.spins ? kNever : later(now_, job.left);
  }
  [[nodiscard]] Picoseconds turn_end(const Job& job) const {
    return is_awaited(job) ? std::max(now_, later(job.turn_since, hosts_[job.host].turn)) : kNever;
  }

  std::vector<MachineHost> hosts_;
  std::vector<Job> jobs_;  // by process
  std::optional<std::uint32_t> leaving_;
  Picoseconds now_;
  std::uint64_t arrivals_ = 0;
};

}  // namespace dps::machines::naive
