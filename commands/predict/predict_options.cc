#include "commands/predict/predict_options.h"

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
  Syntax syntax;
  syntax.operands = {blueprint_operand(blueprint)};
  syntax.add({machine_option(machine), set_machine_option(machine.changes)})
      .add(data_sheet_options(machine))
      .add(parasol_options(machine))
      .add({costs_option(machine), set_option(blueprint), level_option(profile),
            only_option(profile), latencies_option(profile), format_option(output),
            result_output_option(output), expect_option(profile), measure_from_option(profile),
            for_option(end), timeout_option(timeout), runs_option(repetition)})
      .add(until_error_and_warmup(repetition))
      .add({seed_option(blueprint), why_option(profile), what_if_option(what_if)})
      .add(all_trace_options(trace))
      .add(progress_option(progress));
  return syntax;
}

std::string PredictOptions::check() {
  add_companions(trace.files, "--trace", common);
  return machine.machine.empty()
             ? "predict needs --machine FILE|NAME: 'dps machine list' lists the machines that come "
               "with dps, and 'dps calibrate -o FILE' measures these hosts"
         : end && !what_if.empty()
             ? "--what-if compares makespans, and with --for they are all the same"
             : contradiction_in(trace, false, "--trace FILE");
}

}  // namespace dps::commands
