/// Corrects the times of servers: their profiles end at the end of the run, and not at the later
/// instant at which they were stopped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/ids.h"
#include "coordinator/session/quiescence.h"
#include "profiles/record.h"

namespace dps::coordinator {

/// The servers of a run. They get STOP when all other processes are complete, all servers wait, and
/// no message is in transit.
class ServerEnds {
 public:
  explicit ServerEnds(std::size_t processes) : last_(processes), trimmed_(processes) {}

  /// To be called at the beginning of each run.
  void restart();
  /// To be called before STOP is sent. `quiet` is the time from BEGIN until the last process became
  /// idle.
  void begin(Nanoseconds quiet) { quiet_ = quiet; }
  /// To be called when STOP is sent to this server, with its last counters.
  void stop(ProcessId process, const Counters& counters) { last_[index(process)] = counters; }

  [[nodiscard]] bool has_begun() const { return quiet_.has_value(); }
  [[nodiscard]] bool is_stopped(ProcessId process) const {
    return last_[index(process)].has_value();
  }

  /// Subtracts the time after the end of the run from the real and idle times of each stopped
  /// server and from its active unit, unless the server has worked since STOP was sent. `records`
  /// is indexed by process.
  void trim(std::span<std::optional<profiles::ProcessRecord>> records);
  /// The time that trim() has subtracted from the process in this run.
  [[nodiscard]] Nanoseconds trimmed(ProcessId process) const { return trimmed_[index(process)]; }

 private:
  std::optional<Nanoseconds> quiet_;
  std::vector<std::optional<Counters>> last_;  // by process; nullopt: no STOP was sent
  std::vector<Nanoseconds> trimmed_;           // by process
};

}  // namespace dps::coordinator
