#include "commands/sweep/sweep_options.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "commands/files/machine_library.h"
#include "commands/groups/expectation_reader.h"
#include "commands/groups/hosts_file.h"
#include "commands/groups/plot_option.h"
#include "commands/groups/progress_options.h"
#include "commands/groups/quantity_reader.h"
#include "commands/options/option.h"

namespace dps::commands {
namespace {

constexpr std::string_view kBlueprintRole = "the blueprint";
constexpr std::array<std::string_view, 4> kSweepFormats{"text", "json", "csv", "markdown"};

Operand blueprint_or_databases(SweepOptions& given) {
  return {{"BLUEPRINT", ValueKind::kInput, kBlueprintRole},
          "the blueprint; with --merge databases, any number",
          [&given](const std::string& value) {
            if (given.blueprint.file.empty()) {
              given.blueprint.file = value;
            } else {
              given.databases.push_back(value);
            }
            return std::string();
          },
          false,
          true};
}

Option swept_set_option(BlueprintOptions& given) {
  Option option = set_option(
      given, {"--set", "NAME=VALUES", "; one --set has all values of a variable: NAME=1,2"});
  option.text =
      "The values of a variable: 10,50,100 or 1..8 or 1..9:2 or 1..1024*2; may be repeated: all "
      "combinations";
  return option;
}

Option swept_machine_option(std::vector<std::string>& machines) {
  return {"--machine",
          "",
          kMachineFile,
          "Predict the points on this machine, as predict does; may be repeated",
          [&machines](const std::string& value) {
            machines.push_back(machine_name(value));
            return std::string();
          },
          true};
}

Option swept_set_machine_option(MachineChoice& given) {
  return set_machine_option(
      given.changes, "KEY=VALUES|KEY*=FACTORS|KEY+=TIMES",
      "Values of the machine: network.latency=1us,10us or cost.send*=1..8*2; may be repeated: all "
      "combinations");
}

Option run_option(bool& flag) {
  return {"--run",
          "",
          {},
          "With --machine: also run the points, for the error of the "
          "predictions; without it they always run",
          into(flag)};
}

/// A quantity that is a column of the table, too.
Option plot_of_option(SweepOptions& given) {
  return {"--plot-of",
          "",
          {"QUANTITY"},
          "With --plot: draw this, as in --column, instead of the makespan",
          [&given](const std::string& value) -> std::string {
            auto quantity = parse_quantity("--plot-of", value);
            if (!quantity) {
              return quantity.error();
            }
            given.plot_of = std::move(*quantity);
            return "";
          }};
}

std::vector<Option> scaling_options(SweepOptions& given) {
  return {{"--scale",
           "",
           {"VARIABLE"},
           "Print speed-up and efficiency over this variable, from its smallest value",
           into(given.scale)},
          {"--weak",
           "",
           {},
           "The work grows with the variable of --scale: weak scaling",
           into(given.weak)},
          plot_option(given.plot,
                      "Also draw the makespans with gnuplot: FILE.svg, FILE.pdf or FILE.tex"),
          plot_of_option(given),
          {"--heat-map",
           "",
           {},
           "With --plot: a heat map of two variables, not curves",
           into(given.draws_heat)}};
}

std::vector<Option> database_options(SweepOptions& given) {
  return {output_option(
              given.output,
              "Keep the results of all points in this database; a sweep that was stopped continues",
              {"FILE.db", ValueKind::kOutput, "-o"}),
          {"--shard",
           "",
           {"K/N"},
           "With -o: only the K-th of N parts of the points, in FILE.K.db "
           "(default: the index in a Slurm array)",
           into(given.shard)},
          {"--merge",
           "",
           {},
           "Join databases instead: dps sweep --merge A.db B.db -o C.db",
           into(given.merges)}};
}

/// "VARIABLE: EXPECTATION".
Option find_option(std::optional<Find>& given) {
  return {"--find",
          "",
          {"VARIABLE: EXPECTATION"},
          "Find the largest value in the range of --set with which this holds, as "
          "'n: p99(Job.m) < 20ms'",
          [&given](const std::string& value) -> std::string {
            const std::size_t colon = value.find(':');
            const std::string name = value.substr(0, value.find_first_of(" :"));
            if (colon == std::string::npos || name.empty()) {
              return "--find: expected a variable, a colon and an expectation, as in "
                     "'n: p99(Job.m) < 20ms'";
            }
            const std::size_t begin = value.find_first_not_of(' ', colon + 1);
            auto expectation =
                parse_expectation("--find", value.substr(std::min(begin, value.size())));
            if (!expectation) {
              return expectation.error();
            }
            given = Find{name, std::move(*expectation)};
            return "";
          }};
}

/// The error if --find is combined with an option that it excludes; else "".
std::string contradiction_in(const SweepOptions& given, const std::optional<Find>& find) {
  if (!find) {
    return "";
  }
  if (given.also_runs && !given.machines.empty()) {
    return "--find predicts or runs, not both: leave out --run or --machine";
  }
  if (!given.scale.empty() || !given.plot.empty() || !given.shard.empty() || given.merges) {
    return "--find goes with none of --scale, --plot, --shard and --merge";
  }
  return given.output.format == Format::kCsv || given.output.format == Format::kMarkdown
             ? "--find prints text or json"
             : "";
}

/// Adds the quantity of --plot-of as a column, unless --column contains it.
void add_drawn_column(SweepOptions& given) {
  if (!given.plot_of) {
    return;
  }
  auto& columns = given.profile.columns;
  const auto same = std::find_if(columns.begin(), columns.end(), [&](const auto& column) {
    return column.text == given.plot_of->text;
  });
  given.drawn = static_cast<std::size_t>(same - columns.begin());
  if (same == columns.end()) {
    columns.push_back(*given.plot_of);
  }
}

/// With --merge, the operands are databases.
void name_databases(std::vector<NamedFile>& inputs) {
  for (NamedFile& input : inputs) {
    if (input.role == kBlueprintRole) {
      input.role = "the input database";
    }
  }
}

Option sweep_format_option(Format& format) {
  return {"--format",
          "",
          {"FORMAT", ValueKind::kText, "", kSweepFormats},
          "Print text (the default), json, csv or markdown",
          choice_into(format, kSweepFormats)};
}

/// The error for options of sweeps that exclude one another; "" if there is none.
std::string contradiction_in(const SweepOptions& given) {
  if (given.merges) {
    return given.output.file.empty() || given.databases.empty()
               ? "--merge joins two or more databases: dps sweep --merge A.db B.db -o C.db"
               : "";
  }
  const bool has_computing =
      !given.computing.compute.empty() || given.computing.step || given.computing.jobs;
  if (given.program.empty() && has_computing) {
    return "--compute, --step and --jobs go with an MPI program: dps sweep --machine NAME -- "
           "mpirun …";
  }
  if (!given.program.empty() && has_computing && given.machines.empty()) {
    return "--compute, --step and --jobs go with --machine FILE|NAME: runs take real time";
  }
  if (!given.databases.empty()) {
    return fmt::format("dps sweep takes one blueprint, got '{}', too; --merge joins databases",
                       printable(given.databases[0]));
  }
  if (!given.machine.changes.empty() && given.machines.empty()) {
    return "--set-machine goes with --machine FILE|NAME: it changes the machine of predictions";
  }
  if ((given.draws_heat || given.plot_of) && given.plot.empty()) {
    return given.plot_of ? "--plot-of goes with --plot FILE" : "--heat-map goes with --plot FILE";
  }
  if (given.end && given.repetition.warmup > 0 && (given.machines.empty() || given.also_runs)) {
    return "--for ends a run, and with it all connections; the runs of --warmup have the same ones";
  }
  if (!given.shard.empty() && given.output.file.empty()) {
    return "--shard goes with -o FILE.db";
  }
  return given.output.file == kStandardStream
             ? "-o: a database cannot be written to standard output"
             : "";
}

}  // namespace

Syntax SweepOptions::syntax() {
  static constexpr std::array<std::string_view, 28> kProgramOptions{
      "--set",     "--machine", "--set-machine", "--mode",     "--contended", "--eager",
      "--compute", "--step",    "--jobs",        "--topology", "--runtime",   "--run",
      "--scale",   "--weak",    "--plot",        "--plot-of",  "--heat-map",  "-o",
      "--shard",   "--format",  "--runs",        "--warmup",   "--timeout",   "--expect",
      "--column",  "--quiet",   "--color",       "--progress"};
  Syntax syntax;
  syntax.program = &program;
  syntax.program_options = kProgramOptions;
  syntax.operands = {blueprint_or_databases(*this)};
  syntax
      .add({swept_set_option(blueprint), swept_machine_option(machines),
            swept_set_machine_option(machine)})
      .add(data_sheet_options(machine))
      .add(parasol_options(machine))
      .add({compute_option(computing), step_option(computing), jobs_option(computing),
            run_option(also_runs), costs_option(machine)})
      .add(scaling_options(*this))
      .add(database_options(*this))
      .add({level_option(profile), sweep_format_option(output.format),
            runs_option(repetition, "Runs of each point; the table has their mean")})
      .add(until_error_and_warmup(repetition))
      .add(seed_option(blueprint))
      .add(all_host_options(hosts))
      .add(all_execution_options(execution))
      .add({expect_everywhere_option(profile), find_option(find), column_option(profile),
            measure_from_option(profile), for_option(end, blueprint), trace_limit_option(trace),
            progress_option(progress)});
  return syntax;
}

std::string SweepOptions::check() {
  add_hosts_file(hosts, common);
  if (merges) {
    name_databases(common.inputs);
  }
  add_drawn_column(*this);
  return first_of({contradiction_in(hosts), contradiction_in(*this), contradiction_in(*this, find),
                   contradiction_in(execution, hosts.transport),
                   contradiction_in(trace,
                                    profile.expects_latencies() ||
                                        (find && find->expectation.quantity.needs_latencies()),
                                    "--expect 'p99(TAG) < TIME'")});
}

}  // namespace dps::commands
