// dps predict and dps sweep with MPI programs on machines with a network, as a user calls them.
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/mpi_programs/programs/recorded_run.h"
#include "tests/mpi_programs/worked_machine.h"
#include "tests/support/file_text.h"
#include "tests/support/run_dps.h"
#include "tests/support/scratch_folder.h"

namespace dps {
namespace {

using support::Finished;
using support::run_dps;
using support::ScratchFolder;
using Json = nlohmann::json;

const std::string kLab = test::worked_machine("node[0-1]");

/// Eight hosts around a ring of links of 8 MB/s without latency, and no costs.
std::string ring(const std::string& switching) {
  return R"(
[[host]]
name = "h[0-7]"
[network]
kind = "graph"
bandwidth = "8MB/s"
latency = "0s"
routing = "table"
switching = ")" +
         switching + R"("
[[network.router]]
name = "r[0-7]"
)" +
         [] {
           std::string text;
           for (int i = 0; i < 8; ++i) {
             const std::string n = std::to_string(i);
             const std::string next = std::to_string((i + 1) % 8);
             const std::string second = std::to_string((i + 2) % 8);
             text += "[[network.link]]\nends = [\"h" + n + "\", \"r" + n + "\"]\n";
             text += "[[network.link]]\nends = [\"r" + n + "\", \"r" + next +
                     "\"]\nduplex = \"one-way\"\n";
             text += "[[network.route]]\nfrom = \"h" + n + "\"\nto = \"h" + second +
                     "\"\nvia = [\"r" + n + "\", \"r" + next + "\", \"r" + second +
                     "\"]\none_way = true\n";
           }
           return text;
         }() +
         "[local]\nbandwidth = \"8MB/s\"\nlatency = \"0s\"\n";
}

class NetworkProgram : public testing::Test {
 protected:
  struct Predicted {
    Finished finished;
    std::string text;
    Json result;
    [[nodiscard]] double real_s(std::size_t rank) const {
      return result.at("runs").at(0).at("processes").at(rank).at("real_s");
    }
  };

  std::string machine(const std::string& text) {
    const std::string path = folder_.path() / "machine.toml";
    std::ofstream(path) << text;
    return "--machine '" + path + "' ";
  }
  Predicted predict(const std::string& options, int ranks, const std::string& words) {
    const std::string path = folder_.path() / "result.json";
    Predicted made;
    made.finished = run_dps("predict --quiet " + options + " -o '" + path + "' -- " +
                            mpirun(ranks, words) + " 2>&1");
    made.text = file_text(path);
    made.result = Json::parse(made.text, nullptr, false);
    return made;
  }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_.path() / name; }

 private:
  ScratchFolder folder_;
};

TEST_F(NetworkProgram, TheWorkedExampleOfTheManual) {
  const std::string lab = machine(kLab);
  const auto ends = [&](const std::string& words) {
    const Predicted made = predict(lab, 2, program("network") + " " + words);
    EXPECT_EQ(made.finished.status, 0) << made.finished.out;
    return std::vector<double>{made.real_s(0), made.real_s(1)};
  };
  EXPECT_EQ(ends("send"), (std::vector<double>{5e-6, 67.12e-6}));
  EXPECT_EQ(ends("send 100"), (std::vector<double>{5e-6, 104e-6}));
  EXPECT_EQ(ends("ssend"), (std::vector<double>{110.12e-6, 67.12e-6}));
  EXPECT_EQ(ends("test"), (std::vector<double>{5e-6, 66e-6}));
}

TEST_F(NetworkProgram, ARankThatSpinsDoesNotHoldOthersForEver) {
  const std::string lab = machine(kLab);
  const auto prints = [&](const std::string& what) {
    return run_dps("predict --quiet " + lab + "-- " + mpirun(3, program("spins") + " " + what) +
                   " 2>&1")
        .out;
  };
  EXPECT_EQ(prints("test"), "got 7\n");
  EXPECT_EQ(prints("sync"), "got 7\n");
  EXPECT_EQ(prints("get"), "got 7\n");
}

TEST_F(NetworkProgram, RandomCallsInRealTimeHaveTheDataOfMpi) {
  const std::vector<std::string> options{machine(kLab), machine(kLab) + "--jobs 1 ",
                                         "--machine mesh_16x16 --compute measured ",
                                         "--machine cray_t3d --jobs 1 "};
  for (int seed = 1; seed <= 6; ++seed) {
    const std::string command =
        mpirun(2 + seed % 3, program("random_windows") + " " + std::to_string(seed) + " '" +
                                 path("shared_file") + "'") +
        " 2>&1";
    const std::string& some = options[static_cast<std::size_t>(seed) % options.size()];
    const std::string with_mpi = support::run_shell(command).out;
    EXPECT_EQ(with_mpi.substr(0, 4), "sum ") << with_mpi;
    EXPECT_EQ(run_dps("predict --quiet " + some + "-- " + command).out, with_mpi)
        << seed << ' ' << some;
  }
}

