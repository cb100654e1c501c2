/// Cores that processes have in turns, as operating systems give them.
/// Source: docs/machines.md, "Cores in turns".
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/time_units.h"

namespace dps {

/// The shortest turn allowed: shorter ones would only make predictions slow.
inline constexpr Picoseconds kShortestTurn{1'000'000};  // 1 us

/// The cores of a host.
struct TurningCores {
  std::uint32_t cores = 1;
  Picoseconds turn{};  ///< 0: no turns; then its processes must not be used
};

/// The state of a process on a host with turns: it is idle, waits for a core, or has one.
enum class CoreStay : std::uint8_t { kAway, kWaiting, kOnCore };

/// The cores of hosts that have a turn. A process stays on its core. If another process has the
/// core when it becomes runnable, it waits there, in the order of arrival. When a process has had
/// its core for a turn, and others wait there, the first of them goes to a core that is free, or
/// else gets this one, and the process that had it waits behind the others. A core that becomes
/// free takes the first process that waits for it, or else the first of the longest queue of the
/// host.
///
/// A process that begins a job at the instant at which its last one ended has not left its core.
class CoreTurns {
 public:
  /// Called whenever a process leaves, waits for or gets a core. A process that continues leaves
  /// its core and gets it back at the same instant.
  using Observer = std::function<void(std::uint32_t process, std::uint32_t core, CoreStay stay,
                                      Picoseconds now)>;

  CoreTurns(std::span<const TurningCores> hosts, std::span<const std::uint32_t> host_of);

  /// Starts a job: the process is runnable until it has received `time`. It must not be runnable.
  void run(std::uint32_t process, Picoseconds time, Picoseconds now);
  /// The process becomes runnable until spun(), which returns the CPU time that it received.
  void spin(std::uint32_t process, Picoseconds now);
  Picoseconds spun(std::uint32_t process, Picoseconds now);
  /// The CPU time that the process's job has not received yet.
  [[nodiscard]] Picoseconds left(std::uint32_t process, Picoseconds now) const;
  /// The process, which spins on a core, has a job that ends now.
  void end_spin(std::uint32_t process, Picoseconds now);

  [[nodiscard]] bool has_core(std::uint32_t process) const {
    return core_of(process).process == process;
  }
  /// True if a process that becomes runnable now gets a core at once.
  [[nodiscard]] bool has_idle_core(std::uint32_t process) const {
    return core_of(process).process == kNobody;
  }

  /// The next instant at which a job or a turn of this host ends; nullopt if none does.
  [[nodiscard]] std::optional<Picoseconds> next(std::uint32_t host) const;
  /// Ends the turns of the host `on` that end by `now`, up to the first job that ends by then,
  /// which is removed and returned; nullopt if there is none. Ordered by instants, then by cores.
  std::optional<std::uint32_t> take_ended(std::uint32_t on, Picoseconds now);

  Observer observer;  ///< may be empty

 private:
  static constexpr std::uint32_t kNobody = 0xffffffff;

  struct Core {
    std::uint32_t process = kNobody;
    Picoseconds since;                  ///< the start of its turn
    std::deque<std::uint32_t> queue{};  ///< the processes that wait for this core
    /// The instant at which its job ends, or before that its turn, if others wait; nullopt: neither
    /// of them ends.
    std::optional<Picoseconds> change{};
  };
  struct Host {
    Picoseconds turn;
    std::vector<Core> cores;  ///< no more than processes
    std::uint32_t waiting = 0;
  };
  struct Job {
    Picoseconds since;       ///< it has had its core without a break since
    Picoseconds left;        ///< CPU time at `since`
    Picoseconds received;    ///< CPU time until `since`
    std::uint32_t core = 0;  ///< the core that it has, waits for, or had last
    bool spins = false;
    bool waits = false;
  };
  /// The last process that left its core, and what happened then: it may go on at this instant.
  struct Leaving {
    std::uint32_t process = kNobody;
    Picoseconds at;
    Picoseconds turn_since;             ///< the start of its turn
    std::uint32_t successor = kNobody;  ///< the process that got the core
    std::uint32_t successors_core = 0;  ///< the core for which it waited
  };

  [[nodiscard]] const Core& core_of(std::uint32_t process) const {
    return hosts_[host_of_[process]].cores[jobs_[process].core];
  }
  /// The core with the next change; null if there is none.
  [[nodiscard]] static const Core* next_of(const Host& host);

  void begin(std::uint32_t process, Picoseconds now);
  bool goes_on(std::uint32_t process, Picoseconds now);
  void leave(std::uint32_t process, Picoseconds now);
  void end_turn(Host& host, std::uint32_t core, Picoseconds now);
  void give(Host& host, std::uint32_t id, std::uint32_t process, Picoseconds now);
  void pause(std::uint32_t process, Picoseconds now);
  std::uint32_t take_waiting(Host& host, std::uint32_t core);
  void add_waiting(Host& host, std::uint32_t core, std::uint32_t process, Picoseconds now);
  void schedule(Host& host, std::uint32_t id, Picoseconds now);
  void report(std::uint32_t process, CoreStay stay, Picoseconds now) const {
    if (observer) {
      observer(process, jobs_[process].core, stay, now);
    }
  }

  std::span<const std::uint32_t> host_of_;  // borrowed
  std::vector<Host> hosts_;                 // a host without turns has no cores
  std::vector<Job> jobs_;                   // by process
  Leaving left_;
};

}  // namespace dps
