/// Processor sharing: n runnable processes on the c cores of a host each proceed at min(1, c/n).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "machines/event_heap.h"
#include "machines/machine.h"
#include "machines/wide.h"

namespace dps::machines {

/// Each host has a clock of the CPU time that one runnable process has received. A job ends at a
/// count of that clock that is fixed when the job begins, so a process that becomes runnable
/// changes the speed of one clock and not the end of every job.
class Cpus {
 public:
  Cpus(std::span<const MachineHost> hosts, std::span<const std::uint32_t> host_of);

  /// The process is runnable until it has received `time` of CPU. It was not runnable before.
  void run(std::uint32_t process, Picoseconds time, Picoseconds now);
  /// The process is runnable until spun(), which returns the CPU time that it has received.
  void spin(std::uint32_t process, Picoseconds now);
  Picoseconds spun(std::uint32_t process, Picoseconds now);

  /// When the next job ends; kNever without jobs.
  [[nodiscard]] Picoseconds next() const { return ends_.next(); }
  [[nodiscard]] bool has_jobs() const { return !ends_.empty(); }
  /// A process whose job has ended by `now`; at most one of them at a time, of one host the one
  /// that ends first, then in process order.
  std::optional<std::uint32_t> take_ended(Picoseconds now);

 private:
  using Count = Wide;  ///< CPU time, with 40 binary digits below the picosecond

  struct Host {
    std::uint32_t cores = 1;
    std::uint32_t runnable = 0;
    Picoseconds since;
    Count count = 0;                  ///< at `since`
    std::vector<std::uint32_t> jobs;  ///< a heap of processes by the end of their jobs
  };
  struct Job {
    Count end = 0;  ///< of spin(): where it began
    static constexpr Picoseconds kNotYet{-1};
    Picoseconds ended = kNotYet;  ///< when the newest job did
    std::uint32_t place = 0;
  };
  struct JobOrder;

  void read(Host& host, Picoseconds now);
  void set_alarm(std::uint32_t id);

  std::span<const std::uint32_t> host_of_;  // borrowed
  std::vector<Host> hosts_;
  std::vector<Job> jobs_;  // by process
  EventHeap ends_;         // by host
};

}  // namespace dps::machines