TEST_F(NetworkProgram, TestsBesideARequestOfMpiAreNotPutOff) {
  for (const std::string& where : {machine(kLab), std::string("--machine cray_t3d ")}) {
    const Finished finished = run_dps("predict --quiet " + where + "-- " +
                                      mpirun(2, program("mixed_requests") + " patient") + " 2>&1");
    EXPECT_EQ(finished.status, 0);
    EXPECT_EQ(finished.out, "as MPI\n");
  }
}

TEST_F(NetworkProgram, EagerIsAnOptionForEveryMachine) {
  const Predicted made = predict(machine(kLab) + "--eager 63B", 2, program("network") + " send");
  EXPECT_EQ(made.real_s(0), 110.12e-6);
  const Finished refused = run_dps("predict " + machine(kLab) + "--contended -- " +
                                   mpirun(2, program("network")) + " 2>&1");
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.out.find("--mode and --contended go with a data sheet"), std::string::npos)
      << refused.out;
}

/// The message arrives after 60.12 us, and its answer takes 50 us.
TEST_F(NetworkProgram, AReceiverIsOnThePathOnlyIfItComesAfterTheMessage) {
  const std::string lab = machine(kLab);
  const auto path_of = [&](const std::string& words) {
    const Predicted made = predict(lab + "--why ", 2, program("network") + " " + words);
    EXPECT_EQ(made.finished.status, 0) << made.finished.out;
    std::map<std::string, double> path;  // by process and activity
    for (const Json& row : made.result.at("why").at("shares")) {
      path[row.at("main_ptag").get<std::string>() + " " + row.at("what").get<std::string>()] +=
          row.at("path_s").get<double>();
    }
    return path;
  };
  EXPECT_EQ(path_of("ssend 30"), (std::map<std::string, double>{{"p[0] send", 110.12e-6}}));
  EXPECT_EQ(path_of("ssend 200"),
            (std::map<std::string, double>{{"p[0] send", 50e-6}, {"p[1] compute", 200e-6}}));
}

TEST_F(NetworkProgram, AnArchitectureHasItsOwnRule) {
  // A receiver that finds no message pays 24 us; then 8 words take 0.239 us each.
  const Predicted made = predict("--machine sp2 ", 2, program("network") + " send");
  ASSERT_EQ(made.finished.status, 0) << made.finished.out;
  EXPECT_EQ(made.real_s(0), 24e-6);
  EXPECT_EQ(made.real_s(1), 25.912e-6);
}

TEST_F(NetworkProgram, RanksOnOneHostShareItsCore) {
  const Predicted made = predict(machine(kLab), 4, program("network") + " computing");
  ASSERT_EQ(made.finished.status, 0) << made.finished.out;
  EXPECT_EQ(made.finished.out, "200020 ns\n");
  EXPECT_EQ(made.result.at("hosts").size(), 2U);
}

TEST_F(NetworkProgram, CollectiveDataAreThoseThatMpiWouldDeliver) {
  for (const int ranks : {1, 2, 5, 8}) {
    const Predicted made = predict(machine(kLab), ranks, program("collective_data"));
    EXPECT_EQ(made.finished.status, 0);
    EXPECT_EQ(made.finished.out, std::to_string(ranks) + " ranks\n");
  }
}

TEST_F(NetworkProgram, DataOfTwoGroupsAreThoseThatMpiWouldDeliver) {
  for (const int ranks : {2, 3, 5, 8}) {
    const Predicted made = predict(machine(kLab), ranks, program("two_groups") + " errors");
    EXPECT_EQ(made.finished.status, 0);
    EXPECT_EQ(made.finished.out, std::to_string(ranks) + " ranks\n");
  }
  // Of five ranks, two are one group: each of both groups combines vectors of six numbers.
  const Predicted five = predict(machine(kLab), 5, program("two_groups"));
  std::map<std::string, int> bytes;
  for (const Json& row : five.result.at("runs").at(0).at("mpi").at("collectives")) {
    bytes[row.at("function")] = row.at("bytes");
  }
  EXPECT_EQ(bytes["MPI_Reduce_scatter"], 5 * 6 * 4);
  EXPECT_EQ(bytes["MPI_Ireduce_scatter_block"], 5 * 6 * 4);
  const Finished plain = support::run_shell(mpirun(5, program("two_groups")) + " 2>&1");
  EXPECT_EQ(plain.out, "5 ranks\n");
}

