#include "commands/programs/program_report.h"

#include <utility>

#include "base/printable.h"
#include "base/version.h"
#include "commands/cli/run_target.h"
#include "commands/programs/program_expectations.h"
#include "commands/tracing/explain_run.h"
#include "mpi_programs/analysis/computing_rows.h"
#include "mpi_programs/analysis/trace_of.h"
#include "profiles/expectation.h"
#include "profiles/view.h"

namespace dps::commands {
namespace {

traces::TraceHead trace_head_of(const ProgramOutput& given, const ProgramRuns& runs,
                                std::size_t run) {
  traces::TraceHead head;
  head.kind = given.machine.empty() ? traces::TraceKind::kRun : traces::TraceKind::kPrediction;
  head.unit = runs.kept[run].program.unit;
  head.version = dps_version();
  head.blueprint = printable(command_text(given.program));
  head.machine = printable(given.machine);
  head.run = static_cast<std::uint32_t>(run + 1);
  head.limits = trace_limits_of(given.trace, head.unit);
  if (given.trace.files.empty()) {
    head.limits.events = traces::kMostEvents;  // --why needs all events
  }
  head.limits = head.limits.shared_by(runs.kept[run].program.ranks.size());
  if (runs.kept[run].failure) {
    head.complete = false;
    head.reason = printable(runs.kept[run].failure->reason);
  }
  return head;
}

/// The trace of the run that is printed, if it is needed. Prints errors.
std::optional<traces::Trace> shown_trace(const ProgramOutput& given, const ProgramRuns& runs,
                                         ExitStatus& status) {
  if (runs.kept.empty()) {
    return std::nullopt;
  }
  const std::size_t shown = profiles::shown_run(runs.result);
  const ReadProgram& read = runs.kept[shown];
  auto trace =
      mpi_profiles::trace_of(read.program, read.matching, trace_head_of(given, runs, shown));
  if (!trace) {
    status = print_error(trace.error().message, ExitStatus::kIncomplete, given.common.color);
    return std::nullopt;
  }
  return std::move(*trace);
}

}  // namespace

void ProgramRuns::add(ReadProgram read, bool keeps_calls) {
  failure = read.failure;
  const std::size_t before = result.runs.size();
  add_run(result, read);
  if (keeps_calls && result.runs.size() > before) {
    kept.push_back(std::move(read));
  }
}

namespace {

ExitStatus print_program(const ProgramOutput& given, ProgramRuns runs,
                         std::optional<OutputFile> output, TraceOutputs& traces) {
  if (given.profile.level) {
    profiles::coarsen(runs.result, *given.profile.level);
  }
  ExitStatus status = runs.failure ? runs.failure->status : ExitStatus::kDone;
  const auto note = [&](ExitStatus next) { status = first_failure(status, next); };
  ExitStatus traced = ExitStatus::kDone;
  const auto trace = shown_trace(given, runs, traced);
  note(traced);
  if (given.profile.why) {
    note(explain_run(trace, given.profile, runs.result, given.common.color));
    if (runs.result.why) {
      mpi_profiles::name_functions(runs.kept[profiles::shown_run(runs.result)].program,
                                   *runs.result.why);
    }
  }
  runs.kept.clear();
  if (!runs.result.runs.empty()) {
    note(save(given.common, output, runs.result));
  }
  if (runs.failure) {
    print_failure(*runs.failure, given.common.color);
  }
  if (trace) {
    StatusLine progress(progress_style(given.progress, given.common.quiet));
    note(write_recorded(given.common, traces, *trace, progress));
  }
  if (runs.result.runs.empty() || (given.common.quiet && given.output.format == Format::kText)) {
    return status;
  }
  if (runs.failure && given.output.format == Format::kText) {
    drop_printed_details(*runs.failure, runs.result.notes);
  }
  const auto text =
      format_result(std::move(runs.result), given.profile, given.common, given.output);
  return text ? print_output(given.common, given.output, *text, status)
              : print_error(text.error().message, ExitStatus::kInputWrong, given.common.color);
}

}  // namespace

ExitStatus report_program(const ProgramOutput& given, ProgramRuns runs,
                          std::optional<OutputFile> output, TraceOutputs& traces) {
  const auto expectations = program_expectations(given.profile.expectations);
  std::string unknown;
  std::vector<std::string> unmet;
  if (expectations && !runs.failure) {
    unknown = unknown_names(*expectations, runs.result);
    unmet = unknown.empty() ? profiles::unmet_expectations(runs.result, *expectations) : unmet;
  }
  const ExitStatus status = print_program(given, std::move(runs), std::move(output), traces);
  if (!unknown.empty()) {
    print_error(unknown, ExitStatus::kInputWrong, given.common.color);
    return first_failure(status, ExitStatus::kInputWrong);
  }
  return print_unmet(unmet, status, given.common.color);
}

}  // namespace dps::commands
