#include "commands/estimate/estimate_command.h"

#include <algorithm>
#include <utility>

#include "base/processes/signal_descriptor.h"
#include "commands/cli/command_output.h"
#include "commands/estimate/estimate_files.h"
#include "commands/estimate/estimate_input.h"
#include "commands/estimate/estimate_options.h"
#include "commands/estimate/estimate_work.h"
#include "commands/terminal/status_line.h"
#include "predictor/estimator/tables/estimate_output.h"

namespace dps::commands {
namespace {

std::string formatted(const estimator::EstimateTable& table, Format format) {
  return format == Format::kJson  ? estimator::estimate_json(table)
         : format == Format::kCsv ? estimator::estimate_csv(table)
                                  : estimator::estimate_text(table);
}

/// Returns kDeadlock if the program deadlocks on some number of processors.
ExitStatus status_of(const estimator::EstimateTable& table) {
  const bool is_complete = std::all_of(table.rows.begin(), table.rows.end(),
                                       [](const auto& row) { return row.estimate.is_complete(); });
  return is_complete ? ExitStatus::kDone : ExitStatus::kDeadlock;
}

/// Prints the notes of the table if it is CSV, which has no place for them.
void print_csv_notes(const EstimateOptions& given, const estimator::EstimateTable& table) {
  if (given.output.format != Format::kCsv || given.common.quiet) {
    return;
  }
  print_notes(table.notes);
  for (const auto& row : table.rows) {
    print_notes(estimator::notes_of(row.estimate));
  }
}

ExitStatus estimate(const EstimateOptions& given) {
  const auto machine = open_architecture(given);
  auto input = open_estimate_input(given);
  if (!machine || !input) {
    return ExitStatus::kInputWrong;
  }
  auto files = EstimateFiles::create(given, *input);
  if (!files) {
    return print_error(files.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  const SignalDescriptor signals;
  StatusLine progress(progress_style(given.progress, given.common.quiet));
  const auto estimated = estimate_all(given, *std::move(input), *machine, signals, progress);
  if (!estimated) {
    return estimated.error();
  }
  const ExitStatus written = files->write(given, *estimated, *machine, signals, progress);
  progress.clear();
  const ExitStatus status =
      first_failure(first_failure(estimated->status, written), status_of(estimated->table));
  print_csv_notes(given, estimated->table);
  return print_output(given.common, given.output, formatted(estimated->table, given.output.format),
                      status);
}

}  // namespace

Command estimate_command() {
  return {"estimate",
          CommandGroup::kPrograms,
          "Estimate the times of an SPMD source in C or Fortran on 1 to N "
          "processors",
          prepare<EstimateOptions, estimate>,
          {{"dps estimate adi.c --machine sp2", "on 1 to 16 processors"},
           {"dps estimate adi.c --machine sp2 -n 8 --trace adi.json", "see it in ui.perfetto.dev"},
           {"dps estimate psrs.f --machine sp2 -n 1..64*2 --plot a.svg", "with a picture"}},
          {"spmd", "estimator"},
          "--machine"};
}

}  // namespace dps::commands
