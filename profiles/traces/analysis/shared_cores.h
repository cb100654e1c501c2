/// The processes of hosts with fewer cores than processes, in a prediction: those that work, and
/// those that therefore get less than a core. Source: docs/trace.md, "Why".
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "base/result.h"
#include "profiles/traces/analysis/activity.h"
#include "profiles/traces/analysis/core_stays.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// The use of the cores of a host while one of its processes works.
struct CoreUse {
  struct Share {
    std::uint32_t process = 0;
    Work work;
    Ticks time = 0;  ///< that the process of the path loses to this work
  };

  Ticks begin = 0;            ///< of the time described; may be after the requested begin
  Ticks own = 0;              ///< the time that the process would need with a core for itself
  std::vector<Share> others;  ///< in the order of processes and their works
  /// The process that ended its work at `begin`. It had begun before the other one, which got
  /// more of the core from then on.
  std::optional<std::uint32_t> freed_by;
};

class SharedCores {
 public:
  /// Reads the events of the processes that share cores, if the trace is that of a prediction.
  /// Keeps 48 bytes for each of their computations, sends and takes. Errors: those of EventCursor.
  static Result<SharedCores> read(const Trace& trace);

  /// True if the process may lose time to others.
  [[nodiscard]] bool has(std::uint32_t process) const { return !jobs_[process].empty(); }
  /// The use of the cores while the process, which has(), works from `begin` to `end`.
  [[nodiscard]] CoreUse use_during(std::uint32_t process, Ticks begin, Ticks end) const;

 private:
  /// Processes share the cores: n that work on c cores get c/n each.
  struct Job {
    Ticks begin = 0;
    Ticks end = 0;      ///< after begin
    Ticks stretch = 0;  ///< since then the process has worked without a pause
    Work work;
  };
  struct Neighbour {
    std::uint32_t process = 0;
    const Job* job = nullptr;
  };
  /// A process and its work.
  using WorkKey = std::tuple<std::uint32_t, Activity, std::uint32_t, std::uint32_t>;
  using Losses = std::map<WorkKey, double>;

  explicit SharedCores(const TraceHead& head);
  void add(std::uint32_t process, const Job& job);
  [[nodiscard]] std::vector<Neighbour> neighbours(std::uint32_t process, Ticks begin,
                                                  Ticks end) const;
  [[nodiscard]] Ticks stretch_at(std::uint32_t process, Ticks end) const;
  [[nodiscard]] bool ends_stretch(const Neighbour& neighbour) const;
  [[nodiscard]] bool has_turns(std::uint32_t process) const {
    return head_.hosts[head_.processes[process].host].turn > 0;
  }
  void find_stays();
  [[nodiscard]] CoreUse use_of_turns(std::uint32_t process, Ticks begin, Ticks end) const;
  void find_release(std::span<const Neighbour> neighbours, std::uint32_t cores, Ticks since,
                    Ticks end, CoreUse& use) const;
  static Losses losses_to(std::span<const Neighbour> neighbours, std::uint32_t cores, Ticks begin,
                          Ticks end);

  const TraceHead& head_;
  std::vector<std::vector<std::uint32_t>> on_host_;  // processes by host
  std::vector<std::vector<Job>> jobs_;               // by process, in the order of time
  std::optional<CoreStays> stays_;                   // of the hosts that have turns
};

}  // namespace dps::traces
