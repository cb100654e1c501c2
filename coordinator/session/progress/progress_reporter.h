/// Reports the progress of a session to its listener, at a bounded rate.
#pragma once

#include <cstdint>
#include <optional>

#include "coordinator/agents/deadlines.h"
#include "coordinator/session/progress/progress.h"
#include "coordinator/session/progress/rate.h"
#include "coordinator/session/session_tables.h"

namespace dps::coordinator {

/// Makes a SessionProgress from the tables at every change of phase, and at most ten times a second
/// in between.
class ProgressReporter {
 public:
  /// All are borrowed and outlive this object.
  ProgressReporter(const SessionInput& input, const SessionTables& tables,
                   ProgressListener& listener)
      : input_(input), tables_(tables), listener_(listener) {}

  void start(TimePoint now) { started_ = now; }
  /// To be called when a phase of this run begins. `begin`: the instant of its BEGIN.
  void on_phase(Phase phase, std::uint32_t run, TimePoint begin, TimePoint now);
  /// To be called after other changes. Reports nothing if the last report is too recent.
  void on_change(TimePoint now);

 private:
  void report(TimePoint now);
  void add_counters(SessionProgress& progress, TimePoint now);
  [[nodiscard]] std::uint32_t count_ready() const;
  [[nodiscard]] std::optional<WaitingProcesses> waiting(TimePoint now) const;

  const SessionInput& input_;
  const SessionTables& tables_;
  ProgressListener& listener_;
  IncreaseRate messages_;
  IncreaseRate bytes_;
  TimePoint begin_{};
  TimePoint started_{};
  TimePoint last_report_{};
  Phase phase_ = Phase::kHello;
  std::uint32_t run_ = 0;
};

}  // namespace dps::coordinator
