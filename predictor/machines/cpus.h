/// Processor sharing: n runnable processes on a host with c cores each proceed at rate min(1, c/n).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <boost/container/small_vector.hpp>

#include "predictor/machines/event_heap.h"
#include "predictor/machines/machine.h"
#include "predictor/machines/wide.h"

namespace dps::machines {

/// Each host has a clock of the CPU time that one runnable process has received. The end of a job
/// is an instant of that clock that is fixed when the job begins. So a process that becomes
/// runnable changes the speed of one clock instead of the ends of all jobs.
class Cpus {
 public:
  Cpus(std::span<const MachineHost> hosts, std::span<const std::uint32_t> host_of);

  /// Starts a job: the process is runnable until it has received `time`. It must not be runnable.
  void run(std::uint32_t process, Picoseconds time, Picoseconds now);
  /// The process becomes runnable until spun(), which returns the CPU time that it received.
  void spin(std::uint32_t process, Picoseconds now);
  Picoseconds spun(std::uint32_t process, Picoseconds now);

  /// The end of the next job if no process becomes runnable before; kNever without jobs.
  [[nodiscard]] Picoseconds next() const { return ends_.next(); }
  [[nodiscard]] bool has_jobs() const { return !ends_.empty(); }
  /// Removes and returns one process whose job has ended by `now`; nullopt if there is none. Jobs
  /// of one host are returned in the order of their ends, then of the process numbers.
  std::optional<std::uint32_t> take_ended(Picoseconds now);

 private:
  using Count = Wide;  ///< CPU time in units of 2^-40 ps

  /// Few jobs at a time: a heap of processes by their ends.
  using Jobs = boost::container::small_vector<std::uint32_t, 2>;

  /// In one line of the cache, as every job looks at all of it.
  struct alignas(64) Host {
    std::uint32_t cores = 1;
    std::uint32_t runnable = 0;
    Picoseconds since;
    Count count = 0;  ///< at `since`
    Jobs jobs;
  };
  struct Job {
    Count end = 0;  ///< on the host's clock; during spin(), its beginning
    static constexpr Picoseconds kNotYet{-1};
    Picoseconds ended = kNotYet;  ///< end of the process's last job in virtual time
    std::uint32_t place = 0;      ///< in Host::jobs
  };
  struct JobOrder;

  /// Advances the host's clock to `now`.
  void advance(Host& host, Picoseconds now);
  /// Computes the end of the host's next job.
  void schedule(std::uint32_t id);

  std::span<const std::uint32_t> host_of_;  // borrowed
  std::vector<Host> hosts_;
  std::vector<Job> jobs_;  // by process
  EventHeap ends_;         // by host
};

}  // namespace dps::machines
