#include "coordinator/session/progress_reporter.h"

#include <chrono>

namespace dps::coordinator {

using control::SimulatorState;

namespace {

constexpr std::chrono::milliseconds kReportPause{100};

}  // namespace

void ProgressReporter::on_phase(Phase phase, std::uint32_t run, TimePoint now) {
  phase_ = phase;
  run_ = run;
  report(now);
}

void ProgressReporter::on_change(TimePoint now) {
  if (now - last_report_ >= kReportPause) {
    report(now);
  }
}

void ProgressReporter::report(TimePoint now) {
  last_report_ = now;
  SessionProgress progress;
  progress.phase = phase_;
  progress.run = run_;
  progress.runs = runs_;
  progress.processes = static_cast<std::uint32_t>(simulators_.size());
  progress.ready = count_ready();
  progress.elapsed_s = std::chrono::duration<double>(now - started_).count();
  for (std::uint32_t p = 0; p < simulators_.size(); ++p) {
    const auto& newest = quiescence_.newest(ProcessId{p});
    progress.messages += newest ? newest->taken : 0;
  }
  listener_.on_progress(progress);
}

std::uint32_t ProgressReporter::count_ready() const {
  switch (phase_) {
    case Phase::kLaunch:
      return simulators_.count_in(SimulatorState::kListening);
    case Phase::kConnect:
      return simulators_.count_in(SimulatorState::kReady);
    case Phase::kRun:
      return simulators_.count_in(SimulatorState::kDone);
    case Phase::kCollect:
      return simulators_.count_in(SimulatorState::kDrained);
    case Phase::kHello:
    case Phase::kFetch:
    case Phase::kStop:
    case Phase::kEnd:
      break;
  }
  return 0;
}

}  // namespace dps::coordinator
