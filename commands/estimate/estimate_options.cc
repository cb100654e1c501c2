#include "commands/estimate/estimate_options.h"

#include <fmt/format.h>

#include "base/options/setters.h"
#include "base/printable.h"
#include "commands/groups/plot_option.h"
#include "commands/groups/progress_options.h"
#include "predictor/estimator/recorder/spmd_source.h"

namespace dps::commands {
namespace {

Setter entry_into(std::string& entry) {
  return [&entry](const std::string& value) {
    entry = value;
    return estimator::is_routine_name(value)
               ? ""
               : fmt::format("--entry: expected the name of a routine, got '{}'", printable(value));
  };
}

Setter append_define_to(std::vector<std::string>& defines) {
  return [&defines](const std::string& value) {
    defines.push_back(value);
    return estimator::is_routine_name(value.substr(0, value.find('=')))
               ? ""
               : fmt::format("--define: expected NAME=VALUE, got '{}'", printable(value));
  };
}

Option recording_timeout_option(std::optional<Seconds>& timeout) {
  return {"--timeout",
          "",
          {"TIME"},
          "Stop compiling and recording after this time (default 60s)",
          positive_time_into(timeout, {"--timeout", "30, 500ms or 2min"})};
}

/// -n, --entry, --define, --flags.
std::vector<Option> source_options(EstimateOptions& given) {
  return {{"-n",
           "",
           {"VALUES"},
           "Numbers of processors: 8 or 1..16 or 1,2,4 or 1..64*2 (default "
           "1..16); not with a "
           "streams file",
           into(given.numbers)},
          {"--entry",
           "",
           {"NAME"},
           "The routine that is called for each processor (default spmd)",
           entry_into(given.entry)},
          {"--define",
           "",
           {"NAME=VALUE"},
           "Define a name for the compiler, as -D does; may be repeated",
           append_define_to(given.defines),
           true},
          {"--flags", "", {"FLAGS"}, "More flags for the compiler", into(given.flags)}};
}

/// --streams, --to-blueprint.
std::vector<Option> file_options(EstimateOptions& given) {
  return {{"--streams",
           "",
           {"FILE", ValueKind::kOutput, "--streams"},
           "Also write the instruction streams",
           into(given.streams)},
          {"--to-blueprint",
           "",
           {"FILE", ValueKind::kOutput, "--to-blueprint"},
           "Also write a blueprint that does the same",
           into(given.blueprint)}};
}

}  // namespace

Syntax EstimateOptions::syntax() {
  Syntax syntax;
  syntax.operands = {{{"SOURCE", ValueKind::kInput, "the source"},
                      "a source, FILE.c, .f or .f90, or a file of instruction "
                      "streams; - is standard input",
                      into(file)}};
  syntax.add({machine_option(machine), set_machine_option(machine.changes)})
      .add(source_options(*this))
      .add(file_options(*this))
      .add({format_option(output), text_output_option(output),
            plot_option(plot,
                        "Also draw the times and their parts, or the "
                        "timeline of one number, with "
                        "gnuplot: FILE.svg, FILE.pdf or FILE.tex")})
      .add(all_trace_options(trace))
      .add({recording_timeout_option(timeout), progress_option(progress)});
  return syntax;
}

std::string EstimateOptions::check() {
  add_companions(trace.files, "--trace", common);
  return machine.machine.empty() ? "estimate needs --machine FILE|NAME: an architecture file, or "
                                   "sp2 of the library"
                                 : contradiction_in(trace, false, "--trace FILE");
}

}  // namespace dps::commands
