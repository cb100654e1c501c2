/// The options of all commands. Source: docs/dps.1.
#pragma once

#include "coordinator/options/option.h"
#include "coordinator/options/option_setters.h"

namespace dps::coordinator::options {

inline constexpr Value kOutputFile{"FILE", ValueKind::kOutput, "-o"};

inline constexpr Option kSet{"--set",
                             "",
                             {"NAME=VALUE", ValueKind::kVariable},
                             "Give a variable of the blueprint another value; may be repeated",
                             set_variable,
                             true};
inline constexpr Option kLevel{
    "--level",
    "",
    {"LEVEL", ValueKind::kText, "", kLevels},
    "How fine the profile is: process (the default), unit or functionality",
    set_level};
inline constexpr Option kOnly{
    "--only",
    "",
    {"TAG[,TAG]..."},
    "Only these processes, units and functionalities; of a process, the first "
    "letters of its name",
    set_only,
    true};
inline constexpr Option kFormat{"--format",
                                "",
                                {"FORMAT", ValueKind::kText, "", kFormats},
                                "Print text (the default), json or csv",
                                set_format};
inline constexpr Option kCheckFormat{"--format",
                                     "",
                                     {"FORMAT", ValueKind::kText, "", kCheckFormats},
                                     "Print text (the default) or json",
                                     set_format};
inline constexpr Option kResultOutput{
    "-o", "", kOutputFile,
    "Also save the result as JSON, for profile and compare; with -, print it and send the profile "
    "to stderr",
    set_output};
inline constexpr Option kComparisonOutput{
    "-o", "", kOutputFile,
    "Also save the comparison as JSON; with -, print it and send the "
    "text to stderr",
    set_output};
inline constexpr Option kGraphOutput{
    "-o", "", kOutputFile,
    "Write the graph to FILE.dot, or a picture to FILE.svg, FILE.pdf or FILE.png, for which "
    "Graphviz has to be installed",
    set_output};
inline constexpr Option kTextOutput{"-o", "", kOutputFile, "Write to this file instead of stdout",
                                    set_replacing_output};
inline constexpr Option kCalibrationOutput{"-o", "", kOutputFile, "Also save what is printed",
                                           set_output};
inline constexpr Option kRuns{
    "--runs", "", {"N"}, "Run N times and print the run with the median makespan", set_runs};
inline constexpr Option kUntilError{
    "--until-error",
    "",
    {"PERCENT"},
    "Run until half the 95 % confidence interval of the mean makespan is at "
    "most this: at least 5 runs, at most --runs or 100",
    set_until_error};
inline constexpr Option kWarmup{
    "--warmup", "", {"N"}, "Runs before the first that counts", set_warmup};
inline constexpr Option kSeed{
    "--seed",
    "",
    {"N"},
    "Selects the random quantities of the blueprint (default 1); the result records it",
    set_seed};
inline constexpr Option kHosts{"--hosts",
                               "",
                               {"FILE|NODESET", ValueKind::kHosts, "the hosts file"},
                               "The hosts: a hosts file, or names such as node[1-4],login",
                               set_hosts};
inline constexpr Option kTryHosts{"--check",
                                  "",
                                  {},
                                  "Start an agent on each host and report what fails",
                                  set_flag<&CommandLine::try_hosts>};
inline constexpr Option kLauncher{
    "--launcher",
    "",
    {"NAME", ValueKind::kText, "", kLaunchers},
    "How processes are started: local, ssh, mpi or pvm (default: ssh with "
    "hosts, else local)",
    set_text<&CommandLine::launcher>};
inline constexpr Option kTransport{"--transport",
                                   "",
                                   {"NAME", ValueKind::kText, "", kTransports},
                                   "What carries the messages: tcp (the default), mpi or pvm",
                                   set_text<&CommandLine::transport>};
inline constexpr Option kBind{"--bind",
                              "",
                              {"TO", ValueKind::kText, "", kBindings},
                              "Bind each process to a core of its own: core, or none (the default)",
                              set_bind};
inline constexpr Option kWait{
    "--wait",
    "",
    {"HOW", ValueKind::kText, "", kWaits},
    "How a process waits for a message: block (it sleeps, the default) or spin (it "
    "polls, as mpi always does)",
    set_wait};
inline constexpr Option kUserfuncs{"--userfuncs",
                                   "",
                                   {"FILE.so", ValueKind::kInput, "the library"},
                                   "A library with user functions for call; may be repeated",
                                   add_userfuncs,
                                   true};
inline constexpr Option kMaxMessage{"--max-message",
                                    "",
                                    {"SIZE"},
                                    "Size of the largest message allowed (default 1G)",
                                    set_max_message};
inline constexpr Option kAnyway{"--anyway",
                                "",
                                {},
                                "Run a program that is certain to end in a deadlock, too",
                                set_flag<&CommandLine::anyway>};
inline constexpr Option kMatrix{"--matrix",
                                "",
                                {},
                                "Print which hosts satisfy the constraints of which htags",
                                set_flag<&CommandLine::matrix>};
inline constexpr Option kTimeout{
    "--timeout", "", {"TIME"}, "Stop the run after this time, as in 30s or 2min", set_timeout};
inline constexpr Option kMachine{
    "--machine",
    "",
    {"FILE|NAME", ValueKind::kMachine, "the machine file"},
    "The machine: a machine file, or a name that 'dps machine list' lists",
    set_text<&CommandLine::machine>};
inline constexpr Option kCosts{
    "--costs",
    "",
    {"FILE", ValueKind::kInput, "the costs file"},
    "Measured costs of call and exec components, from calibrate --components",
    set_text<&CommandLine::costs>};
inline constexpr Option kQuick{"--quick",
                               "",
                               {},
                               "Measure briefly: for a first look, not for predictions",
                               set_flag<&CommandLine::quick>};
inline constexpr Option kComponents{
    "--components",
    "",
    {"BLUEPRINT", ValueKind::kInput, "the blueprint"},
    "Measure the call and exec components of this blueprint instead, for "
    "predict --costs",
    set_text<&CommandLine::file>};
inline constexpr Option kDesigns{"--designs",
                                 "",
                                 {},
                                 "Rank the results of two or more designs: which is fastest, how "
                                 "certain that is, and where the time went",
                                 set_flag<&CommandLine::designs>};
inline constexpr Option kTolerance{"--tolerance",
                                   "",
                                   {"PERCENT"},
                                   "Difference of B from A that is tolerated (default 10)",
                                   set_tolerance};
inline constexpr Option kTrace{
    "--trace",
    "",
    {"FILE", ValueKind::kOutput, "--trace"},
    "Also write the events: FILE.json for ui.perfetto.dev, FILE.dpstrace for dps trace, "
    "or .json.gz, .csv, .folded; may be repeated",
    add_trace,
    true};
inline constexpr Option kTraceLimit{"--trace-limit",
                                    "",
                                    {"N"},
                                    "Trace at most N events of each process (default 1000000)",
                                    set_trace_limit};
inline constexpr Option kTraceKeep{"--trace-keep",
                                   "",
                                   {"WHICH", ValueKind::kText, "", kTraceKeeps},
                                   "If there are more, keep the first (the default) or the last",
                                   set_trace_keep};
inline constexpr Option kTraceFrom{
    "--trace-from", "", {"TIME"}, "Trace only from this instant on, as in 1.5s", set_trace_from};
inline constexpr Option kTraceTo{
    "--trace-to", "", {"TIME"}, "Trace only before this instant", set_trace_to};
inline constexpr Option kTraceOutput{
    "-o", "", kOutputFile,
    "Convert the trace instead: .json for ui.perfetto.dev and speedscope, .json.gz, .csv, "
    ".folded for flame graphs, or .dpstrace",
    set_trace_output};
inline constexpr Option kQuiet{
    "--quiet", "-q", {}, "No progress, warnings or notes on stderr", set_flag<&CommandLine::quiet>};
inline constexpr Option kColor{"--color",
                               "",
                               {"WHEN", ValueKind::kText, "", kColors},
                               "auto (the default), always or never",
                               set_color};

}  // namespace dps::coordinator::options
