/// The end of a run or a prediction of an MPI program: its files, and its printed output.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/exit_status.h"
#include "commands/cli/command_output.h"
#include "commands/cli/saved_result.h"
#include "commands/groups/output_options.h"
#include "commands/groups/profile_options.h"
#include "commands/groups/trace_options.h"
#include "commands/options/common_options.h"
#include "commands/programs/program_expectations.h"
#include "commands/programs/program_result.h"
#include "commands/programs/program_run.h"
#include "commands/terminal/status_line.h"
#include "commands/tracing/trace_outputs.h"
#include "coordinator/agents/failure.h"
#include "profiles/result.h"

namespace dps::commands {

/// All runs, or the prediction, of a command.
struct ProgramRuns {
  profiles::RunResult result;
  std::vector<ReadProgram> kept;  ///< the runs of `result`, in order, if a trace is requested
  std::optional<coordinator::Failure> failure;

  /// Adds a run, and keeps its calls if they are needed.
  void add(ReadProgram read, bool keeps_calls);
};

/// Returns the place of the command's standard output for these options of dps.
inline ProgramOutputTo program_output_to(const OutputOptions& output) {
  return prints_for_programs(output) ? ProgramOutputTo::kStderr : ProgramOutputTo::kStdout;
}

/// The options for the output of the runs; all borrowed.
struct ProgramOutput {
  const CommonOptions& common;
  const std::vector<std::string>& program;  ///< the command
  const ProfileOptions& profile;
  const OutputOptions& output;
  const TraceOptions& trace;
  ProgressChoice progress;
  std::string machine;  ///< its name in traces; "" for a run

  /// Returns true if the calls are needed in addition to the result.
  [[nodiscard]] bool needs_calls() const { return !trace.files.empty() || profile.why; }
};

/// Saves and prints the results and files that exist.
ExitStatus report_program(const ProgramOutput& given, ProgramRuns runs,
                          std::optional<OutputFile> output, TraceOutputs& traces);

/// Creates the files of a program, then calls `play`, which runs or predicts it, and reports the
/// runs. Prints the error if there are none; errors of kind kInput have the status kInputWrong.
template <typename Play>
ExitStatus play_and_report(const ProgramOutput& given, Play play) {
  const auto fail = [&](const Error& error, ExitStatus status) {
    return print_error(error.message, status, given.common.color);
  };
  const auto expectations = program_expectations(given.profile.expectations);
  if (!expectations) {
    return fail(expectations.error(), ExitStatus::kInputWrong);
  }
  auto output = create_output(given.common, given.output, result_kind());
  if (!output) {
    return fail(output.error(), ExitStatus::kInputWrong);
  }
  auto traces =
      TraceOutputs::create(given.trace.files, given.trace.states.lines, given.common.replaced);
  if (!traces) {
    return fail(traces.error(), ExitStatus::kInputWrong);
  }
  Result<ProgramRuns> runs = play();
  if (!runs) {
    const bool is_wrong = runs.error().code == ErrorCode::kInput;
    return fail(runs.error(), is_wrong ? ExitStatus::kInputWrong : ExitStatus::kFailed);
  }
  return report_program(given, std::move(*runs), std::move(*output), *traces);
}

}  // namespace dps::commands
