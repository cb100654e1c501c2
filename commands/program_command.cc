#include "commands/program_command.h"

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
#include "commands/cli/status_line.h"
#include "commands/programs/program_result.h"
#include "commands/programs/program_run.h"
#include "commands/tracing/named_why.h"
#include "commands/tracing/trace_options.h"
#include "commands/tracing/trace_outputs.h"
#include "mpi_programs/analysis/trace_of.h"
#include "profiles/view.h"

namespace dps::coordinator {
namespace {

/// All runs of the command.
struct ProgramRuns {
  profiles::RunResult result;
  std::vector<ReadProgram> kept;  ///< as in result.runs, if a trace is wanted
  std::optional<Failure> failure;
};

Result<ProgramRuns> play_all(const CommandLine& line) {
  ProgramRuns runs;
  OtherWork other_work;
  other_work.load_before = load_by_others();
  for (std::uint32_t i = 0; i < line.warmup + line.runs && !runs.failure; ++i) {
    std::fflush(stdout);
    auto played = play_program(line.program, line.timeout);
    if (!played) {
      return tl::unexpected(played.error());
    }
    auto read = read_run(*played);
    if (!read) {
      return tl::unexpected(read.error());
    }
    if (!runs.result.program || runs.result.runs.empty()) {
      auto notes = std::move(runs.result.notes);
      runs.result = describe_program(line, *played);
      runs.result.notes = std::move(notes);
    }
    runs.failure = read->failure;
    if (i < line.warmup && !runs.failure) {
      continue;
    }
    const std::size_t before = runs.result.runs.size();
    other_work.add(*played, read->program);
    add_run(runs.result, *read);
    if ((!line.traces.empty() || line.why) && runs.result.runs.size() > before) {
      runs.kept.push_back(std::move(*read));
    }
  }
  add_other_work(runs.result, other_work);
  return runs;
}

traces::TraceHead trace_head_of(const CommandLine& line, const ProgramRuns& runs, std::size_t run) {
  traces::TraceHead head;
  head.kind = traces::TraceKind::kRun;
  head.unit = traces::TimeUnit::kNanoseconds;
  head.version = dps_version();
  head.blueprint = printable(command_text(line.program));
  head.run = static_cast<std::uint32_t>(run + 1);
  head.limits = trace_limits_of(line, traces::TimeUnit::kNanoseconds);
  if (line.traces.empty()) {
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
std::optional<traces::Trace> shown_trace(const CommandLine& line, const ProgramRuns& runs,
                                         ExitStatus& status) {
  if (runs.kept.empty()) {
    return std::nullopt;
  }
  const std::size_t shown = profiles::shown_run(runs.result);
  const ReadProgram& read = runs.kept[shown];
  auto trace =
      mpi_profiles::trace_of(read.program, read.matching, trace_head_of(line, runs, shown));
  if (!trace) {
    status = print_error(trace.error().message, ExitStatus::kIncomplete, line.color);
    return std::nullopt;
  }
  return std::move(*trace);
}

/// Saves and prints what there is.
ExitStatus report(const CommandLine& line, ProgramRuns runs, std::optional<OutputFile> output,
                  TraceOutputs& traces) {
  if (line.level) {
    profiles::coarsen(runs.result, *line.level);
  }
  ExitStatus status = runs.failure ? runs.failure->status : ExitStatus::kDone;
  const auto note = [&](ExitStatus next) { status = status == ExitStatus::kDone ? next : status; };
  ExitStatus traced = ExitStatus::kDone;
  const auto trace = shown_trace(line, runs, traced);
  runs.kept.clear();
  note(traced);
  note(explain_run(line, trace, runs.result));
  if (!runs.result.runs.empty()) {
    note(save(output, runs.result));
  }
  if (runs.failure) {
    print_failure(*runs.failure, line.color);
  }
  if (trace) {
    StatusLine progress(progress_style(line));
    note(write_recorded(line, traces, *trace, progress));
  }
  if (runs.result.runs.empty() || (line.quiet && line.format == Format::kText)) {
    return status;
  }
  if (runs.failure && line.format == Format::kText) {
    drop_printed_details(*runs.failure, runs.result.notes);
  }
  const auto text = format_result(std::move(runs.result), line);
  return text ? print_output(line, *text, status)
              : print_error(text.error().message, ExitStatus::kInputWrong, line.color);
}

}  // namespace

ExitStatus run_program(const CommandLine& line) {
  auto output = create_output(line);
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, line.color);
  }
  auto traces = TraceOutputs::create(line.traces, line.trace_lines);
  if (!traces) {
    return print_error(traces.error().message, ExitStatus::kInputWrong, line.color);
  }
  auto runs = play_all(line);
  if (!runs) {
    const bool is_wrong = runs.error().code == ErrorCode::kInput;
    return print_error(runs.error().message,
                       is_wrong ? ExitStatus::kInputWrong : ExitStatus::kFailed, line.color);
  }
  return report(line, std::move(*runs), std::move(*output), *traces);
}

}  // namespace dps::coordinator
