#include "commands/run/program_command.h"

#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/interference.h"
#include "base/printable.h"
#include "base/version.h"
#include "commands/cli/command_output.h"
#include "commands/cli/run_target.h"
#include "commands/cli/saved_result.h"
#include "commands/programs/program_result.h"
#include "commands/programs/program_run.h"
#include "commands/terminal/status_line.h"
#include "commands/tracing/explain_run.h"
#include "commands/tracing/trace_outputs.h"
#include "mpi_programs/analysis/trace_of.h"
#include "profiles/view.h"

namespace dps::commands {
namespace {

/// All runs of the command.
struct ProgramRuns {
  profiles::RunResult result;
  std::vector<ReadProgram> kept;  ///< as in result.runs, if a trace is wanted
  std::optional<coordinator::Failure> failure;
};

Result<ProgramRuns> play_all(const RunOptions& given) {
  ProgramRuns runs;
  OtherWork other_work;
  other_work.load_before = load_by_others();
  for (std::uint32_t i = 0;
       i < given.repetition.warmup + given.repetition.runs.value_or(1) && !runs.failure; ++i) {
    std::fflush(stdout);
    auto played = play_program(given.program, given.execution.timeout);
    if (!played) {
      return tl::unexpected(played.error());
    }
    auto read = read_run(*played);
    if (!read) {
      return tl::unexpected(read.error());
    }
    if (!runs.result.program || runs.result.runs.empty()) {
      auto notes = std::move(runs.result.notes);
      runs.result = describe_program(given.program, command_facts(given.common.words), *played);
      runs.result.notes = std::move(notes);
    }
    runs.failure = read->failure;
    if (i < given.repetition.warmup && !runs.failure) {
      continue;
    }
    const std::size_t before = runs.result.runs.size();
    other_work.add(*played, read->program);
    add_run(runs.result, *read);
    if ((!given.trace.files.empty() || given.profile.why) && runs.result.runs.size() > before) {
      runs.kept.push_back(std::move(*read));
    }
  }
  add_other_work(runs.result, other_work);
  return runs;
}

traces::TraceHead trace_head_of(const RunOptions& given, const ProgramRuns& runs, std::size_t run) {
  traces::TraceHead head;
  head.kind = traces::TraceKind::kRun;
  head.unit = runs.kept[run].program.unit;
  head.version = dps_version();
  head.blueprint = printable(command_text(given.program));
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

/// The trace of the run that is printed, if it is needed. After an error prints it.
std::optional<traces::Trace> shown_trace(const RunOptions& given, const ProgramRuns& runs,
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

/// Saves and prints what there is.
ExitStatus report(const RunOptions& given, ProgramRuns runs, std::optional<OutputFile> output,
                  TraceOutputs& traces) {
  if (given.profile.level) {
    profiles::coarsen(runs.result, *given.profile.level);
  }
  ExitStatus status = runs.failure ? runs.failure->status : ExitStatus::kDone;
  const auto note = [&](ExitStatus next) { status = status == ExitStatus::kDone ? next : status; };
  ExitStatus traced = ExitStatus::kDone;
  const auto trace = shown_trace(given, runs, traced);
  runs.kept.clear();
  note(traced);
  if (given.profile.why) {
    note(explain_run(trace, runs.result, given.common.color));
  }
  if (!runs.result.runs.empty()) {
    note(save(output, runs.result));
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

ExitStatus run_program(const RunOptions& given) {
  auto output = create_output(given.common, given.output, result_kind());
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  auto traces =
      TraceOutputs::create(given.trace.files, given.trace.states.lines, given.common.replaced);
  if (!traces) {
    return print_error(traces.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  auto runs = play_all(given);
  if (!runs) {
    const bool is_wrong = runs.error().code == ErrorCode::kInput;
    return print_error(runs.error().message,
                       is_wrong ? ExitStatus::kInputWrong : ExitStatus::kFailed,
                       given.common.color);
  }
  return report(given, std::move(*runs), std::move(*output), *traces);
}

}  // namespace dps::commands
