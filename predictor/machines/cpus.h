/// The cores of the hosts. n runnable processes on a host with c cores each proceed at the rate
/// min(1, c/n), or have the cores in turns, if the host has a `turn`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <boost/container/small_vector.hpp>

#include "base/core_turns.h"
#include "predictor/machines/event_heap.h"
#include "predictor/machines/machine.h"
#include "predictor/machines/wide.h"

namespace dps::machines {

/// While the runnable processes of a host do not exceed its cores, each has a core to itself, and
/// the end of a job is its start plus its time. While there are more, the host has a clock of the
/// CPU time that one runnable process has received, and the end of a job is an instant of that
/// clock. So a process that becomes runnable changes the speed of one clock instead of the ends of
/// all jobs. Jobs move to the clock, and from it, when the host starts or ceases to have too few
/// cores.
class Cpus {
 public:
  Cpus(std::span<const MachineHost> hosts, std::span<const std::uint32_t> host_of);

  /// Starts a job: the process is runnable until it has received `time`. It must not be runnable.
  void run(std::uint32_t process, Picoseconds time, Picoseconds now);
  /// The process becomes runnable until spun(), which returns the CPU time that it received.
  void spin(std::uint32_t process, Picoseconds now);
  Picoseconds spun(std::uint32_t process, Picoseconds now);

  /// The CPU time that the process's job, which ends after `now`, has not received yet.
  [[nodiscard]] Picoseconds left(std::uint32_t process, Picoseconds now) const;

  /// True if a process that becomes runnable now gets a core that nobody uses.
  [[nodiscard]] bool has_idle_core(std::uint32_t process) const {
    const Host& host = hosts_[host_of_[process]];
    return host.has_turns ? turns_->has_idle_core(process) : host.runnable < host.cores;
  }

  /// The end of the next job or turn if no process becomes runnable before; kNever without jobs.
  [[nodiscard]] Picoseconds next() const { return ends_.next(); }
  [[nodiscard]] bool has_jobs() const { return !ends_.empty(); }
  /// Removes and returns one process whose job has ended by `now`; nullopt if there is none, and
  /// then next() is later. Jobs of one host are returned in the order of their ends, then of the
  /// process numbers, or of the cores that have turns.
  std::optional<std::uint32_t> take_ended(Picoseconds now);

 private:
  using Count = Wide;  ///< CPU time in units of 2^-40 ps

  /// Few jobs at a time: a heap of processes by their ends.
  using Jobs = boost::container::small_vector<std::uint32_t, 2>;

  /// Occupies one line of the cache, since every job accesses all of it.
  struct alignas(64) Host {
    std::uint32_t cores = 1;
    std::uint32_t runnable = 0;
    bool has_turns = false;
    Picoseconds since;
    Count count = 0;  ///< the count of the clock, at `since`
    Jobs jobs;

    [[nodiscard]] bool has_clock() const { return runnable > cores; }
  };

  /// A job need not end at a whole picosecond; its process continues at the next one.
  struct Job {
    /// The end on the host's clock, while the host has one; during spin(), the start on that clock.
    /// Otherwise the exact end less `ended`: between -1 ps and the tolerance.
    Count end = 0;
    static constexpr Picoseconds kNotYet{-1};
    /// The end of the process's last job, or of its present one while it has a core to itself;
    /// kOnClock for a job on the clock.
    Picoseconds ended = kNotYet;
    static constexpr Picoseconds kOnClock{-2};
    std::uint32_t place = 0;  ///< in Host::jobs
  };
  struct JobOrder;

  std::uint32_t take_first(std::uint32_t id, Picoseconds now);
  void add_job(Host& host, std::uint32_t process);
  /// Sets the instant at which the host's next job ends.
  void schedule(std::uint32_t id);
  /// The clock's count at `now`.
  [[nodiscard]] static Count count_at(const Host& host, Picoseconds now);
  static void advance(Host& host, Picoseconds now);
  /// The instant at which the host's clock, which has been advanced, reaches the end of a job.
  [[nodiscard]] static Picoseconds instant_of(const Host& host, Count end);
  /// Changes the number of runnable processes by one at `now`.
  void add_runnable(Host& host, Picoseconds now);
  void remove_runnable(Host& host, Picoseconds now);
  void move_to_clock(Host& host, Picoseconds now);
  void move_from_clock(Host& host);
  /// Called after a change of a host with turns.
  void schedule_turns(std::uint32_t id);

  std::span<const std::uint32_t> host_of_;  // borrowed
  std::vector<Host> hosts_;
  std::vector<Job> jobs_;             // by process
  EventHeap ends_;                    // by host
  std::unique_ptr<CoreTurns> turns_;  // null if no host has turns
};

}  // namespace dps::machines
