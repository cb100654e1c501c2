/// Traces of runs.
#pragma once

#include <optional>
#include <utility>

#include "blueprint/program.h"
#include "coordinator/agents/exit_status.h"
#include "coordinator/cli/command_line.h"
#include "coordinator/commands/real_run.h"
#include "coordinator/tracing/trace_outputs.h"
#include "traces/head.h"
#include "traces/trace.h"

namespace dps::coordinator {

/// Explains the run that is printed, and writes its trace. The arguments are borrowed.
class RunTrace {
 public:
  RunTrace(const CommandLine& line, const blueprint::Program& program, TraceOutputs outputs)
      : line_(line), program_(program), outputs_(std::move(outputs)) {}

  /// The events that the session records; nullopt: none.
  [[nodiscard]] std::optional<traces::Limits> limits() const;

  /// Completes the record of the run that is printed; the outcome loses its events. Returns kDone,
  /// or the status after printing the error; then there is no trace to explain or to write.
  ExitStatus finish(RunOutcome& outcome);

  /// With --why: adds the reasons to the result. Returns kDone, or the status after printing the
  /// error.
  ExitStatus explain(profiles::RunResult& result) const;

  /// Writes the files. Returns kDone, or the status after printing the error.
  ExitStatus write();

 private:
  [[nodiscard]] bool is_wanted() const { return line_.why || !outputs_.empty(); }
  [[nodiscard]] traces::TraceHead head(const RunOutcome& outcome, std::size_t shown) const;

  const CommandLine& line_;
  const blueprint::Program& program_;
  TraceOutputs outputs_;
  std::optional<traces::Trace> trace_;
};

}  // namespace dps::coordinator
