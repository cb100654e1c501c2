/// Stores the values of options in the command line, after checking them.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "commands/cli/command_line.h"

namespace dps::coordinator {

using Choice = std::string_view;

inline constexpr std::array<Choice, 3> kLevels{"process", "unit", "functionality"};
inline constexpr std::array<Choice, 5> kComparisonLevels{"process", "unit", "functionality",
                                                         "total", "line"};
inline constexpr std::array<Choice, 3> kFormats{"text", "json", "csv"};
inline constexpr std::array<Choice, 4> kSweepFormats{"text", "json", "csv", "markdown"};
inline constexpr std::array<Choice, 2> kCheckFormats{"text", "json"};
inline constexpr std::array<Choice, 4> kLaunchers{"local", "ssh", "mpi", "pvm"};
inline constexpr std::array<Choice, 3> kTransports{"tcp", "mpi", "pvm"};
inline constexpr std::array<Choice, 2> kBindings{"none", "core"};
inline constexpr std::array<Choice, 2> kWaits{"block", "spin"};
inline constexpr std::array<Choice, 2> kTraceKeeps{"first", "last"};
inline constexpr std::array<Choice, 1> kSheetPaths{"host"};
inline constexpr std::array<Choice, 3> kModes{"min", "avg", "max"};
inline constexpr std::array<Choice, 3> kColors{"auto", "always", "never"};
inline constexpr std::array<Choice, 3> kProgressStyles{"auto", "json", "none"};

// Each returns the error, or "".
std::string set_variable(CommandLine& line, const std::string& value);
std::string set_only(CommandLine& line, const std::string& value);
std::string set_format(CommandLine& line, const std::string& value);
std::string set_output(CommandLine& line, const std::string& value);
std::string set_replacing_output(CommandLine& line, const std::string& value);
std::string set_raw(CommandLine& line, const std::string& value);
std::string set_runs(CommandLine& line, const std::string& value);
std::string set_until_error(CommandLine& line, const std::string& value);
std::string set_hosts(CommandLine& line, const std::string& value);
std::string set_wait(CommandLine& line, const std::string& value);
std::string set_eager(CommandLine& line, const std::string& value);
std::string set_max_message(CommandLine& line, const std::string& value);
std::string set_timeout(CommandLine& line, const std::string& value);
std::string set_level(CommandLine& line, const std::string& value);
/// One of the levels of results, or of those of traces.
std::string set_comparison_level(CommandLine& line, const std::string& value);
std::string set_warmup(CommandLine& line, const std::string& value);
std::string set_seed(CommandLine& line, const std::string& value);
std::string set_bind(CommandLine& line, const std::string& value);
std::string set_sweep_format(CommandLine& line, const std::string& value);
std::string add_what_if(CommandLine& line, const std::string& value);
std::string add_machine_change(CommandLine& line, const std::string& value);
std::string add_machine(CommandLine& line, const std::string& value);
std::string add_userfuncs(CommandLine& line, const std::string& value);
std::string add_question_word(CommandLine& line, const std::string& value);
std::string add_other_file(CommandLine& line, const std::string& value);
/// Of --vary and --set of dps model.
std::string vary_model_value(CommandLine& line, const std::string& value);
std::string set_model_value(CommandLine& line, const std::string& value);
/// Inputs of dps surface: those after --against belong to it.
std::string add_surface(CommandLine& line, const std::string& value);
std::string add_against(CommandLine& line, const std::string& value);
/// Phases, separated by commas that are not in parentheses.
std::string add_phases(CommandLine& line, const std::string& value);
/// The first one is the blueprint.
std::string add_swept_file(CommandLine& line, const std::string& value);
std::string set_plot(CommandLine& line, const std::string& value);
std::string set_tolerance(CommandLine& line, const std::string& value);
std::string add_expectation(CommandLine& line, const std::string& value);
std::string add_trace(CommandLine& line, const std::string& value);
std::string set_trace_output(CommandLine& line, const std::string& value);
std::string set_sites(CommandLine& line, const std::string& value);
std::string set_trace_limit(CommandLine& line, const std::string& value);
std::string set_trace_level(CommandLine& line, const std::string& value);
std::string set_trace_digits(CommandLine& line, const std::string& value);
std::string set_trace_keep(CommandLine& line, const std::string& value);
std::string set_trace_from(CommandLine& line, const std::string& value);
std::string set_trace_to(CommandLine& line, const std::string& value);
std::string set_progress(CommandLine& line, const std::string& value);
std::string set_color(CommandLine& line, const std::string& value);

/// Stores any text in a member.
template <std::string CommandLine::*member>
std::string set_text(CommandLine& line, const std::string& value) {
  line.*member = value;
  return "";
}

/// The setter of an option without a value.
template <bool CommandLine::*member>
std::string set_flag(CommandLine& line, const std::string& /*value*/) {
  line.*member = true;
  return "";
}

}  // namespace dps::coordinator