/// The program is predicted on a network and on a data sheet.
TEST_F(NetworkProgram, ListsMayHaveRequestsThatAreNotPredicted) {
  for (const std::string& on : {machine(kLab), std::string("--machine cray_t3d ")}) {
    const Predicted made = predict(on, 2, program("mixed_requests"));
    EXPECT_EQ(made.finished.status, 0);
    EXPECT_EQ(made.finished.out, "as MPI\n") << on;
  }
}

TEST_F(NetworkProgram, VirtualTimeMayGoOnWhileARankIsInACallThatMpiCarriesOut) {
  for (const std::string& on :
       {machine(test::worked_machine("node[0-2]")), std::string("--machine cray_t3d ")}) {
    for (const char* turns : {"", "--jobs 1 "}) {
      const Predicted made = predict(on + turns, 3, program("away"));
      EXPECT_EQ(made.finished.status, 0) << on << turns << made.finished.out;
      EXPECT_EQ(made.finished.out, "") << on << turns;
    }
  }
}

TEST_F(NetworkProgram, TimeThatGoesOnWhileARankIsAwayIsNoPartOfItsNextCall) {
  constexpr double kSends = 40;
  const Predicted made = predict(machine(test::worked_machine("node[0-2]")), 3, program("away"));
  const double send_s = made.result.at("runs").at(0).at("processes").at(0).at("send_s");
  EXPECT_NEAR(send_s, kSends * 5e-6, 1e-12);
}

TEST_F(NetworkProgram, CallsThatMpiRefusesAreRefused) {
  for (const std::string& on : {machine(kLab), std::string("--machine cray_t3d ")}) {
    const Predicted made = predict(on, 2, program("mixed_requests") + " errors");
    EXPECT_EQ(made.finished.status, 0);
    EXPECT_EQ(made.finished.out, "as MPI\n") << on;
  }
  const Predicted freed = predict(machine(kLab), 2, program("mixed_requests") + " freed");
  EXPECT_EQ(freed.finished.status, 0);
  EXPECT_EQ(freed.finished.out, "as MPI\n");
  for (const char* words : {"", " errors"}) {
    const Finished plain =
        support::run_shell(mpirun(2, program("mixed_requests") + words) + " 2>&1");
    EXPECT_EQ(plain.out, "as MPI\n");
  }
}

TEST_F(NetworkProgram, ABroadcastBetweenTwoGroupsTakesTheTimeOfTheManual) {
  // p[2] sends 64 bytes to p[0], which waits; p[1] takes no part. MPI_Wtime adds 10 ns.
  const Predicted made =
      predict(machine(test::worked_machine("node[0-2]")), 3, program("two_groups") + " times");
  ASSERT_EQ(made.finished.status, 0) << made.finished.out;
  for (const char* line : {"p[0] 67130 ns\n", "p[1] 10 ns\n", "p[2] 5010 ns\n"}) {
    EXPECT_NE(made.finished.out.find(line), std::string::npos) << made.finished.out;
  }
}

TEST_F(NetworkProgram, EveryFunctionHasTheDataOfMpi) {
  const ScratchFolder folder;
  const std::string file = "'" + (folder.path() / "file").string() + "'";
  for (const std::string& words :
       {program("every_function") + " messages", program("every_function") + " probes",
        program("every_function") + " persistent", program("every_function") + " requests",
        program("every_function") + " windows", program("every_function") + " files " + file,
        program("every_collective") + " collectives", program("every_collective") + " neighbours",
        program("every_collective") + " communicators"}) {
    const std::string command = mpirun(3, words) + " 2>&1 | sort";
    const Finished plain = support::run_shell(command);
    const Finished predicted = run_dps("predict --quiet " + machine(kLab) + " -- " + command);
    EXPECT_FALSE(plain.out.empty()) << words;
    EXPECT_EQ(predicted.out, plain.out) << words;
  }
}

TEST_F(NetworkProgram, TwoPredictionsAreEqual) {
  const std::string farm = program("virtual") + " farm 20";
  const Predicted first = predict(machine(kLab), 5, farm);
  ASSERT_EQ(first.finished.status, 0) << first.finished.out;
  for (int i = 0; i < 3; ++i) {
    const Predicted again = predict(machine(kLab), 5, farm);
    EXPECT_EQ(again.finished.out, first.finished.out);
    EXPECT_EQ(again.result.at("runs"), first.result.at("runs"));
  }
}

