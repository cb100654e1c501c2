// The commands of dps: a row for each.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "commands/options/datasheet_options.h"
#include "commands/options/option_table.h"

namespace dps::coordinator {
namespace {

constexpr std::array<std::string_view, 3> kMachineActions{"list", "show", "keys"};

Operand blueprint() {
  return {{"BLUEPRINT", ValueKind::kInput, "the blueprint"},
          "the blueprint; - is standard input",
          set_text<&CommandLine::file>};
}

Operand result(std::string_view name, std::string_view text, Setter set) {
  return {{name, ValueKind::kInput, "the result"}, text, set};
}

Operand results_to_compare() {
  Operand operand =
      result("B.json", "the result that is compared; with --designs any number", add_other_file);
  operand.repeats = true;
  return operand;
}

Command run() {
  return {"run",
          CommandGroup::kPrograms,
          "Run a blueprint, or an MPI program, and print its profile",
          {blueprint()},
          {&options::kSet,          &options::kLevel,        &options::kOnly,
           &options::kFormat,       &options::kResultOutput, &options::kExpect,
           &options::kRunLatencies, &options::kRuns,         &options::kUntilError,
           &options::kWarmup,       &options::kSeed,         &options::kHosts,
           &options::kLauncher,     &options::kTransport,    &options::kBind,
           &options::kWait,         &options::kUserfuncs,    &options::kMaxMessage,
           &options::kAnyway,       &options::kTimeout,      &options::kWhy,
           &options::kTrace,        &options::kTraceLimit,   &options::kTraceKeep,
           &options::kTraceFrom,    &options::kTraceTo,      &options::kTraceLevel,
           &options::kTraceDigits,  &options::kProgress,     &options::kSites},
          {{"dps plan.txt --set jobs=5000", "run may be left out"},
           {"dps run plan.txt --hosts 'node[1-4]' -o run.json", "on four hosts; keep the result"},
           {"dps run plan.txt --level unit --only Master", "units of the Master processes"},
           {"dps run -o app.json -- mpirun -n 4 ./app", "an MPI program"}},
          {"start", "exec", "execute", "launch", "play"},
          nullptr,
          "dps run [OPTION]... -- COMMAND [ARGUMENT]...",
          true};
}

Command predict() {
  return {"predict",
          CommandGroup::kPrograms,
          "Predict a run of a blueprint on a machine, in virtual time",
          {blueprint()},
          {&options::kMachine,    &options::kSetMachine,  &options::kMode,
           &options::kContended,  &options::kEager,       &options::kCosts,
           &options::kSet,        &options::kLevel,       &options::kOnly,
           &options::kLatencies,  &options::kFormat,      &options::kResultOutput,
           &options::kExpect,     &options::kRuns,        &options::kUntilError,
           &options::kWarmup,     &options::kSeed,        &options::kWhy,
           &options::kWhatIf,     &options::kTrace,       &options::kTraceLimit,
           &options::kTraceKeep,  &options::kTraceFrom,   &options::kTraceTo,
           &options::kTraceLevel, &options::kTraceDigits, &options::kProgress},
          {{"dps predict plan.txt --machine office_cluster", "a machine of the library"},
           {"dps predict plan.txt --machine laptop --why", "the critical path"},
           {"dps predict plan.txt --machine laptop --trace plan.json", "see it in ui.perfetto.dev"},
           {"dps predict plan.txt --machine lab.toml --set n=64", "one that calibrate measured"}},
          {"simulate", "sim", "forecast"},
          &options::kMachine};
}

Operand blueprint_or_databases() {
  return {{"BLUEPRINT", ValueKind::kInput, "the blueprint"},
          "the blueprint; with --merge databases, any number",
          add_swept_file,
          false,
          true};
}

Command sweep() {
  return {"sweep",
          CommandGroup::kPrograms,
          "Predict or run a blueprint at many values of its variables",
          {blueprint_or_databases()},
          {&options::kSweepSet,    &options::kSweepMachine, &options::kSweepSetMachine,
           &options::kMode,        &options::kContended,    &options::kEager,
           &options::kAlsoRun,     &options::kCosts,        &options::kScale,
           &options::kWeak,        &options::kPlot,         &options::kHeatMap,
           &options::kSweepOutput, &options::kShard,        &options::kMerge,
           &options::kLevel,       &options::kSweepFormat,  &options::kSweepRuns,
           &options::kUntilError,  &options::kWarmup,       &options::kSeed,
           &options::kHosts,       &options::kLauncher,     &options::kTransport,
           &options::kBind,        &options::kWait,         &options::kUserfuncs,
           &options::kMaxMessage,  &options::kAnyway,       &options::kTimeout,
           &options::kSweepExpect, &options::kTraceLimit,   &options::kProgress},
          {{"dps sweep plan.txt --machine laptop --set n=1..8 --scale n",
            "with speed-up and efficiency"},
           {"dps sweep plan.txt --set n=8,64 --set k=1..9 --runs 5", "runs 18 points"}},
          {"scan", "scale", "scaling", "parameters"},
          nullptr,
          "dps sweep --merge A.db B.db... -o C.db"};
}

Command model() {
  Operand files{{"MODEL...", ValueKind::kInput, "the model"},
                "files with the equations of a program; - is standard input",
                add_swept_file};
  files.repeats = true;
  return {"model",
          CommandGroup::kPrograms,
          "Evaluate equations for the time of a program, with a data sheet",
          {files},
          {&options::kModelMachine, &options::kVary, &options::kModelSet, &options::kOf,
           &options::kSpeedup, &options::kBest, &options::kParts, &options::kBounds,
           &options::kFormat, &options::kModelPlot, &options::kTextOutput},
          {{"dps model a.model --machine lab.toml --vary p=1..32*2",
            "the times with 1 to 32 processes"},
           {"dps model a.model --vary p=1..64 --vary d=64,512 --best p",
            "the best number of processes for two sizes"}},
          {"models", "equation", "equations", "gnuplot", "formula", "evaluate"}};
}

Command check() {
  return {"check",
          CommandGroup::kPrograms,
          "Report all mistakes in a blueprint, and what it would do and execute",
          {blueprint()},
          {&options::kSet, &options::kHosts, &options::kMatrix, &options::kUserfuncs,
           &options::kMaxMessage, &options::kCheckFormat, &options::kTextOutput},
          {{"dps check plan.txt", "nothing is executed"},
           {"dps check plan.txt --hosts lab.hosts", "also what would run where"}},
          {"validate", "verify", "lint", "test", "analyse", "analyze"}};
}

Command graph() {
  return {"graph",
          CommandGroup::kPrograms,
          "Print the structure of a blueprint for Graphviz, or draw it",
          {blueprint()},
          {&options::kGraphOutput, &options::kSet},
          {{"dps graph plan.txt -o plan.svg", "a picture"},
           {"dps graph plan.txt | dot -Tps >plan.ps", "another format of Graphviz"}},
          {"dot", "draw", "plot", "diagram"}};
}

Command profile() {
  return {"profile",
          CommandGroup::kResults,
          "Print a saved result again",
          {result("RESULT.json", "a result that run or predict saved with -o; - is standard input",
                  set_text<&CommandLine::file>)},
          {&options::kLevel, &options::kOnly, &options::kLatencies, &options::kFormat,
           &options::kSites, &options::kTextOutput},
          {{"dps profile run.json --level functionality", "all that was recorded"},
           {"dps profile run.json --format csv", "for other programs"}},
          {"show", "print", "view", "cat"}};
}

Command compare() {
  return {"compare",
          CommandGroup::kResults,
          "Compare two results or traces, exit 1 if they differ; or rank designs",
          {result("A.json", "the result to compare with", set_text<&CommandLine::file>),
           results_to_compare()},
          {&options::kDesigns, &options::kTolerance, &options::kComparisonLevel, &options::kOwn,
           &options::kOnly, &options::kFormat, &options::kComparisonOutput},
          {{"dps compare run.json prediction.json", "how far to trust the prediction"},
           {"dps compare run.trace prediction.trace --level process", "two traces, by state"},
           {"dps compare --designs mm1.json mm2.json", "which design is fastest, and why"}},
          {"diff", "rank", "cmptrace"},
          nullptr,
          "dps compare --designs A.json B.json... [OPTION]..."};
}

Command trace() {
  return {"trace",
          CommandGroup::kResults,
          "Summarise a trace that run or predict wrote, or convert it",
          {{{"TRACE.dpstrace", ValueKind::kInput, "the trace"},
            "a trace that --trace wrote; - is standard input",
            set_text<&CommandLine::file>}},
          {&options::kTraceOutput, &options::kTraceLevel, &options::kTraceDigits, &options::kWhy},
          {{"dps trace plan.dpstrace", "what it holds, and the longest functionalities"},
           {"dps trace plan.dpstrace --why", "also the critical path"},
           {"dps trace plan.dpstrace -o plan.json", "for ui.perfetto.dev and speedscope.app"}},
          {"timeline", "perfetto", "export", "convert"}};
}

Command report() {
  return {"report",
          CommandGroup::kResults,
          "Show results and traces on a page for a browser",
          {{{"RESULT|TRACE...", ValueKind::kInput, "the input"},
            "a result of run or predict, a trace, or a point of a sweep, FILE.db:n=10; any number",
            add_swept_file,
            false,
            true}},
          {&options::kReportOutput},
          {{"dps report run.json run.dpstrace -o run.html", "a run with its events"},
           {"dps report run.json prediction.json -o both.html", "one beside the other"}},
          {"html", "page", "visualise", "visualize", "dashboard"},
          &options::kReportOutput};
}

Command surface() {
  Operand inputs{{"A...", ValueKind::kInput, "the input"},
                 "texts of phases, tables of dps model, results, or FILE.db of a sweep",
                 add_surface};
  inputs.repeats = true;
  return {"surface",
          CommandGroup::kResults,
          "Print speed-ups of phases over processes and data, or compare two sets of times",
          {inputs},
          {&options::kAgainst, &options::kProcessesName, &options::kDataName, &options::kPhases,
           &options::kFormat, &options::kSurfaceFolder},
          {{"dps surface sweep.db --processes workers -o surfaces", "with pictures of each phase"},
           {"dps surface measured.txt --against model.json", "how far a model is off"}},
          {"mkgraph", "cmpgraph", "ratio", "speedup", "phases"}};
}

Command hosts() {
  return {"hosts",
          CommandGroup::kMachines,
          "List the hosts as the terrain sees them; without hosts, this machine",
          {},
          {&options::kHosts, &options::kTryHosts, &options::kTextOutput},
          {{"dps hosts --check --hosts 'node[1-4]'", "log in to each, as a run does"}},
          {"nodes", "host"}};
}

Command calibrate() {
  return {
      "calibrate",
      CommandGroup::kMachines,
      "Measure hosts and network into a machine file for predict",
      {},
      {&options::kCalibrationOutput, &options::kHosts, &options::kLauncher, &options::kTransport,
       &options::kBind, &options::kWait, &options::kQuick, &options::kComponents, &options::kSet,
       &options::kUserfuncs, &options::kRaw, &options::kRawContended, &options::kProgress},
      {{"dps calibrate --hosts lab.hosts -o lab.toml", "the machine that these hosts are"},
       {"dps calibrate --components plan.txt -o costs.toml", "the costs of call and exec"}},
      {"measure", "benchmark", "bench"}};
}

Command datasheet() {
  return {"datasheet",
          CommandGroup::kMachines,
          "Fit equations to the measured times of a message-passing library",
          {{{"DIR|SHEET.toml", ValueKind::kInput, "the input"},
            "the folder of raw files; or a data sheet, which is printed",
            set_text<&CommandLine::file>}},
          {&options::kSheetOutput, &options::kTex, &options::kHtml, &options::kPlots,
           &options::kSheetName, &options::kSheetFunctions, &options::kFloor, &options::kSplit,
           &options::kSheetBreakpoints, &options::kDigits, &options::kOrderOfMagnitude,
           &options::kTimeUnit, &options::kPoints, &options::kGuidelines, &options::kFormat},
          {{"dps datasheet raw -o lab.toml", "a sheet for timecalc, model and predict"},
           {"dps datasheet raw --check", "which functions are slower than they need be"},
           {"dps datasheet cray_t3d --digits 1", "the tables of a sheet"}},
          {"sheet", "fit", "dsheet"}};
}

Command machine() {
  return {"machine",
          CommandGroup::kMachines,
          "List the machines that come with dps; print the file of one, or its keys",
          {{{"list|show|keys", ValueKind::kText, "", kMachineActions},
            "list the machines (the default); show the file of one, or its keys for --set-machine",
            set_text<&CommandLine::action>,
            true},
           {{"FILE|NAME", ValueKind::kMachine, "the machine file"},
            "the machine to show",
            set_text<&CommandLine::machine>,
            true}},
          {&options::kSetMachine, &options::kTextOutput},
          {{"dps machine list", "dps machines does the same"},
           {"dps machine keys laptop", "what --set-machine can change"},
           {"dps machine show laptop -o mine.toml", "a machine file to change"}},
          {"library"}};
}

Command timecalc() {
  return {"timecalc",
          CommandGroup::kMachines,
          "Print the time of a function of a message-passing library by a data sheet",
          {{{"SHEET", ValueKind::kMachine, "the data sheet"},
            "a data sheet, or one that 'dps machine list' lists",
            set_text<&CommandLine::machine>},
           {{"NAME [P] [D]"},
            "the function, processes, and elements or a size such as 64KiB; without it, such lines "
            "are read from standard input",
            add_question_word,
            true,
            true}},
          {&options::kCheckFormat, &options::kSheetPath},
          {{"dps timecalc cray_t3d bcast 16 1000", "a broadcast to 16 processes"},
           {"dps timecalc lab.toml", "ask at the terminal"}},
          {"sheet", "cost", "costs"}};
}

}  // namespace

std::string usage_of(const Command& command) {
  std::string usage = fmt::format("dps {}", command.name);
  for (const Operand& operand : command.operands) {
    usage += operand.is_optional ? fmt::format(" [{}]", operand.value.name)
                                 : fmt::format(" {}", operand.value.name);
  }
  if (command.needs != nullptr) {
    usage += fmt::format(" {} {}", command.needs->name, command.needs->value.name);
  }
  return usage + " [OPTION]...";
}

std::span<const Option* const> common_options() {
  static constexpr std::array<const Option*, 2> kCommon{&options::kColor, &options::kQuiet};
  return kCommon;
}

std::span<const Command> command_table() {
  static const std::vector<Command> commands{
      run(),   predict(), sweep(),   model(), check(),     graph(),     profile(), compare(),
      trace(), report(),  surface(), hosts(), calibrate(), datasheet(), machine(), timecalc()};
  return commands;
}

const Command* find_command(std::string_view name) {
  name = name == "machines" ? "machine" : name;
  const auto table = command_table();
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const Command& command) { return command.name == name; });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace dps::coordinator
