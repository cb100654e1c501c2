/// Ends the profile of a server with the run and not with the later moment at which it was stopped.
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

/// The servers that STOP ends in a run: it is sent when all other processes are complete, all
/// servers wait, and no message is under way.
class ServerEnds {
 public:
  explicit ServerEnds(std::size_t processes) : last_(processes) {}

  /// A run begins.
  void restart();
  /// STOP is about to be sent. `quiet`: since BEGIN, when the last process became idle.
  void begin(Nanoseconds quiet) { quiet_ = quiet; }
  /// STOP is sent to this server, whose counters are these.
  void stop(ProcessId process, const Counters& counters) { last_[index(process)] = counters; }

  [[nodiscard]] bool has_begun() const { return quiet_.has_value(); }
  [[nodiscard]] bool is_stopped(ProcessId process) const {
    return last_[index(process)].has_value();
  }

  /// Takes from the real time of each stopped server, and of its active unit, what lies after the
  /// end of the run. A server that has worked since it was sent STOP keeps its end. `records` by
  /// process.
  void trim(std::span<std::optional<profiles::ProcessRecord>> records) const;

 private:
  std::optional<Nanoseconds> quiet_;
  std::vector<std::optional<Counters>> last_;  // by process; nullopt: not stopped
};

}  // namespace dps::coordinator