TEST_F(NetworkProgram, LinksAreInTheResultAndInTheTrace) {
  const Predicted made =
      predict(machine(ring("store-and-forward")) + "--trace '" + path("trace.json") + "' ", 8,
              program("network") + " circle");
  ASSERT_EQ(made.finished.status, 0) << made.finished.out;
  const Json& links = made.result.at("runs").at(0).at("links");
  EXPECT_EQ(links.size(), 24U);
  EXPECT_EQ(links.at(0).at("bytes"), 2 << 20);
  const std::string trace = file_text(path("trace.json"));
  EXPECT_NE(trace.find("r0->r1"), std::string::npos);
  EXPECT_NE(trace.find("tag7"), std::string::npos);
}

TEST_F(NetworkProgram, MessagesThatBlockOneAnotherAreADeadlock) {
  const Predicted made = predict(machine(ring("wormhole")), 8, program("network") + " circle");
  EXPECT_EQ(made.finished.status, 4);
  EXPECT_NE(made.finished.out.find("deadlock in the network: 8 messages block one another"),
            std::string::npos)
      << made.finished.out;
  EXPECT_NE(made.finished.out.find("p[0] to p[2], tag 7, holds r0->r1 and waits for r1->r2"),
            std::string::npos)
      << made.finished.out;
}

/// The time that the workers of examples/task_farm are in MPI, over the time that they compute.
double waits_of_farm(const Json& result) {
  double in_mpi = 0;
  double computes = 0;
  const Json& processes = result.at("runs").at(0).at("processes");
  for (std::size_t r = 1; r + 1 < processes.size(); ++r) {
    const double compute_s = processes.at(r).at("compute_s");
    in_mpi += processes.at(r).at("real_s").get<double>() - compute_s;
    computes += compute_s;
  }
  return in_mpi / computes;
}

TEST_F(NetworkProgram, TheTaskFarmHasTheSharesOfTheDissertation) {
  // An independent program with other random numbers found 18 to 23 % of the time, and 17 times the
  // computing time. The dissertation, 6.5.2, has 15 to 30 %, and over an order of magnitude.
  const Predicted t3d = predict("--machine cray_t3d ", 8, "'" DPS_TASK_FARM "'");
  ASSERT_EQ(t3d.finished.status, 0) << t3d.finished.out;
  const double ratio = waits_of_farm(t3d.result);
  EXPECT_GT(ratio / (1 + ratio), 0.75 * 0.18);
  EXPECT_LT(ratio / (1 + ratio), 1.25 * 0.23);
  const Predicted sparc = predict("--machine sparc5_ethernet ", 8, "'" DPS_TASK_FARM "'");
  EXPECT_GT(waits_of_farm(sparc.result), 0.75 * 17);
  EXPECT_LT(waits_of_farm(sparc.result), 1.25 * 17);
  EXPECT_NE(sparc.text.find("'recvmin' is 0 on the data sheet"), std::string::npos);
}

TEST_F(NetworkProgram, ASweepHasARowForEachNumberOfRanks) {
  const Finished swept =
      run_dps("sweep " + machine(kLab) + "--set p=2,4 --scale p --format csv -- mpirun " +
              "--oversubscribe -n {p} " + program("network") + " 2>&1");
  ASSERT_EQ(swept.status, 0) << swept.out;
  // An allreduce of 2: 5 us, 0.64 us, 50 us, 3 us, 4 us.
  EXPECT_NE(swept.out.find("6.264e-05"), std::string::npos) << swept.out;
}

TEST_F(NetworkProgram, ASweepNamesItsCommand) {
  const Finished swept = run_dps("sweep " + machine(kLab) + "--set p=2 -- mpirun -n {p} " +
                                 program("network") + " 2>&1");
  EXPECT_NE(swept.out.find("mpirun -n {p} "), std::string::npos) << swept.out;
}

TEST_F(NetworkProgram, MistakesOfSweepsAreNamed) {
  const std::string command = " -- mpirun --oversubscribe -n ";
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"--set p=2,4" + command + "{n} " + program("network"), "'{n}' in the command has no values"},
      {"--set p=2,4" + command + "2 " + program("network"),
       "--set p: no word of the command has '{p}'"},
      {"--set p=2,4 --seed 3" + command + "{p} " + program("network"), "--seed does not go with"},
      {"--set p=2,4 --step 1us" + command + "{p} " + program("network"),
       "--compute, --step and --jobs go with --machine"}};
  for (const auto& [words, message] : wrong) {
    const Finished refused = run_dps("sweep " + words + " 2>&1");
    EXPECT_EQ(refused.status, 2) << words;
    EXPECT_NE(refused.out.find(message), std::string::npos) << refused.out;
  }
}

}  // namespace
}  // namespace dps
