#include "coordinator/session/progress/progress_reporter.h"

#include <algorithm>
#include <chrono>

#include "blueprint/process_names.h"

namespace dps::coordinator {

using control::SimulatorState;

namespace {

constexpr std::chrono::milliseconds kReportPause{100};

}  // namespace

void ProgressReporter::on_phase(Phase phase, std::uint32_t run, TimePoint begin, TimePoint now) {
  if (run != run_) {
    messages_.restart();
    bytes_.restart();
  }
  phase_ = phase;
  run_ = run;
  begin_ = begin;
  report(now);
}

void ProgressReporter::on_change(TimePoint now) {
  if (now - last_report_ >= kReportPause) {
    report(now);
  }
}

void ProgressReporter::report(TimePoint now) {
  last_report_ = now;
  const Repetition& repetition = input_.options.repetition;
  SessionProgress progress;
  progress.phase = phase_;
  progress.run = run_;
  progress.runs = repetition.runs + repetition.warmup;
  progress.processes = static_cast<std::uint32_t>(tables_.simulators.size());
  progress.ready = count_ready();
  progress.elapsed_s = std::chrono::duration<double>(now - started_).count();
  add_counters(progress, now);
  listener_.on_progress(progress);
}

void ProgressReporter::add_counters(SessionProgress& progress, TimePoint now) {
  if (phase_ != Phase::kRun && phase_ != Phase::kCollect) {
    return;
  }
  for (std::uint32_t p = 0; p < tables_.simulators.size(); ++p) {
    const auto& newest = tables_.quiescence.newest(ProcessId{p});
    if (const auto& record = tables_.simulators.run().records[p]) {
      progress.messages += record->traffic.msgs_in;
      progress.bytes += record->traffic.bytes_in;
    } else if (newest) {
      progress.messages += newest->taken;
      progress.bytes += newest->bytes;
    }
  }
  if (phase_ == Phase::kRun) {
    messages_.add(now, progress.messages);
    bytes_.add(now, progress.bytes);
    progress.messages_per_s = messages_.per_second(now);
    progress.bytes_per_s = bytes_.per_second(now);
    progress.waiting = waiting(now);
  }
}

std::optional<WaitingProcesses> ProgressReporter::waiting(TimePoint now) const {
  const blueprint::Program& program = input_.program;
  blueprint::ProcessSet all;
  WaitingProcesses result;
  Nanoseconds since = Nanoseconds::max();
  for (std::uint32_t p = 0; p < tables_.simulators.size(); ++p) {
    const ProcessId process{p};
    const auto& newest = tables_.quiescence.newest(process);
    if (!newest || newest->state != profiles::ProcessState::kWaiting ||
        !tables_.simulators.is_running(process) || program.is_server(process)) {
      continue;
    }
    all.append(p, 1);
    ++result.count;
    if (newest->changed < since) {
      since = newest->changed;
      result.longest = program.process_name(process);
    }
  }
  if (result.count == 0) {
    return std::nullopt;
  }
  result.names = blueprint::names_of(program, all);
  result.longest_s = std::max(0.0, Seconds(now - begin_ - since).count());
  return result;
}

std::uint32_t ProgressReporter::count_ready() const {
  switch (phase_) {
    case Phase::kLaunch:
      return tables_.simulators.count_in(SimulatorState::kListening);
    case Phase::kConnect:
      return tables_.simulators.count_in(SimulatorState::kReady);
    case Phase::kRun:
      return tables_.simulators.count_in(SimulatorState::kDone);
    case Phase::kCollect:
      return tables_.simulators.count_in(SimulatorState::kDrained);
    case Phase::kHello:
    case Phase::kFetch:
    case Phase::kStop:
    case Phase::kEnd:
      break;
  }
  return 0;
}

}  // namespace dps::coordinator
