// Every option of dps predict beside -- COMMAND: it works, or is refused by its name.
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/mpi_programs/programs/recorded_run.h"
#include "tests/support/file_text.h"
#include "tests/support/run_dps.h"
#include "tests/support/scratch_folder.h"

namespace dps {
namespace {

using support::Finished;
using support::run_dps;
using support::ScratchFolder;
using Json = nlohmann::json;

/// The long names of the options in the help of the command, and "-o".
std::set<std::string> options_of(const std::string& command) {
  const std::string help = run_dps(command + " --help").out;
  std::set<std::string> options;
  const std::regex line("\n  (?:-\\w, )?(--[a-z-]+|-o)");
  for (std::sregex_iterator at(help.begin(), help.end(), line), end; at != end; ++at) {
    options.insert((*at)[1]);
  }
  return options;
}

/// Options for blueprints, with a value.
std::map<std::string, std::string> refused_options() {
  return {{"--set", "a=1"},         {"--seed", "3"}, {"--costs", "costs.toml"},
          {"--measure-from", "1s"}, {"--for", "1s"}, {"--what-if", "all"},
          {"--slow", "tag5:p99"}};
}

constexpr std::size_t kParts = 4;

/// A test of every fourth option, from the parameter on.
class OptionBesideACommand : public testing::TestWithParam<std::size_t> {};

TEST_P(OptionBesideACommand, WorksOrIsRefusedByName) {
  const ScratchFolder folder;
  const std::string base = folder.path();
  folder.write("costs.toml", "[[between]]\nfrom = \"MPI_Init\"\nto = \"a\"\ntime = \"1us\"\n");
  const std::map<std::string, std::string> allowed{
      {"--set-machine", "send.1.c*=2"},
      {"--mode", "max"},
      {"--contended", ""},
      {"--eager", "1KiB"},
      {"--level", "unit"},
      {"--only", "p"},
      {"--latencies", ""},
      {"--format", "json"},
      {"-o", base + "/result.json"},
      {"--expect", "'makespan < 1s'"},
      {"--timeout", "100s"},
      {"--why", ""},
      {"--trace", base + "/trace.json"},
      {"--trace-limit", "10 --trace " + base + "/limit.json"},
      {"--trace-keep", "last --trace " + base + "/keep.json"},
      {"--trace-from", "1us --trace " + base + "/from.json"},
      {"--trace-to", "1us --trace " + base + "/to.json"},
      {"--trace-level", "2 --trace " + base + "/level.trace"},
      {"--digits", "3 --trace " + base + "/digits.trace"},
      {"--progress", "none"},
      {"--compute", "fixed:" + base + "/costs.toml"},
      {"--step", "1us"},
      {"--jobs", "1"},
      {"--poll-limit", "7"},
      {"--sites", "3"},
      {"--force", "-o " + base + "/forced.json"},
      {"--color", "never"},
      {"--quiet", ""},
      {"--runs", "2 --compute measured"},
      {"--warmup", "1 --compute measured"},
      {"--until-error", "90 --compute measured"}};
  const std::map<std::string, std::string> refused = refused_options();
  const std::set<std::string> of_other_machines{"--topology", "--runtime"};
  const std::set<std::string> of_all{"--machine", "--help"};
  const std::string command = " -- " + mpirun(2, program("virtual") + " figure51 100") + " 2>&1";
  std::size_t position = 0;
  const std::set<std::string> options = options_of("predict");
  for (const auto& [option, value] : allowed) {
    EXPECT_TRUE(options.contains(option)) << option;
  }
  for (const std::string& option : options) {
    if (of_all.contains(option) || position++ % kParts != GetParam()) {
      continue;
    }
    const bool is_refused = refused.contains(option);
    const bool works = allowed.contains(option);
    ASSERT_TRUE(is_refused || works || of_other_machines.contains(option)) << option;
    const std::string value = is_refused ? refused.at(option) : works ? allowed.at(option) : "x";
    const Finished made = run_dps("predict --machine cray_t3d " + option + " " + value + command);
    EXPECT_EQ(made.status, works ? 0 : 2) << option << '\n' << made.out;
    if (!works) {
      EXPECT_NE(made.out.find(option), std::string::npos) << made.out;
    }
    if (is_refused) {
      EXPECT_NE(made.out.find(option + " does not go with '-- COMMAND': "), std::string::npos)
          << made.out;
      EXPECT_EQ(made.out.find("an option for blueprints"), std::string::npos) << made.out;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(PredictOptions, OptionBesideACommand,
                         testing::Range(std::size_t{0}, kParts));

TEST(PredictOptions, ExpectationsAreAboutTheMakespanMessagesCallsAndProcesses) {
  const std::string command = " -- " + mpirun(2, program("virtual") + " figure51 100") + " 2>&1";
  const std::string predict = "predict --quiet --machine cray_t3d ";
  for (const char* holds :
       {"makespan <= 139us", "p99(tag5) <= 140us", "utilisation(p) > 1%",
        "count(MPI_Recv@virtual.c:22) >= 1", "max(MPI_Recv@virtual.c:22) < 40us"}) {
    const Finished made = run_dps(predict + "--expect '" + std::string(holds) + "'" + command);
    EXPECT_EQ(made.status, 0) << holds << '\n' << made.out;
  }
  const Finished unmet = run_dps(predict + "--level process --expect 'makespan < 100us'" + command);
  EXPECT_EQ(unmet.status, 1);
  EXPECT_NE(unmet.out.find("expected makespan < 100us, but "), std::string::npos) << unmet.out;
  for (const auto& [wrong, message] : std::map<std::string, std::string>{
           {"p99(tag6) < 1s", "no message has the tag 'tag6'"},
           {"count(MPI_Send@ring.c:3) > 1", "the program has no call 'MPI_Send@ring.c:3'"},
           {"utilisation(Worker.p) < 1%", "write utilisation(p)"},
           {"p99(age:done.f) < 1s", "an MPI program has no requests"}}) {
    const Finished made = run_dps(predict + "--expect '" + wrong + "'" + command);
    EXPECT_EQ(made.status, 2) << wrong << '\n' << made.out;
    EXPECT_NE(made.out.find(message), std::string::npos) << made.out;
  }
}

TEST(PredictOptions, PredictionsThatWouldBeTheSameAreNotRepeated) {
  const std::string command = " -- " + mpirun(2, program("virtual") + " spin 2") + " 2>&1";
  for (const char* options : {"--runs 2", "--warmup 1", "--until-error 5",
                              "--runs 3 --compute zero", "--runs 3 --compute annotated"}) {
    const Finished made = run_dps("predict --machine cray_t3d " + std::string(options) + command);
    EXPECT_EQ(made.status, 2) << options << '\n' << made.out;
    EXPECT_NE(made.out.find("would be the same; --runs, --warmup and --until-error go with "
                            "--compute measured"),
              std::string::npos)
        << made.out;
  }
  const ScratchFolder folder;
  const std::string path = folder.path() / "result.json";
  const Finished made = run_dps(
      "predict --quiet --machine cray_t3d --runs 3 --warmup 1 --compute "
      "measured -o '" +
      path + "'" + command);
  ASSERT_EQ(made.status, 0) << made.out;
  const Json result = Json::parse(file_text(path), nullptr, false);
  EXPECT_EQ(result.at("runs").size(), 3U);
  std::set<std::string> notes;
  for (const std::string note : result.at("notes")) {
    EXPECT_TRUE(notes.insert(note).second) << note;
  }
}

TEST(PredictOptions, ACostsFileOfARunHasTheTimesBetweenCalls) {
  const ScratchFolder folder;
  const std::string costs = folder.path() / "costs.toml";
  const std::string command = " -- " + mpirun(3, program("late"));
  const Finished run = run_dps("run --quiet --costs-out '" + costs + "'" + command + " 2>&1");
  ASSERT_EQ(run.status, 0) << run.out;
  const std::string written = file_text(costs);
  for (const char* part :
       {"from = \"MPI_Init\"\nto = \"MPI_Barrier@late.c:9\"\ntime = \"", "count = 3\n",
        "from = \"MPI_Barrier@late.c:9\"\nto = \"MPI_Allreduce@late.c:13\"\n",
        "from = \"MPI_Send@late.c:16\"\nto = \"MPI_Finalize\"\n"}) {
    EXPECT_NE(written.find(part), std::string::npos) << written;
  }
  const Finished predicted =
      run_dps("predict --machine cray_t3d --compute 'fixed:" + costs + "'" + command + " 2>&1");
  ASSERT_EQ(predicted.status, 0) << predicted.out;
  EXPECT_EQ(predicted.out.find("has no time for"), std::string::npos) << predicted.out;
}

TEST(PredictOptions, AResultThatCannotBeWrittenLeavesTheCostsFile) {
  const ScratchFolder folder;
  const std::string result = folder.path() / "full.json";
  const std::string costs = folder.path() / "costs.toml";
  std::filesystem::create_symlink("/dev/full", result);
  const Finished run = run_dps("run --quiet -o '" + result + "' --costs-out '" + costs + "' -- " +
                               mpirun(3, program("late")) + " 2>&1");
  EXPECT_EQ(run.status, 6) << run.out;
  EXPECT_NE(run.out.find("full.json': No space left on device"), std::string::npos) << run.out;
  EXPECT_NE(file_text(costs).find("from = \"MPI_Init\""), std::string::npos);
}

TEST(PredictOptions, FixedComputingTakesTheTimesOfTheFile) {
  const ScratchFolder folder;
  folder.write(
      "costs.toml",
      "[[between]]\nfrom = \"MPI_Init\"\nto = \"MPI_Recv@virtual.c:22\"\ntime = \"100us\"\n"
      "[[between]]\nfrom = \"MPI_Recv@virtual.c:22\"\nto = \"MPI_Finalize\"\n"
      "time = \"2.5us\"\ncount = 3\n");
  for (const char* machine : {"cray_t3d", "laptop"}) {
    std::string text;
    for (int i = 0; i < 2; ++i) {
      const std::string path = folder.path() / "result.json";
      const Finished made =
          run_dps("predict --force --machine " + std::string(machine) +
                  " --compute 'fixed:" + (folder.path() / "costs.toml").string() + "' -o '" + path +
                  "' -- " + mpirun(2, program("virtual") + " figure51 7") + " 2>&1");
      ASSERT_EQ(made.status, 0) << made.out;
      EXPECT_TRUE(i == 0 || file_text(path) == text);
      text = file_text(path);
    }
    const Json result = Json::parse(text, nullptr, false);
    const Json& ranks = result.at("runs").at(0).at("processes");
    EXPECT_EQ(ranks.at(0).at("compute_s"), 0);
    EXPECT_NEAR(ranks.at(1).at("compute_s"), 102.5e-6, 1e-13);
    if (machine == std::string("cray_t3d")) {
      EXPECT_NEAR(ranks.at(1).at("real_s"), 141.5e-6, 1e-13);
    }
    // MPI_Init to MPI_Send, and MPI_Send to MPI_Finalize.
    bool is_noted = false;
    for (const std::string note : result.at("notes")) {
      is_noted = is_noted || note.find(
                                 "costs.toml has no time for 2 pairs of calls, such as from "
                                 "MPI_Init to MPI_Send@virtual.c:17: computing between them takes "
                                 "no time") != std::string::npos;
    }
    EXPECT_TRUE(is_noted) << result.at("notes");
  }
}

TEST(PredictOptions, InstructionsAreCountedOrTheErrorHasTheReason) {
  const Finished made = run_dps("predict --machine cray_t3d --compute instructions:0.3ns -- " +
                                mpirun(2, program("virtual") + " spin 50") + " 2>&1");
  if (made.status == 0) {
    EXPECT_NE(made.out.find("each instruction of the calling threads takes 0.3 ns"),
              std::string::npos)
        << made.out;
    return;
  }
  EXPECT_EQ(made.status, 1) << made.out;
  const bool is_forbidden =
      made.out.find("/proc/sys/kernel/perf_event_paranoid is ") != std::string::npos;
  const bool is_absent = made.out.find("instructions cannot be counted here") != std::string::npos;
  EXPECT_TRUE(is_forbidden || is_absent) << made.out;
  EXPECT_NE(made.out.find("--compute measured"), std::string::npos) << made.out;
}

TEST(PredictOptions, WrongWaysToComputeAreRefused) {
  const ScratchFolder folder;
  folder.write("costs.toml", "[[between]]\nfrom = \"MPI_Init\"\nto = \"a\"\ntime = \"12\"\n");
  const std::string costs = folder.path() / "costs.toml";
  for (const auto& [how, message] : std::map<std::string, std::string>{
           {"instructions", "expected zero, annotated, measured"},
           {"instructions:0.3", "expected a time up to 1s such as 0.3ns"},
           {"instructions:-1ns", "expected a time up to 1s such as 0.3ns"},
           {"fixed", "expected zero, annotated, measured"},
           {"fixed:", "dps run --costs-out FILE"},
           {"fixed:" + costs, costs + ":4:8: expected a time such as '12.5us', got '12', which has "
                                      "no unit"},
           {"fixed:" + costs + ".none", "costs.toml.none"}}) {
    const Finished made = run_dps("predict --machine cray_t3d --compute '" + how + "' -- " +
                                  mpirun(2, program("virtual")) + " 2>&1");
    EXPECT_EQ(made.status, 2) << how << '\n' << made.out;
    EXPECT_NE(made.out.find(message), std::string::npos) << made.out;
  }
}

/// The lines that the command prints, in any order.
std::multiset<std::string> lines_of(const std::string& text) {
  std::multiset<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines.insert(line);
  }
  return lines;
}

Json runs_of(const std::string& result) {
  return Json::parse(result, nullptr, false).at("runs");
}

class Jobs : public testing::TestWithParam<const char*> {};

TEST_P(Jobs, HaveNoEffectOnTheResult) {
  const std::string machine = GetParam();
  const ScratchFolder folder;
  const std::string file = folder.path() / "file";
  std::vector<std::string> programs{program("virtual") + " farm 20",
                                    program("virtual") + " requests",
                                    program("every_function") + " probes",
                                    program("every_function") + " persistent",
                                    program("every_function") + " files '" + file + "'",
                                    program("every_collective") + " collectives"};
  if (machine == "cray_t3d") {  // on others, MPI_Intercomm_create ends as it does in real time
    programs.push_back(program("collectives"));
  }
  for (const std::string& words : programs) {
    std::string texts[2];
    std::string outs[2];
    for (int i = 0; i < 2; ++i) {
      const std::string path = folder.path() / "result.json";
      const Finished made = run_dps("predict --force --quiet --timeout 60s --machine " + machine +
                                    (i == 0 ? "" : " --jobs 1") + " -o '" + path + "' -- " +
                                    mpirun(4, words) + " 2>&1");
      ASSERT_EQ(made.status, 0) << machine << ' ' << words << '\n' << made.out;
      texts[i] = file_text(path);
      outs[i] = made.out;
    }
    EXPECT_EQ(lines_of(outs[0]), lines_of(outs[1])) << words;
    if (words.find("files") == std::string::npos) {  // whose calls are carried out in real time
      EXPECT_EQ(runs_of(texts[0]), runs_of(texts[1])) << machine << ' ' << words;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(PredictOptions, Jobs, testing::Values("cray_t3d", "laptop"));

}  // namespace
}  // namespace dps
