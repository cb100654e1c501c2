#include "commands/run/program_command.h"

#include <cstdio>
#include <utility>

#include "base/interference.h"
#include "commands/cli/command_output.h"
#include "commands/cli/run_target.h"
#include "commands/cli/saved_result.h"
#include "commands/programs/program_report.h"
#include "commands/programs/program_result.h"
#include "commands/programs/program_run.h"

namespace dps::commands {
namespace {

Result<ProgramRuns> play_all(const RunOptions& given, bool keeps_calls) {
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
    if (i < given.repetition.warmup && !read->failure) {
      continue;
    }
    other_work.add(*played, read->program);
    runs.add(std::move(*read), keeps_calls);
  }
  add_other_work(runs.result, other_work);
  return runs;
}

}  // namespace

Result<ProgramRuns> run_program_once(const RunOptions& given) {
  return play_all(given, false);
}

ExitStatus run_program(const RunOptions& given) {
  const ProgramOutput output{
      given.common, given.program, given.profile, given.output, given.trace, given.progress, ""};
  return play_and_report(output, [&] { return play_all(given, output.needs_calls()); });
}

}  // namespace dps::commands
