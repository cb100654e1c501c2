/// The options of all commands. Source: docs/dps.1.
#pragma once

#include "commands/options/option.h"
#include "commands/options/option_setters.h"

namespace dps::coordinator::options {

inline constexpr Value kOutputFile{"FILE", ValueKind::kOutput, "-o"};

inline constexpr Option kSet{"--set",
                             "",
                             {"NAME=VALUE", ValueKind::kVariable},
                             "Give a variable of the blueprint another value; may be repeated",
                             set_variable,
                             true};
inline constexpr Option kSweepSet{
    "--set",
    "",
    {"NAME=VALUES", ValueKind::kVariable},
    "The values of a variable: 10,50,100 or 1..8 or 1..9:2 or 1..1024*2; may be repeated: all "
    "combinations",
    set_variable,
    true};
inline constexpr Option kLevel{
    "--level",
    "",
    {"LEVEL", ValueKind::kText, "", kLevels},
    "How fine the profile is: process (the default), unit or functionality",
    set_level};
inline constexpr Option kComparisonLevel{
    "--level",
    "",
    {"LEVEL", ValueKind::kText, "", kComparisonLevels},
    "How fine the comparison is: process, unit or functionality of results; total (the default), "
    "process or line of traces",
    set_comparison_level};
inline constexpr Option kOwn{"--own",
                             "",
                             {},
                             "Of traces, compare times without their idle part",
                             set_flag<&CommandLine::own>};
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
inline constexpr Option kSweepFormat{"--format",
                                     "",
                                     {"FORMAT", ValueKind::kText, "", kSweepFormats},
                                     "Print text (the default), json, csv or markdown",
                                     set_sweep_format};
inline constexpr Option kLatencies{
    "--latencies",
    "",
    {},
    "Also print how long messages and functionalities took, with quantiles, as --level "
    "functionality does",
    set_flag<&CommandLine::latencies>};
inline constexpr Option kExpect{
    "--expect",
    "",
    {"EXPECTATION"},
    "Exit 1 unless this holds, as 'makespan < 2s', 'p99(Reply.m) < 20ms' or 'max(work.f) <= 1s'; "
    "may be repeated",
    add_expectation,
    true};
inline constexpr Option kRunLatencies{
    "--latencies",
    "",
    {},
    "Also print how long messages and functionalities took, with quantiles; this traces the run",
    set_flag<&CommandLine::latencies>};
inline constexpr Option kSweepExpect{
    "--expect",
    "",
    {"EXPECTATION"},
    "Exit 1 unless this holds at every point, as 'makespan < 2s' or 'p99(Reply.m) < 20ms'; may be "
    "repeated",
    add_expectation,
    true};
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
inline constexpr Option kReportOutput{
    "-o", "", kOutputFile,
    "The page, FILE.html, that a browser opens from the disk; with -, stdout", set_output};
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
inline constexpr Option kSweepMachine{
    "--machine",
    "",
    {"FILE|NAME", ValueKind::kMachine, "the machine file"},
    "Predict the points on this machine, as predict does; may be repeated",
    add_machine,
    true};
inline constexpr Option kSetMachine{
    "--set-machine",
    "",
    {"KEY=VALUE|KEY*=FACTOR|KEY+=TIME", ValueKind::kMachineKey},
    "Change a value of the machine: network.latency=10us, host.node1.speed*=2 or cost.send+=1us; "
    "'dps machine keys NAME' lists the keys; may be repeated",
    add_machine_change,
    true};
inline constexpr Option kSweepSetMachine{
    "--set-machine",
    "",
    {"KEY=VALUES|KEY*=FACTORS|KEY+=TIMES", ValueKind::kMachineKey},
    "Values of the machine: network.latency=1us,10us or cost.send*=1..8*2; may be repeated: all "
    "combinations",
    add_machine_change,
    true};
inline constexpr Option kSweepOutput{
    "-o",
    "",
    {"FILE.db", ValueKind::kOutput, "-o"},
    "Keep the results of all points in this database; a sweep that was stopped continues",
    set_output};
inline constexpr Option kPlot{"--plot",
                              "",
                              {"FILE", ValueKind::kOutput, "--plot"},
                              "Also draw the makespans with gnuplot: FILE.svg, FILE.pdf or "
                              "FILE.tex",
                              set_plot};
inline constexpr Option kModelPlot{"--plot",
                                   "",
                                   {"FILE", ValueKind::kOutput, "--plot"},
                                   "Also draw the times with gnuplot: FILE.svg, FILE.pdf or "
                                   "FILE.tex",
                                   set_plot};
inline constexpr Option kModelMachine{
    "--machine",
    "",
    {"SHEET|NAME", ValueKind::kMachine, "the data sheet"},
    "The data sheet that gives functions such as tbcast(p,d): a file, or a name that 'dps machine "
    "list' lists",
    set_text<&CommandLine::machine>};
inline constexpr Option kVary{
    "--vary",
    "",
    {"NAME=VALUES"},
    "The values of a parameter or a constant: 1..32 or 1..64:3 or 16..512*2, or a list; may be "
    "repeated: all combinations",
    vary_model_value,
    true};
inline constexpr Option kModelSet{
    "--set",         "",
    {"NAME=VALUE"},  "The value of a parameter or a constant, or an expression; may be repeated",
    set_model_value, true};
inline constexpr Option kOf{"--of",
                            "",
                            {"FUNCTION"},
                            "The function whose time is computed (default: the last of the model)",
                            set_text<&CommandLine::of>};
inline constexpr Option kSpeedup{
    "--speedup",
    "",
    {"NAME"},
    "Also print the time with this parameter at 1, divided by the time",
    set_text<&CommandLine::speedup>};
inline constexpr Option kBest{"--best",
                              "",
                              {"NAME"},
                              "Print only the rows with the least time over this parameter",
                              set_text<&CommandLine::best>};
inline constexpr Option kParts{"--parts",
                               "",
                               {},
                               "Also print the terms of the sum, with their shares",
                               set_flag<&CommandLine::parts>};
inline constexpr Option kBounds{
    "--bounds",
    "",
    {},
    "Also print the times with the coefficients of the sheet less and plus their errors",
    set_flag<&CommandLine::bounds>};
inline constexpr Option kAgainst{"--against",
                                 "",
                                 {"B...", ValueKind::kInput, "the input"},
                                 "Compare A with these: the ratios B/A where both have a point",
                                 add_against,
                                 true};
inline constexpr Option kProcessesName{
    "--processes",
    "",
    {"NAME"},
    "The variable that is the number of processes (default: that of the result, or p of a model)",
    set_text<&CommandLine::processes_name>};
inline constexpr Option kDataName{
    "--data",
    "",
    {"NAME"},
    "The variable that is the size of the data (default: the only one that differs besides)",
    set_text<&CommandLine::data_name>};
inline constexpr Option kPhases{
    "--only",   "",  {"PHASE[,PHASE]..."}, "Only these phases; total is the whole program",
    add_phases, true};
inline constexpr Option kSurfaceFolder{
    "-o",
    "",
    {"DIR", ValueKind::kOutput, "-o"},
    "Also write data, a script for gnuplot and a picture for each phase to this folder",
    set_output};
inline constexpr Option kHeatMap{"--heat-map",
                                 "",
                                 {},
                                 "With --plot: a heat map of two variables, not curves",
                                 set_flag<&CommandLine::draws_heat>};
inline constexpr Option kShard{"--shard",
                               "",
                               {"K/N"},
                               "With -o: only the K-th of N parts of the points, in FILE.K.db "
                               "(default: the index in a Slurm array)",
                               set_text<&CommandLine::shard>};
inline constexpr Option kMerge{"--merge",
                               "",
                               {},
                               "Join databases instead: dps sweep --merge A.db B.db -o C.db",
                               set_flag<&CommandLine::merges>};
inline constexpr Option kAlsoRun{"--run",
                                 "",
                                 {},
                                 "With --machine: also run the points, for the error of the "
                                 "predictions; without it they always run",
                                 set_flag<&CommandLine::also_runs>};
inline constexpr Option kScale{"--scale",
                               "",
                               {"VARIABLE"},
                               "Print speed-up and efficiency over this variable, from its least "
                               "value",
                               set_text<&CommandLine::scale>};
inline constexpr Option kWeak{"--weak",
                              "",
                              {},
                              "The work grows with the variable of --scale: weak scaling",
                              set_flag<&CommandLine::weak>};
inline constexpr Option kSweepRuns{
    "--runs", "", {"N"}, "Runs of each point; the table has their mean", set_runs};
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
inline constexpr Option kRaw{
    "--raw",
    "",
    {"DIR", ValueKind::kOutput, "the folder of --raw"},
    "Also write the measured times as a folder of raw files, for dps datasheet",
    set_raw};
inline constexpr Option kRawContended{
    "--contended",
    "",
    {},
    "With --raw: also times of messages while 2, 4, 8 ... processes exchange them",
    set_flag<&CommandLine::contended>};
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
    "or .json.gz, .pftrace, .otf2, .prv, .trace, .csv, .folded, or DIR/ with a .trace for each "
    "process; may be repeated",
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
inline constexpr Option kTraceLevel{
    "--trace-level",
    "",
    {"N"},
    "Of a .trace: lines of this level and above: 1 comments, sites and idle times, 2 messages, "
    "4 states (default), 5 phases",
    set_trace_level};
inline constexpr Option kTraceDigits{"--digits",
                                     "",
                                     {"N"},
                                     "Of a .trace: the decimals of its seconds (default 6)",
                                     set_trace_digits};
inline constexpr Option kTraceOutput{"-o", "", kOutputFile,
                                     "Convert the trace instead: .json or .pftrace for "
                                     "ui.perfetto.dev, .otf2, .prv, .json.gz, .trace, DIR/ with a "
                                     ".trace for each process, .csv, .folded for flame graphs, or "
                                     ".dpstrace",
                                     set_trace_output};
inline constexpr Option kSites{"--sites",
                               "",
                               {"N|all"},
                               "Of an MPI program: the number of sites in the table (default 20)",
                               set_sites};
inline constexpr Option kWhy{"--why",
                             "",
                             {},
                             "Also print why it takes so long: the critical path, the waits with "
                             "their causes, and what would help most",
                             set_flag<&CommandLine::why>};
inline constexpr Option kProgress{
    "--progress",
    "",
    {"HOW", ValueKind::kText, "", kProgressStyles},
    "auto (the default): a line on a terminal; json: one JSON object per line on stderr; or none",
    set_progress};
inline constexpr Option kMode{"--mode",
                              "",
                              {"MODE", ValueKind::kText, "", kModes},
                              "On a data sheet: times with the coefficients less their errors "
                              "(min), as they are (avg, the default) or plus their errors (max)",
                              set_text<&CommandLine::mode>};
inline constexpr Option kContended{"--contended",
                                   "",
                                   {},
                                   "On a data sheet: the equations allsend and allrecv, measured "
                                   "while all processes exchange messages",
                                   set_flag<&CommandLine::contended>};
inline constexpr Option kEager{"--eager",
                               "",
                               {"SIZE"},
                               "On a data sheet: the largest message whose send does not wait for "
                               "its receiver",
                               set_eager};
inline constexpr Option kSheetPath{"--path",
                                   "",
                                   {"PATH", ValueKind::kText, "", kSheetPaths},
                                   "host: the equations between processes of one host",
                                   set_text<&CommandLine::sheet_path>};
inline constexpr Option kWhatIf{
    "--what-if",
    "",
    {"all|NAME*=FACTOR[,...]"},
    "Also predict with each line and each value of the machine 10 % better (all), or with one "
    "changed: C:Work.c*=0.5, O:Job.o*=0.9 or network.latency*=0.1; ranked by the makespan; may be "
    "repeated",
    add_what_if,
    true};
inline constexpr Option kQuiet{
    "--quiet", "-q", {}, "No progress, warnings or notes on stderr", set_flag<&CommandLine::quiet>};
inline constexpr Option kColor{"--color",
                               "",
                               {"WHEN", ValueKind::kText, "", kColors},
                               "auto (the default), always or never",
                               set_color};

}  // namespace dps::coordinator::options
