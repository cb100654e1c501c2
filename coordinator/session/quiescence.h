/// Finds out, from what agents read in the record pages, that a run can never go on, or that only
/// idle servers are left.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "blueprint/program.h"
#include "control/frames.h"

namespace dps::coordinator {

using Counters = control::CountersFrame::One;

enum class Quiet : std::uint8_t {
  kNo,           ///< something moves, or may
  kDeadlock,     ///< processes that are not servers wait for ever
  kServersOnly,  ///< all others are complete: the run has ended
};

/// What one reading of all pages says. `done[p]`: the process has said that it is complete.
Quiet judge(const blueprint::Program& program, const std::vector<bool>& done,
            std::span<const std::optional<Counters>> reading);

/// Two readings make sure: the second is taken, on every host, after the first was complete. Then
/// there was an instant at which all waited with these counters, so what they say is true of it.
/// Source: Mattern's four-counter method ("Algorithms for distributed termination detection",
/// 1987).
class QuietWatch {
 public:
  /// `host_of` by process. Both are borrowed and outlive this object.
  QuietWatch(const blueprint::Program& program, std::span<const std::uint32_t> host_of,
             std::size_t hosts);

  /// A run begins.
  void restart();
  void complete(ProcessId process) { done_[index(process)] = true; }

  /// A reading of one host's pages. When it makes a first reading complete that looks quiet, a PING
  /// has to be sent to all hosts: wants_probe(). When it confirms one: the verdict.
  Quiet on_counters(std::uint32_t host, std::span<const Counters> counters);
  /// The first reading was complete at this instant; PINGs sent from now on prove the second.
  [[nodiscard]] bool wants_probe() const { return wants_probe_; }
  void on_probe_sent(std::int64_t now_ns);
  /// A PONG: what the host sends from now on, it has read after the PING was sent.
  void on_answer(std::uint32_t host, std::int64_t sent_ns);

  /// The last verdict's instant: the latest change of state that led to it, since BEGIN.
  [[nodiscard]] std::int64_t quiet_since_ns() const;
  /// The newest that is known of a process in this run.
  [[nodiscard]] const std::optional<Counters>& newest(ProcessId process) const {
    return newest_[index(process)];
  }

 private:
  using Reading = std::vector<std::optional<Counters>>;

  [[nodiscard]] bool all_read() const;
  void begin_reading();
  [[nodiscard]] bool is_unchanged() const;

  const blueprint::Program& program_;       // borrowed
  std::span<const std::uint32_t> host_of_;  // borrowed
  std::vector<bool> done_;                  // by process
  Reading newest_;                          // by process
  std::vector<bool> read_;                  // by host: has come since the reading began
  std::optional<Reading> first_;            // looked quiet; the second is under way
  Quiet verdict_ = Quiet::kNo;              // of the first
  bool wants_probe_ = false;
  std::optional<std::int64_t> probe_ns_;
  std::vector<bool> answered_;  // by host: the probe
};

}  // namespace dps::coordinator
