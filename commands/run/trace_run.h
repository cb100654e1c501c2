/// Traces of runs.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

#include "base/exit_status.h"
#include "blueprint/program.h"
#include "commands/groups/blueprint_options.h"
#include "commands/groups/trace_options.h"
#include "commands/run/real_run.h"
#include "commands/terminal/status_line.h"
#include "commands/tracing/trace_outputs.h"
#include "coordinator/agents/failure.h"
#include "profiles/traces/head.h"
#include "profiles/traces/trace.h"

namespace dps::commands {

/// The options for the events of a run. All are borrowed.
struct RunTraceOptions {
  const CommonOptions& common;
  const BlueprintOptions& blueprint;
  const ProfileOptions& profile;
  const TraceOptions& trace;
  ProgressChoice progress;
};

/// Adds the parts of a result that require the events of its runs, and writes the trace of the run
/// that is printed. The program is borrowed.
class RunTrace {
 public:
  RunTrace(const RunTraceOptions& given, const blueprint::Program& program, TraceOutputs outputs)
      : given_(given), program_(program), outputs_(std::move(outputs)) {}

  /// The events that the session records; nullopt: none.
  [[nodiscard]] std::optional<traces::Limits> limits() const;

  /// Adds the latencies of each run to the result, and completes the trace of the run that is
  /// printed; the outcome loses its events. SIGINT, SIGTERM and SIGHUP end it. If latencies or the
  /// trace are missing then, it returns the reason and adds a note with it to the result.
  std::optional<coordinator::Failure> finish(RunOutcome& outcome, StatusLine& progress);

  /// With --why: adds the reasons to the result. Returns kDone, or the status after printing the
  /// error.
  ExitStatus explain(profiles::RunResult& result) const;

  /// Writes the files. Returns kDone, or the status after printing the error.
  ExitStatus write();

 private:
  [[nodiscard]] traces::TraceHead head(const RunOutcome& outcome, std::size_t run) const;
  /// Adds the latencies of one run to the result.
  Result<void> finish_run(RunOutcome& outcome, std::size_t run, bool is_shown,
                          const std::function<bool()>& is_to_stop);

  RunTraceOptions given_;
  const blueprint::Program& program_;
  TraceOutputs outputs_;
  std::optional<traces::Trace> trace_;
};

}  // namespace dps::commands
