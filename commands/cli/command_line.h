/// The command line, parsed (contract: docs/dps.1).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/units.h"
#include "commands/cli/datasheet_line.h"
#include "commands/cli/named_files.h"
#include "profiles/expectation.h"
#include "profiles/record.h"
#include "profiles/traces/head.h"
#include "profiles/traces/state_line_options.h"

namespace dps::coordinator {

enum class Format { kText, kJson, kCsv, kMarkdown };
enum class Color { kAuto, kAlways, kNever };
enum class Progress { kAuto, kJson, kNone };

/// NAME=VALUES of --vary or --set of dps model.
struct ModelValue {
  std::string option;  ///< "--vary" or "--set"
  std::string name;
  std::string values;
};

/// The options of all commands; each command sets and reads only its own.
struct CommandLine {
  std::string command;  ///< "run", "predict", "calibrate", …: the table of main.cc
  std::string file;     ///< the blueprint or the result; calibrate: that of --components, or empty
  std::vector<std::string> other_files;  ///< compare, report, model: those after the first
  std::vector<std::pair<std::string, std::string>> settings;
  std::vector<std::string> only;
  std::vector<std::string> program;  ///< run: COMMAND with its arguments, after "--"
  std::uint64_t most_sites = 20;     ///< of --sites; 0: all
  std::string action;                ///< machine: "list" or "show"; empty: not given
  std::string output;   ///< "-": standard output; what is printed otherwise then goes to stderr
  std::string machine;  ///< of --machine, as given (machine_path()); of machine show
  std::vector<std::string> machines;  ///< sweep: of each --machine
  /// Of each --set-machine, as given; of a sweep with lists of values.
  std::vector<std::string> machine_changes;
  std::vector<std::string> question;     ///< timecalc: NAME P D
  std::string mode;                      ///< "min", "avg" or "max": of --mode; empty: not given
  std::optional<std::uint64_t> eager;    ///< bytes
  std::string sheet_path;                ///< timecalc: of --path; empty: not given
  std::string scale;                     ///< sweep: the variable of --scale
  std::string plot;                      ///< sweep, model: the file of --plot
  std::string shard;                     ///< sweep: --shard, as given
  std::vector<std::string> against;      ///< surface: the files of --against
  std::vector<std::string> phases;       ///< surface: of --only
  std::string processes_name;            ///< surface: the variable of --processes
  std::string data_name;                 ///< surface: the variable of --data
  std::vector<ModelValue> model_values;  ///< model: in the order of the command line
  std::string of;                        ///< model: the function of --of; empty: the last one
  std::string speedup;                   ///< model: the name of --speedup
  std::string best;                      ///< model: the name of --best
  std::string raw;                       ///< calibrate: the folder of --raw; empty: not given
  std::string costs;                     ///< predict: the file of component costs; empty: not given
  std::string hosts;                     ///< --hosts; empty: not given
  std::string launcher;                  ///< empty: not given; default: choose_hosts()
  std::string transport = "tcp";
  std::vector<std::string> userfuncs;
  std::vector<profiles::Expectation> expectations;  ///< of --expect; names are not checked
  std::vector<std::string> what_if;                 ///< of each --what-if, as given
  std::vector<std::string> traces;                  ///< the files of --trace
  traces::Keep trace_keep = traces::Keep::kFirst;
  std::optional<std::uint64_t> trace_limit;  ///< events of a process
  std::optional<Seconds> trace_from;
  std::optional<Seconds> trace_to;
  std::string trace_option;        ///< one that only goes with --trace; empty: none is given
  std::vector<NamedFile> inputs;   ///< all files that the command reads
  std::vector<NamedFile> outputs;  ///< the file of -o, if it is given
  std::vector<std::string> words;  ///< the command line as given, for the result
  DatasheetLine datasheet;
  std::optional<double> until_error;  ///< per cent
  std::optional<Seconds> timeout;
  std::uint64_t max_message = 1ULL << 30;
  std::optional<double> tolerance_percent;
  std::uint64_t seed = 1;
  std::uint32_t runs = 1;
  std::uint32_t warmup = 0;
  Format format = Format::kText;
  Color color = Color::kAuto;
  Progress progress = Progress::kAuto;
  std::optional<profiles::Level> level;
  std::string compared_level;    ///< compare: of --level, which traces have others for
  bool output_replaces = false;  ///< -o takes the place of stdout; else it adds a file
  bool runs_given = false;
  bool bind_to_cores = false;
  bool latencies = false;   ///< --latencies
  bool matrix = false;      ///< check: --matrix
  bool anyway = false;      ///< run: --anyway
  bool designs = false;     ///< compare: --designs
  bool own = false;         ///< compare: --own
  bool try_hosts = false;   ///< --check
  bool also_runs = false;   ///< sweep: --run
  bool weak = false;        ///< sweep: --weak
  bool merges = false;      ///< sweep: --merge
  bool draws_heat = false;  ///< sweep: --heat-map
  bool parts = false;       ///< model: --parts
  bool bounds = false;      ///< model: --bounds
  bool contended = false;   ///< --contended
  bool quick = false;       ///< calibrate: --quick
  bool spin = false;
  bool wait_given = false;
  bool why = false;  ///< predict, trace: --why
  bool quiet = false;
  traces::StateLineOptions trace_lines;  ///< --trace-level and --digits
  std::string lines_option;              ///< one of these, if it is given; else empty
};

/// True if an expectation is about latencies.
inline bool expects_latencies(const CommandLine& line) {
  return std::any_of(line.expectations.begin(), line.expectations.end(),
                     [](const auto& expectation) { return expectation.needs_latencies(); });
}

}  // namespace dps::coordinator
