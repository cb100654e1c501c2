/// Detects, from the counters that agents read in the record pages, that a run can never continue
/// (a deadlock), or that only idle servers are left.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "blueprint/program.h"
#include "control/frames.h"

namespace dps::coordinator {

using Counters = control::CountersFrame::One;
/// By process; nullopt: none yet in this run.
using CountersByProcess = std::vector<std::optional<Counters>>;

enum class Quiescence : std::uint8_t {
  kNo,           ///< something moves, or may
  kDeadlock,     ///< processes that are not servers wait for ever
  kServersOnly,  ///< all others are complete: the run has ended
};

/// What one set of counters shows, were it taken at a single instant. `done[p]`: DONE has arrived
/// from the process.
Quiescence quiescence_of(const blueprint::Program& program, const std::vector<bool>& done,
                         std::span<const std::optional<Counters>> counters);

/// Counters of different hosts are read at different instants, so quiescence needs two equal scans
/// of all hosts: the second is read, on every host, after the first was complete. Then there was an
/// instant at which all processes waited with these counters.
/// Source: Mattern's four-counter method ("Algorithms for distributed termination detection",
/// 1987).
class QuiescenceDetector {
 public:
  /// `host_of` by process. Both are borrowed and outlive this object.
  QuiescenceDetector(const blueprint::Program& program, std::span<const std::uint32_t> host_of,
                     std::size_t hosts);

  /// A run begins.
  void restart();
  /// DONE has arrived from the process.
  void complete(ProcessId process) { done_[index(process)] = true; }

  /// The counters of one host. Returns the verdict when they confirm it; kNo after a first scan
  /// that looks quiet, which needs a probe.
  Quiescence on_counters(std::uint32_t host, std::span<const Counters> counters);
  /// True after a first scan that looks quiet: PING has to be sent to all hosts.
  [[nodiscard]] bool wants_probe() const { return wants_probe_; }
  void on_probe_sent(Nanoseconds now);
  /// PONG to the PING sent at `sent`: the host's next counters belong to the second scan, since
  /// frames of a host keep their order.
  void on_answer(std::uint32_t host, Nanoseconds sent);

  /// For the last verdict: the latest change of state that led to it, since BEGIN.
  [[nodiscard]] Nanoseconds quiet_since() const;
  [[nodiscard]] const std::optional<Counters>& newest(ProcessId process) const {
    return newest_[index(process)];
  }

 private:
  [[nodiscard]] bool is_scan_complete() const;
  void begin_scan();
  [[nodiscard]] bool is_unchanged() const;

  const blueprint::Program& program_;       // borrowed
  std::span<const std::uint32_t> host_of_;  // borrowed
  std::vector<bool> done_;                  // by process
  CountersByProcess newest_;
  std::vector<bool> scanned_;               // by host: counters have arrived in this scan
  std::optional<CountersByProcess> first_;  // looked quiet; the second scan has begun
  Quiescence verdict_ = Quiescence::kNo;    // of the first scan
  bool wants_probe_ = false;
  std::optional<Nanoseconds> probe_;  // when it was sent
  std::vector<bool> answered_;        // by host: the probe
};

}  // namespace dps::coordinator
