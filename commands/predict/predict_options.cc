#include "commands/predict/predict_options.h"

#include <array>
#include <string_view>

#include "commands/groups/execution_options.h"
#include "commands/groups/progress_options.h"

namespace dps::commands {
namespace {

Option what_if_option(std::vector<std::string>& questions) {
  return {
      "--what-if",
      "",
      {"all|NAME*=FACTOR[,...]"},
      "Also predict with each line and each value of the machine 10 % better (all), or with one "
      "changed: C:Work.c*=0.5, O:Job.o*=0.9 or network.latency*=0.1; ranked by the makespan; "
      "may be repeated",
      append_to(questions),
      true};
}

}  // namespace

Syntax PredictOptions::syntax() {
  static constexpr std::array<std::string_view, 34> kProgramOptions{
      "--machine",     "--set-machine", "--mode",        "--contended",
      "--eager",       "--compute",     "--step",        "-o",
      "--level",       "--only",        "--format",      "--quiet",
      "--timeout",     "--color",       "--sites",       "--trace",
      "--trace-limit", "--trace-keep",  "--trace-from",  "--trace-to",
      "--progress",    "--latencies",   "--trace-level", "--digits",
      "--why",         "--force",       "--topology",    "--runtime",
      "--poll-limit",  "--jobs",        "--expect",      "--runs",
      "--warmup",      "--until-error"};
  Syntax syntax;
  syntax.program = &program;
  syntax.program_options = kProgramOptions;
  syntax.operands = {blueprint_operand(blueprint)};
  syntax.add({machine_option(machine), set_machine_option(machine.changes)})
      .add(data_sheet_options(machine))
      .add(parasol_options(machine))
      .add({costs_option(machine), set_option(blueprint), level_option(profile),
            only_option(profile), latencies_option(profile), format_option(output),
            result_output_option(output), expect_option(profile), measure_from_option(profile),
            for_option(end, blueprint), timeout_option(timeout), runs_option(repetition)})
      .add(until_error_and_warmup(repetition))
      .add({seed_option(blueprint), why_option(profile), slow_option(profile.slow),
            what_if_option(what_if)})
      .add(all_trace_options(trace))
      .add({progress_option(progress), compute_option(computing), step_option(computing),
            jobs_option(computing), poll_limit_option(computing), sites_option(profile)});
  return syntax;
}

std::string PredictOptions::check() {
  add_companions(trace.files, "--trace", common);
  if (!computing.costs_file.empty()) {
    common.inputs.push_back({"the costs file", computing.costs_file});
  }
  return machine.machine.empty()
             ? "predict needs --machine FILE|NAME: 'dps machine list' lists the machines that come "
               "with dps, and 'dps calibrate -o FILE' measures these hosts"
         : program.empty() && (!computing.compute.empty() || computing.step ||
                               computing.poll_limit || computing.jobs)
             ? "--compute, --step, --jobs and --poll-limit go with an MPI program: dps predict "
               "--machine NAME -- mpirun …"
         : !program.empty() && repetition.repeats() && !varies(computing)
             ? "every prediction of this program would be the same; --runs, --warmup and "
               "--until-error go with --compute measured or instructions:TIME"
         : end && !what_if.empty()
             ? "--what-if compares makespans, and with --for they are all the same"
             : contradiction_in(trace, false, "--trace FILE");
}

}  // namespace dps::commands
