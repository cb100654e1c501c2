#include "commands/run/run_options.h"

#include <array>
#include <string_view>

#include "commands/groups/hosts_file.h"
#include "commands/groups/progress_options.h"

namespace dps::commands {
namespace {

Option costs_out_option(std::string& file) {
  return {"--costs-out",
          "",
          {"FILE", ValueKind::kOutput, "--costs-out"},
          "Write the times that an MPI program computes between two calls, the median of each "
          "pair of calls, for 'dps predict --compute fixed:FILE'",
          into(file)};
}

Option no_samples_option(bool& flag) {
  return {"--no-samples",
          "",
          {},
          "Do not sample which functions of an MPI program compute between its calls",
          into(flag)};
}

}  // namespace

Syntax RunOptions::syntax() {
  static constexpr std::array<std::string_view, 24> kProgramOptions{
      "-o",           "--level",      "--only",     "--format",    "--quiet",     "--runs",
      "--warmup",     "--timeout",    "--color",    "--sites",     "--trace",     "--trace-limit",
      "--trace-keep", "--trace-from", "--trace-to", "--progress",  "--latencies", "--trace-level",
      "--digits",     "--why",        "--force",    "--costs-out", "--expect",    "--no-samples"};
  Syntax syntax;
  syntax.operands = {blueprint_operand(blueprint)};
  syntax.program = &program;
  syntax.program_options = kProgramOptions;
  syntax
      .add({set_option(blueprint), level_option(profile), only_option(profile),
            format_option(output), result_output_option(output), expect_option(profile),
            measure_from_option(profile), traced_latencies_option(profile),
            runs_option(repetition)})
      .add(until_error_and_warmup(repetition))
      .add(seed_option(blueprint))
      .add(all_host_options(hosts))
      .add(all_execution_options(execution))
      .add({for_option(execution.end, blueprint)})
      .add({why_option(profile), slow_option(profile.slow)})
      .add(all_trace_options(trace))
      .add({progress_option(progress), sites_option(profile), costs_out_option(costs_out),
            no_samples_option(no_samples)});
  return syntax;
}

std::string RunOptions::check() {
  add_hosts_file(hosts, common);
  add_companions(trace.files, "--trace", common);
  return first_of(
      {program.empty() && !costs_out.empty()
           ? "--costs-out goes with an MPI program: dps run --costs-out FILE -- mpirun …"
           : "",
       program.empty() && no_samples
           ? "--no-samples goes with an MPI program: dps run --no-samples -- mpirun …"
           : "",
       contradiction_in(hosts), contradiction_in(execution, hosts.transport),
       execution.end && repetition.repeats()
           ? "--for ends one run, and with it all connections; --runs, --warmup and "
             "--until-error cannot follow it"
           : "",
       contradiction_in(trace, profile.latencies || profile.expects_latencies(),
                        "--trace FILE or --latencies")});
}

}  // namespace dps::commands
