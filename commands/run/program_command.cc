#include "commands/run/program_command.h"

#include <cstdio>
#include <optional>
#include <utility>

#include "base/interference.h"
#include "base/printable.h"
#include "commands/cli/command_output.h"
#include "commands/cli/run_target.h"
#include "commands/cli/saved_result.h"
#include "commands/files/output_file.h"
#include "commands/programs/program_report.h"
#include "commands/programs/program_result.h"
#include "commands/programs/program_run.h"
#include "mpi_programs/analysis/computing_costs.h"

namespace dps::commands {
namespace {

/// Plays all runs. `times` gets the computing of ranks between their calls; it may be null.
Result<ProgramRuns> play_all(const RunOptions& given, bool keeps_calls,
                             mpi_profiles::ComputingTimes* times) {
  ProgramRuns runs;
  const ProgramPlay how{given.execution.timeout, nullptr,
                        given.no_samples ? ComputingSamples::kNo : ComputingSamples::kYes,
                        program_output_to(given.output)};
  OtherWork other_work;
  other_work.load_before = load_by_others();
  for (std::uint32_t i = 0;
       i < given.repetition.warmup + given.repetition.runs.value_or(1) && !runs.failure; ++i) {
    std::fflush(stdout);
    auto played = play_program(given.program, how);
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
    if (i < given.repetition.warmup && !read->failure) {
      continue;
    }
    other_work.add(*played, read->program);
    if (times != nullptr) {
      times->add(read->program);
    }
    runs.add(std::move(*read), keeps_calls);
  }
  add_other_work(runs.result, other_work);
  return runs;
}

/// The file of --costs-out; nullopt without it.
Result<std::optional<OutputFile>> create_costs(const RunOptions& given) {
  if (given.costs_out.empty()) {
    return std::nullopt;
  }
  auto created =
      OutputFile::create(given.costs_out, marked_kind("costs file"), given.common.replaced);
  if (!created) {
    return tl::unexpected(created.error());
  }
  return std::optional(*std::move(created));
}

/// Writes the file of --costs-out.
ExitStatus write_costs(const RunOptions& given, const mpi_profiles::ComputingTimes& times,
                       OutputFile& file) {
  const std::string comment = "Median times that ranks compute between two calls: " +
                              printable(command_text(given.program));
  const auto written = file.commit(mpi_profiles::computing_costs_text(times.medians(), comment));
  return written
             ? ExitStatus::kDone
             : print_error(written.error().message, ExitStatus::kIncomplete, given.common.color);
}

}  // namespace

Result<ProgramRuns> run_program_once(const RunOptions& given) {
  return play_all(given, false, nullptr);
}

ExitStatus run_program(const RunOptions& given) {
  const ProgramOutput output{
      given.common, given.program, given.profile, given.output, given.trace, given.progress, ""};
  auto costs = create_costs(given);
  if (!costs) {
    return print_error(costs.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  mpi_profiles::ComputingTimes times;
  bool has_played = false;  // the command has done its work in every run
  const ExitStatus status = play_and_report(output, [&] {
    auto runs = play_all(given, output.needs_calls(), *costs ? &times : nullptr);
    has_played = runs && !runs->failure;
    return runs;
  });
  if (!*costs || !has_played) {
    return status;
  }
  const ExitStatus written = write_costs(given, times, **costs);
  return first_failure(status, written);
}

}  // namespace dps::commands
