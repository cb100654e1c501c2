// The commands of dps: a row for each.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "coordinator/options/option_table.h"

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
          "Run a blueprint with real processes and print its profile",
          {blueprint()},
          {&options::kSet,          &options::kLevel,        &options::kOnly,
           &options::kFormat,       &options::kResultOutput, &options::kExpect,
           &options::kRunLatencies, &options::kRuns,         &options::kUntilError,
           &options::kWarmup,       &options::kSeed,         &options::kHosts,
           &options::kLauncher,     &options::kTransport,    &options::kBind,
           &options::kWait,         &options::kUserfuncs,    &options::kMaxMessage,
           &options::kAnyway,       &options::kTimeout,      &options::kWhy,
           &options::kTrace,        &options::kTraceLimit,   &options::kTraceKeep,
           &options::kTraceFrom,    &options::kTraceTo,      &options::kProgress},
          {{"dps plan.txt --set jobs=5000", "run may be left out"},
           {"dps run plan.txt --hosts 'node[1-4]' -o run.json", "on four hosts; keep the result"},
           {"dps run plan.txt --level unit --only Master", "units of the Master processes"}},
          {"start", "exec", "execute", "launch", "play"},
          nullptr,
          "dps BLUEPRINT [OPTION]..."};
}

Command predict() {
  return {
      "predict",
      CommandGroup::kPrograms,
      "Predict a run of a blueprint on a machine, in virtual time",
      {blueprint()},
      {&options::kMachine,      &options::kSetMachine, &options::kCosts,     &options::kSet,
       &options::kLevel,        &options::kOnly,       &options::kLatencies, &options::kFormat,
       &options::kResultOutput, &options::kExpect,     &options::kRuns,      &options::kUntilError,
       &options::kWarmup,       &options::kSeed,       &options::kWhy,       &options::kWhatIf,
       &options::kTrace,        &options::kTraceLimit, &options::kTraceKeep, &options::kTraceFrom,
       &options::kTraceTo,      &options::kProgress},
      {{"dps predict plan.txt --machine office_cluster", "a machine of the library"},
       {"dps predict plan.txt --machine laptop --why", "the critical path"},
       {"dps predict plan.txt --machine laptop --trace plan.json", "see it in ui.perfetto.dev"},
       {"dps predict plan.txt --machine lab.toml --set n=64", "one that calibrate measured"}},
      {"simulate", "sim", "forecast", "model"},
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
           &options::kTextOutput},
          {{"dps profile run.json --level functionality", "all that was recorded"},
           {"dps profile run.json --format csv", "for other programs"}},
          {"show", "print", "view", "cat"}};
}

Command compare() {
  return {"compare",
          CommandGroup::kResults,
          "Compare two saved results, exit 1 if they differ; or rank designs",
          {result("A.json", "the result to compare with", set_text<&CommandLine::file>),
           results_to_compare()},
          {&options::kDesigns, &options::kTolerance, &options::kLevel, &options::kOnly,
           &options::kFormat, &options::kComparisonOutput},
          {{"dps compare run.json prediction.json", "how far to trust the prediction"},
           {"dps compare --designs mm1.json mm2.json", "which design is fastest, and why"}},
          {"diff", "rank"},
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
          {&options::kTraceOutput, &options::kWhy},
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
  return {"calibrate",
          CommandGroup::kMachines,
          "Measure hosts and network into a machine file for predict",
          {},
          {&options::kCalibrationOutput, &options::kHosts, &options::kLauncher,
           &options::kTransport, &options::kBind, &options::kWait, &options::kQuick,
           &options::kComponents, &options::kSet, &options::kUserfuncs, &options::kProgress},
          {{"dps calibrate --hosts lab.hosts -o lab.toml", "the machine that these hosts are"},
           {"dps calibrate --components plan.txt -o costs.toml", "the costs of call and exec"}},
          {"measure", "benchmark", "bench"}};
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
  static const std::vector<Command> commands{run(),    predict(), sweep(),     check(),
                                             graph(),  profile(), compare(),   trace(),
                                             report(), hosts(),   calibrate(), machine()};
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
