/// Detects, from the counters that agents read in the record pages, that a run can never continue
/// (a deadlock), or that only idle servers are left.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "blueprint/program.h"
#include "transport/control/frames.h"

namespace dps::coordinator {

using Counters = control::CountersFrame::One;
/// Indexed by process; nullopt until the first report of this run.
using CountersByProcess = std::vector<std::optional<Counters>>;

/// The conclusion from two scans of all processes.
enum class Quiescence : std::uint8_t {
  kNo,           ///< a process may still make progress
  kDeadlock,     ///< processes that are not servers can never continue
  kServersOnly,  ///< all others are complete: the run has ended
  kNativesOnly,  ///< only collective operations of a library are under way (-alg native)
};

/// The verdict on one set of counters, assuming that they were read at a single instant. `done[p]`
/// is true if DONE has arrived from process p.
Quiescence quiescence_of(const blueprint::Program& program, const std::vector<bool>& done,
                         std::span<const std::optional<Counters>> counters);

/// The time after which a run counts as a deadlock if all processes wait while only operations of a
/// library are under way: 10 s, and the time of all bytes of the largest operation at 10 MB/s. A
/// limit is needed because no library reports which members have contributed.
Nanoseconds native_limit(const blueprint::Program& program);

/// Counters of different hosts are read at different instants. So quiescence requires two equal
/// scans of all hosts, of which the second is read, on every host, after the first was complete.
/// Then there was an instant at which all processes waited with these counters. Source: Mattern's
/// four-counter method ("Algorithms for distributed termination detection", 1987).
class QuiescenceDetector {
 public:
  /// `host_of` is indexed by process. Both arguments are borrowed and outlive this object.
  QuiescenceDetector(const blueprint::Program& program, std::span<const std::uint32_t> host_of,
                     std::size_t hosts);

  /// To be called at the beginning of each run.
  void restart();
  /// To be called when DONE has arrived from the process.
  void complete(ProcessId process) { done_[index(process)] = true; }

  /// Adds the counters of one host. Returns the verdict if the second scan confirms it, else kNo.
  Quiescence on_counters(std::uint32_t host, std::span<const Counters> counters);
  /// True after a first scan without activity: PING has to be sent to all hosts.
  [[nodiscard]] bool wants_probe() const { return wants_probe_; }
  void on_probe_sent(Nanoseconds now);
  /// Called when PONG to the PING sent at `sent` has arrived: the host's next counters belong to
  /// the second scan, since the frames of a host keep their order.
  void on_answer(std::uint32_t host, Nanoseconds sent);

  /// The latest change of state that led to the last verdict, since BEGIN.
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
  std::optional<CountersByProcess> first_;  // a first scan without activity
  Quiescence verdict_ = Quiescence::kNo;    // the verdict of the first scan
  bool wants_probe_ = false;
  std::optional<Nanoseconds> probe_;          // the instant at which it was sent
  std::optional<Nanoseconds> natives_since_;  // the probe since which there are kNativesOnly
  std::vector<bool> answered_;                // by host: it has answered the probe
  Nanoseconds native_limit_;
};

}  // namespace dps::coordinator
