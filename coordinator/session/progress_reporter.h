/// Reports the progress of a session to its listener, at a bounded rate.
#pragma once

#include <cstdint>

#include "coordinator/agents/time_point.h"
#include "coordinator/session/progress.h"
#include "coordinator/session/quiescence.h"
#include "coordinator/session/simulator_table.h"

namespace dps::coordinator {

class ProgressReporter {
 public:
  /// All are borrowed and outlive this object. `runs` as in SessionProgress.
  ProgressReporter(const SimulatorTable& simulators, const QuiescenceDetector& quiescence,
                   std::uint32_t runs, ProgressListener& listener)
      : simulators_(simulators), quiescence_(quiescence), runs_(runs), listener_(listener) {}

  void start(TimePoint now) { started_ = now; }
  /// To be called when a phase of this run begins.
  void on_phase(Phase phase, std::uint32_t run, TimePoint now);
  /// To be called after other changes. Reports nothing if the last report is too recent.
  void on_change(TimePoint now);

 private:
  void report(TimePoint now);
  [[nodiscard]] std::uint32_t count_ready() const;

  const SimulatorTable& simulators_;
  const QuiescenceDetector& quiescence_;
  std::uint32_t runs_;
  ProgressListener& listener_;
  TimePoint started_{};
  TimePoint last_report_{};
  Phase phase_ = Phase::kHello;
  std::uint32_t run_ = 0;
};

}  // namespace dps::coordinator
