#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "base/version.h"
#include "commands/check/check_command.h"
#include "commands/command_table.h"
#include "commands/compare/compare_options.h"
#include "commands/hosts/hosts_command.h"
#include "commands/options/parse_command_line.h"
#include "commands/predict/predict_options.h"
#include "commands/profile_command.h"
#include "commands/run/run_options.h"
#include "commands/surface_command.h"

namespace dps::commands {
namespace {

using options::ExitText;

std::variant<std::unique_ptr<PreparedCommand>, ExitText> parse(std::vector<const char*> words) {
  words.insert(words.begin(), "dps");
  return parse_command_line(command_table(), static_cast<int>(words.size()), words.data());
}

/// The options of an accepted command, whose struct of options is `Options`.
template <typename Options>
Options accepted(const std::vector<const char*>& words) {
  auto parsed = parse(words);
  if (const auto* reply = std::get_if<ExitText>(&parsed)) {
    ADD_FAILURE() << reply->text;
    return {};
  }
  const auto& command = std::get<std::unique_ptr<PreparedCommand>>(parsed);
  const Options* options = options_of<Options>(*command);
  if (options == nullptr) {
    ADD_FAILURE() << "another command";
    return {};
  }
  return *options;
}

ExitText refused(const std::vector<const char*>& words) {
  auto parsed = parse(words);
  if (!std::holds_alternative<ExitText>(parsed)) {
    ADD_FAILURE() << "accepted";
    return {};
  }
  return std::get<ExitText>(parsed);
}

TEST(CommandLine, AFileAloneIsRun) {
  const auto given = accepted<RunOptions>({"plan.txt", "--set", "n=3", "--set", "k=2*n"});
  EXPECT_EQ(given.blueprint.file, "plan.txt");
  const std::vector<std::pair<std::string, std::string>> settings{{"n", "3"}, {"k", "2*n"}};
  EXPECT_EQ(given.blueprint.settings, settings);
}

TEST(CommandLine, EveryOptionOfRunIsRead) {
  const auto given = accepted<RunOptions>({"run",      "--level",       "unit",     "--only",
                                           "a,b",      "--format",      "csv",      "-o",
                                           "out.json", "--runs",        "7",        "--warmup",
                                           "2",        "--until-error", "1.5",      "--wait",
                                           "spin",     "--max-message", "2G",       "--timeout",
                                           "500ms",    "--seed",        "9",        "--quiet",
                                           "--color",  "never",         "plan.txt", "--userfuncs",
                                           "./x.so"});
  EXPECT_EQ(given.profile.level, profiles::Level::kUnit);
  EXPECT_EQ(given.profile.only, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(given.output.format, Format::kCsv);
  EXPECT_EQ(given.output.file, "out.json");
  EXPECT_EQ(given.repetition.runs, 7U);
  EXPECT_EQ(given.repetition.warmup, 2U);
  EXPECT_EQ(given.repetition.until_error, 1.5);
  EXPECT_EQ(given.execution.max_message, 2ULL << 30);
  EXPECT_TRUE(given.hosts.polls());
  EXPECT_DOUBLE_EQ(given.execution.timeout->count(), 0.5);
  EXPECT_EQ(given.blueprint.seed, 9U);
  EXPECT_TRUE(given.common.quiet);
  EXPECT_EQ(given.common.color, Color::kNever);
  EXPECT_EQ(given.execution.userfuncs, std::vector<std::string>{"./x.so"});
}

TEST(CommandLine, HostsLauncherAndTransportAreRead) {
  const auto run = accepted<RunOptions>({"plan.txt", "--hosts", "node[1-4]", "--launcher", "mpi",
                                         "--transport", "mpi", "--bind", "core"});
  EXPECT_EQ(run.hosts.hosts, "node[1-4]");
  EXPECT_EQ(run.hosts.launcher, "mpi");
  EXPECT_EQ(run.hosts.transport, "mpi");
  EXPECT_TRUE(run.hosts.bind_to_cores);
  EXPECT_TRUE(run.hosts.polls());
  EXPECT_EQ(accepted<RunOptions>({"plan.txt"}).hosts.launcher, "");
  EXPECT_EQ(accepted<CheckOptions>({"check", "plan.txt", "--hosts", "lab.hosts"}).hosts.hosts,
            "lab.hosts");
  EXPECT_TRUE(accepted<HostsOptions>({"hosts", "--check", "--hosts", "lab.hosts"}).try_hosts);
}

TEST(CommandLine, CompareTakesAnyNumberOfDesigns) {
  const auto given =
      accepted<CompareOptions>({"compare", "a.json", "--designs", "b.json", "c.json"});
  EXPECT_TRUE(given.designs);
  EXPECT_EQ(given.file, "a.json");
  EXPECT_EQ(given.other_files, (std::vector<std::string>{"b.json", "c.json"}));
  EXPECT_EQ(given.common.inputs.size(), 3U);
}

TEST(CommandLine, CommonOptionsMayPrecedeTheCommand) {
  EXPECT_TRUE(
      accepted<CheckOptions>({"--color", "never", "--quiet", "check", "plan.txt"}).common.quiet);
  EXPECT_TRUE(accepted<RunOptions>({"--quiet", "plan.txt"}).common.quiet);
  EXPECT_EQ(accepted<RunOptions>({"--level", "unit", "plan.txt"}).profile.level,
            profiles::Level::kUnit);
}

TEST(CommandLine, MistakesAreNamedWithAPointerToHelp) {
  const std::vector<std::pair<std::vector<const char*>, std::string>> table{
      {{}, "no blueprint and no command"},
      {{"run"}, "dps run needs BLUEPRINT; usage: dps run BLUEPRINT [OPTION]..."},
      {{"run", "a", "b"}, "b"},
      {{"run", "a", "--levle", "unit"}, "--levle"},
      {{"run", "a", "--level", "deep"}, "expected process, unit or functionality, got 'deep'"},
      {{"run", "a", "--format", "xml"}, "expected text, json or csv, got 'xml'"},
      {{"run", "a", "--set", "n"}, "expected NAME=VALUE, got 'n'"},
      {{"run", "a", "--runs", "0"}, "--runs"},
      {{"run", "a", "--runs", "-1"}, "--runs"},
      {{"run", "a", "--timeout", "soon"}, "expected a time such as 30, 500ms or 2min, got 'soon'"},
      {{"run", "a", "--timeout", "0"}, "expected a time"},
      {{"run", "a", "--for", "5m"}, "or 500ms, got '5m'; did you mean '5min'?"},
      {{"predict", "a", "--trace-from", "2sec"}, "or 200ms, got '2sec'; did you mean '2s'?"},
      {{"run", "a", "--timeout", "1e10s"}, "--timeout must be at most 1e9 s, got '1e10s'"},
      {{"run", "a", "--for", "300000h"}, "--for must be at most 1e9 s, got '300000h'"},
      {{"run", "a", "--max-message", "big"}, "expected a size such as 2G, got 'big'"},
      {{"run", "a", "--wait", "long"}, "expected block or spin, got 'long'"},
      {{"run", "a", "--launcher", "rsh"}, "rsh is not supported"},
      {{"run", "a", "--launcher", "slurm"}, "expected local, ssh, mpi or pvm, got 'slurm'"},
      {{"run", "a", "--transport", "udp"}, "expected tcp, mpi or pvm, got 'udp'"},
      {{"run", "a", "--bind", "socket"}, "expected none or core, got 'socket'"},
      {{"run", "a", "--hosts", ""}, "expected a file or hosts such as node[1-4],login"},
      {{"run", "a", "--hosts", "b", "--launcher", "local"}, "goes with no --hosts"},
      {{"run", "a", "--transport", "mpi"}, "--transport mpi goes with --launcher mpi"},
      {{"run", "a", "--transport", "pvm", "--launcher", "ssh"},
       "--transport pvm goes with --launcher pvm, not with --launcher ssh"},
      {{"run", "a", "--launcher", "mpi", "--transport", "mpi", "--wait", "block"},
       "--wait block does not go with --transport mpi"},
      {{"run", "a", "--launcher", "mpi", "--transport", "mpi", "--max-message", "2G"},
       "at most 2147483647 bytes"},
      {{"run", "a", "--fromat", "json"},
       "dps run has no option '--fromat'; did you mean '--format'?"},
      {{"run", "a", "--runs", "abc"}, "--runs must be a whole number, got 'abc'"},
      {{"run", "a", "--runs"}, "--runs needs a value: --runs N"},
      {{"run", "a", "--runs", "--quiet"}, "--runs needs a value: --runs N"},
      {{"run", "a", "--quiet=yes"}, "--quiet takes no value, got '--quiet=yes'"},
      {{"run", "a", "--quiet=true"}, "--quiet takes no value, got '--quiet=true'"},
      {{"run", "a", "--level", "--seed", "3"}, "--level needs a value: --level LEVEL"},
      {{"run", "a", "--level="}, "expected process, unit or functionality, got ''"},
      {{"run", "a", "-1"}, "dps run has no option '-1'"},
      {{"run", "a", "--seed", "1", "--seed", "2"}, "--seed is given twice"},
      {{"run", "a", "--set", "n=1", "--set", "m=1", "--set", "n=2"}, "--set n is given twice"},
      {{"predict", "a", "--set", "n=1", "--set", "n=1"}, "--set n is given twice"},
      {{"check", "a", "--set", "n=1", "--set", "n=2"}, "--set n is given twice"},
      {{"graph", "a", "--set", "n=1", "--set", "n=2"}, "--set n is given twice"},
      {{"sweep", "a", "--set", "n=1", "--set", "n=2"},
       "--set n is given twice; one --set has all values of a variable: NAME=1,2"},
      {{"model", "a", "--set", "n=1", "--set", "n=2"}, "--set n is given twice"},
      {{"run", "a", "--level", "unti"}, "got 'unti'; did you mean 'unit'?"},
      {{"a.txt", "predict"}, "the command comes first, as in 'dps predict a.txt'"},
      {{"check", "--", "--runs", "x"}, "unexpected 'x' after BLUEPRINT"},
      {{"predict", "x", "--", "./app"},
       "'x' is a blueprint, and './app' after -- a program: dps predict takes one of them"},
      {{"check", "mpirun", "-n", "2", "./app"},
       "dps check takes no command; MPI programs are run, or predicted: dps run -- mpirun …"},
      {{"predict", "--machine", "laptop", "mpirun", "./app"},
       "an MPI program comes after --: dps predict --machine … -- mpirun …"},
      {{"predict", "--machine", "laptop", "--runs", "2", "--", "mpirun", "./app"},
       "every prediction of this program would be the same; --runs, --warmup and --until-error go "
       "with --compute measured or instructions:TIME"},
      {{"predict", "--machine", "laptop", "--step", "3", "--", "mpirun", "./app"},
       "--step: expected a time such as 1us or 0.5ns, got '3'"},
      {{"predict", "a", "--machine", "laptop", "--compute", "zero"},
       "--compute, --step, --jobs and --poll-limit go with an MPI program"},
      {{"run", "mpirun", "-n", "2", "./app"}, "an MPI program comes after --: dps run -- mpirun …"},
      {{"run", "mpirun", "./app"}, "an MPI program comes after --: dps run -- mpirun …"},
      {{"mpirun", "-n", "2", "./app"}, "an MPI program comes after --: dps run -- mpirun …"},
      {{"run", "--"}, "-- needs a command, as in: dps run -- mpirun -n 4 ./app"},
      {{"run", "--hosts", "a", "--", "mpirun", "./app"},
       "--hosts does not go with '-- COMMAND': the command itself places its ranks"},
      {{"run", "--seed", "1", "--", "mpirun", "./app"},
       "--seed does not go with '-- COMMAND': the program draws its own random numbers"},
      {{"simulate", "a"}, "no file and no command 'simulate'; did you mean 'dps predict'?"},
      {{"agent"}, "no file and no command 'agent'; 'dps help' lists the commands"},
      {{"help", "simulate"}, "no command 'simulate'; did you mean 'dps predict'?"},
      {{"help", "run", "check"}, "dps help takes one command, got 'check', too"},
      {{"version"}, "did you mean 'dps --version'?"},
      {{"hlep"}, "did you mean 'dps help'?"},
      {{"check", "a", "--launcher", "ssh"},
       "dps check has no option --launcher; dps run, dps sweep and dps calibrate have it"},
      {{"hosts", "lab.hosts"}, "got 'lab.hosts'; did you mean --hosts lab.hosts?"},
      {{"graph", "a", "--level", "unit"}, "--level"},
      {{"chekc", "a"}, "did you mean 'dps check'?"},
      {{"predict", "a"}, "predict needs --machine FILE|NAME"},
      {{"machine", "lsit"},
       "dps machine: expected list, show, keys, check, describe, route or eval, got 'lsit'; did "
       "you mean 'list'?"},
      {{"machine", "show"}, "dps machine show needs NAME"},
      {{"machines", "list", "laptop"}, "dps machine list takes no name"},
      {{"calibrate", "a"}, "a"},
      {{"calibrate", "--runs", "3"}, "--runs"},
      {{"compare", "a.json"},
       "dps compare needs B.json; usage: dps compare A.json B.json [OPTION]..., or dps compare "
       "--designs A.json B.json... [OPTION]..."},
      {{"compare", "--designs", "a.json"}, "dps compare needs B.json"},
      {{"compare", "a.json", "b.json", "c.json"},
       "dps compare takes two results, got 'c.json', too; with --designs it ranks any number"},
      {{"compare", "--designs", "a.json", "b.json", "--tolerance", "5"},
       "--tolerance does not go with --designs"},
      {{"compare", "--designs", "-", "-"}, "standard input cannot be the result twice"},
      {{"compare", "a.json", "b.json", "--tolerance", "-1"}, "--tolerance"}};
  for (const auto& [words, text] : table) {
    const ExitText reply = refused(words);
    EXPECT_EQ(reply.status, 2) << reply.text;
    EXPECT_NE(reply.text.find(text), std::string::npos) << reply.text;
  }
}

TEST(CommandLine, ShortOptionsAndAttachedValuesAreRead) {
  const auto given =
      accepted<ShowOptions>({"-q", "profile", "--level=unit", "-oout.json", "--", "-plan.txt"});
  EXPECT_TRUE(given.common.quiet);
  EXPECT_EQ(given.output.file, "out.json");
  EXPECT_EQ(given.profile.level, profiles::Level::kUnit);
  EXPECT_EQ(given.file, "-plan.txt");
}

TEST(CommandLine, AnOperandMayFollowARepeatedOption) {
  const auto given = accepted<RunOptions>({"--set", "a=1", "plan.txt", "--only", "[1,2]"});
  EXPECT_EQ(given.blueprint.file, "plan.txt");
  EXPECT_EQ(given.blueprint.settings.size(), 1U);
  EXPECT_EQ(given.profile.only, (std::vector<std::string>{"[1", "2]"}));  // by --only, at the comma
}

TEST(CommandLine, TwoPlusSignsAreAFile) {
  EXPECT_EQ(accepted<RunOptions>({"run", "++", "--quiet"}).blueprint.file, "++");
}

TEST(CommandLine, OperandsAfterAgainstBelongToIt) {
  const auto given =
      accepted<SurfaceOptions>({"surface", "a.txt", "b.txt", "--against", "c.txt", "d.txt"});
  EXPECT_EQ(given.files.a, (std::vector<std::string>{"a.txt", "b.txt"}));
  EXPECT_EQ(given.files.b, (std::vector<std::string>{"c.txt", "d.txt"}));
}

TEST(CommandLine, WordsAfterTwoHyphensAreTheCommandOfRun) {
  const auto given = accepted<RunOptions>(
      {"run", "--runs", "3", "-o", "a.json", "--", "mpirun", "-n", "4", "./app", "--help"});
  EXPECT_EQ(given.program, (std::vector<std::string>{"mpirun", "-n", "4", "./app", "--help"}));
  EXPECT_EQ(given.repetition.runs, 3U);
  EXPECT_TRUE(given.blueprint.file.empty());
}

TEST(CommandLine, FilesThatAreReadAndWrittenAreListed) {
  const auto given = accepted<PredictOptions>(
      {"predict", "plan.txt", "--machine", "m.toml", "--costs", "c.toml", "-o", "out.json"});
  std::vector<std::string> inputs;
  for (const NamedFile& file : given.common.inputs) {
    inputs.push_back(file.role + " " + file.path);
  }
  EXPECT_EQ(inputs, (std::vector<std::string>{"the blueprint plan.txt", "the machine file m.toml",
                                              "the costs file c.toml"}));
  ASSERT_EQ(given.common.outputs.size(), 1U);
  EXPECT_EQ(given.common.outputs[0].path, "out.json");
}

TEST(CommandLine, HelpAndVersionAreAnswers) {
  EXPECT_EQ(refused({"--version"}).status, 0);
  EXPECT_EQ(refused({"--version"}).text, "dps " + std::string(dps_version()) + "\n");
  EXPECT_EQ(refused({"--help"}).status, 0);
  const ExitText run = refused({"run", "--help"});
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.text.find("--until-error"), std::string::npos);
  EXPECT_EQ(refused({"help", "run"}).text, run.text);
  EXPECT_EQ(refused({"plan.txt", "-h"}).text, run.text);
  EXPECT_EQ(refused({"--help", "run"}).text, run.text);
  EXPECT_EQ(refused({"help"}).text, refused({"--help"}).text);
  EXPECT_EQ(refused({"-V"}).text, refused({"--version"}).text);
}

}  // namespace
}  // namespace dps::commands
