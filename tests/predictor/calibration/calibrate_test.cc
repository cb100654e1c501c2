// The command dps calibrate with real processes. The measured costs depend on the computer; the
// tests only check that they are plausible.
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/operations/processor_timings.h"
#include "predictor/datasheets/raw/raw_folder.h"
#include "predictor/machines/files/component_costs_file.h"
#include "predictor/machines/kinds/machine_file.h"
#include "tests/support/run_dps.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/time_units.h"

namespace {

using dps::machines::ComponentCost;
using dps::machines::MachineReading;
using dps::support::Finished;
using dps::support::run_dps;
using dps::support::ScratchFolder;
using namespace dps::literals;

TEST(Calibrate, AQuickCalibrationWritesAMachineThatPredicts) {
  const ScratchFolder folder;
  const std::string file = folder.path() / "here.toml";
  const Finished made = run_dps("calibrate --quick --quiet --launcher local -o '" + file + "'");
  ASSERT_TRUE(made.status == 0 || made.status == 7) << made.out;  // 7: this computer is busy
  const MachineReading reading = dps::machines::read_machine({"here.toml", made.out});
  ASSERT_TRUE(reading.machine) << made.out;
  const auto& machine = *reading.machine;
  ASSERT_EQ(machine.hosts().size(), 1U);
  EXPECT_EQ(machine.hosts()[0].name, "localhost");
  EXPECT_GE(machine.hosts()[0].cores, 1U);
  // Ten million times faster and slower than a computer of 2026.
  const auto multiply = machine.work_cost(0, dps::machines::WorkKind::kMultiply, 1);
  EXPECT_GE(multiply, 10_ps);
  EXPECT_LE(multiply, 10'000'000_ps);
  const std::vector<std::uint32_t> host_of{0, 0};
  const auto cost = machine.make_network(host_of, nullptr)->cost({0, 1, 1024, true, true});
  EXPECT_GT(cost.send + cost.receive, 10'000_ps);
  EXPECT_LT(cost.send + cost.receive, 1'000'000'000'000_ps);
  EXPECT_EQ(machine.summary().most_bytes, 64U << 10U);
  const Finished predicted =
      run_dps("predict examples/ring/blueprint.txt --quiet --machine '" + file + "'");
  EXPECT_EQ(predicted.status, 0) << predicted.out;
  EXPECT_NE(predicted.out.find("makespan"), std::string::npos) << predicted.out;
}

TEST(Calibrate, AParasolFileHasHostsNetworkAndOperations) {
  const ScratchFolder folder;
  const std::string file = folder.path() / "here.par";
  const Finished made = run_dps(
      "calibrate --quick --quiet --launcher local --as parasol --operations --language c "
      "--only goto,ild -o '" +
      file + "'");
  ASSERT_TRUE(made.status == 0 || made.status == 7) << made.out;  // 7: this computer is busy
  EXPECT_EQ(run_dps("machine check '" + file + "' 2>&1 >/dev/null").out, "");
  const MachineReading reading = dps::machines::read_machine({"here.par", made.out});
  ASSERT_TRUE(reading.machine) << made.out;
  EXPECT_EQ(reading.machine->summary().kind, "parasol");
  EXPECT_GE(reading.machine->hosts().size(), 1U);
  const auto& means = reading.machine->timings(0)->means;
  for (const char* operation : {"dlm", "ild", "goto"}) {
    EXPECT_TRUE(means[*dps::operations::find_operation(operation)]) << operation;
  }
  const Finished predicted =
      run_dps("predict examples/ring/blueprint.txt --quiet --machine '" + file + "'");
  EXPECT_EQ(predicted.status, 0) << predicted.out;
}

TEST(Calibrate, OperationsAreKeptIfTheHostsCannotBeMeasured) {
  const ScratchFolder folder;
  const std::string file = folder.path() / "here.par";
  const Finished made = run_dps(
      "calibrate --quick --quiet --as parasol --operations --language c --only goto "
      "--hosts no-host.invalid -o '" +
      file + "' 2>/dev/null");
  EXPECT_EQ(made.status, 1) << made.out;
  const MachineReading reading = dps::machines::read_machine({"here.par", made.out});
  ASSERT_TRUE(reading.machine) << made.out;
  EXPECT_TRUE(reading.machine->timings(0)->means[*dps::operations::find_operation("goto")]);
}

TEST(Calibrate, AFileThatCannotBeWrittenIsReportedBeforeMeasuring) {
  EXPECT_EQ(run_dps("calibrate -o /nowhere/at/all.toml 2>/dev/null").status, 2);
}

TEST(Calibrate, HostsWithTheLocalLauncherAreRefusedAsInARun) {
  EXPECT_EQ(run_dps("calibrate --quick --launcher local --hosts a 2>/dev/null").status, 2);
}

// --- raw files ---------------------------------------------------------------------------------

namespace fs = std::filesystem;

TEST(CalibrateRaw, TheSheetOfItsRawFilesPredicts) {
  const ScratchFolder folder;
  const std::string raw = folder.path() / "raw";
  const Finished made =
      run_dps("calibrate --quick --quiet --launcher local --contended --raw '" + raw + "/' 2>&1");
  ASSERT_TRUE(made.status == 0 || made.status == 7) << made.out;  // 7: this computer is busy
  const auto reading = dps::datasheets::read_raw_folder(raw, {});
  ASSERT_TRUE(reading && reading->bad.empty());
  std::vector<std::string> names;
  for (const auto& series : reading->folder.series) {
    names.push_back(dps::datasheets::full_name(series.name, series.path));
    for (const auto& point : series.points) {
      ASSERT_TRUE(point.counts);
      EXPECT_GE(point.counts->trials, 2U) << series.name;
      EXPECT_GE(point.counts->min, series.name == "unpack" ? 0 : 1e-12) << series.name;
      EXPECT_LE(point.counts->min, point.median) << series.name;
      EXPECT_LE(point.median, point.counts->max) << series.name;
    }
  }
  EXPECT_EQ(names, (std::vector<std::string>{"send", "recv", "recvmin", "sendlate", "pingpong",
                                             "allsend", "allrecv", "pack", "unpack", "multiply"}));
  EXPECT_EQ(reading->folder.facts.element_bytes, 1U);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1)
      << "nothing is left beside the folder";

  const std::string sheet = folder.path() / "sheet.toml";
  const Finished fitted = run_dps("datasheet '" + raw + "' -o '" + sheet + "' 2>&1");
  ASSERT_EQ(fitted.status, 0) << fitted.out;
  const Finished predicted =
      run_dps("predict examples/ring/blueprint.txt --quiet --machine '" + sheet + "' 2>&1");
  EXPECT_EQ(predicted.status, 0) << predicted.out;
  EXPECT_NE(predicted.out.find("makespan"), std::string::npos) << predicted.out;
  const Finished contended = run_dps(
      "predict examples/ring/blueprint.txt --contended --quiet --machine '" + sheet + "' 2>&1");
  EXPECT_EQ(contended.status, 0) << contended.out;
}

TEST(CalibrateRaw, MistakesAreReportedBeforeMeasuring) {
  const ScratchFolder folder;
  const auto told = [&](const std::string& options) {
    const Finished refused = run_dps("calibrate --quick --launcher local " + options + " 2>&1");
    EXPECT_EQ(refused.status, 2) << refused.out;
    EXPECT_EQ(refused.out.find("format ="), std::string::npos) << "no machine file";
    return refused.out;
  };
  const std::string there = folder.path() / "there";
  folder.write("there/notes", "mine");
  EXPECT_NE(
      told("--raw " + there).find("'" + there + "' exists and is not an empty folder; choose "),
      std::string::npos);
  EXPECT_EQ(folder.read("there/notes"), "mine");
  EXPECT_NE(told("--raw /nowhere/raw").find("cannot make the folder '/nowhere/raw': No such file"),
            std::string::npos);
  EXPECT_NE(told("--raw -").find("--raw: expected the name of a folder, got '-'"),
            std::string::npos);
  EXPECT_NE(told("--raw ''").find("--raw: expected the name of a folder, got ''"),
            std::string::npos);
  const std::string same = folder.path() / "same";
  EXPECT_NE(told("--raw " + same + " -o " + same).find("would overwrite"), std::string::npos);
  EXPECT_FALSE(fs::exists(same));
  EXPECT_NE(told("--raw " + same + " --components examples/ring/blueprint.txt")
                .find("--raw does not go with --components"),
            std::string::npos);
  EXPECT_NE(told("--contended").find("--contended goes with --raw DIR"), std::string::npos);
}

// --- components ---------------------------------------------------------------------------------

/// The costs that dps calibrate --components printed; empty if the file is invalid.
std::vector<ComponentCost> costs_of(const Finished& made) {
  const auto reading = dps::machines::read_component_costs({"costs.toml", made.out});
  EXPECT_TRUE(reading.costs) << made.out;
  return reading.costs.value_or(std::vector<ComponentCost>());
}

constexpr const char* kComponents = "calibrate --quick --quiet --launcher local --components ";

TEST(CalibrateComponents, TheCostsOfAnExampleMakeItPredictable) {
  const ScratchFolder folder;
  const std::string file = folder.path() / "costs.toml";
  const Finished made =
      run_dps(std::string(kComponents) + "examples/matrix_multiply_2/blueprint.txt -o " + file);
  ASSERT_EQ(made.status, 0) << made.out;
  const std::string written = folder.read("costs.toml");
  EXPECT_EQ(written.substr(0, written.find("# dps wrote this costs file; checksum ")), made.out);
  const auto costs = costs_of(made);
  ASSERT_EQ(costs.size(), 3U) << made.out;
  EXPECT_EQ(costs[0].name + " " + costs[1].name + " " + costs[2].name,
            "read_mats mult_vectors print_matrix");
  for (const ComponentCost& cost : costs) {
    EXPECT_EQ(cost.is_exec, cost.name != "mult_vectors");
    EXPECT_EQ(cost.type, "") << "there is one type of host";
    EXPECT_GT(cost.seconds, cost.is_exec ? 1e-5 : 1e-9);
    EXPECT_LT(cost.seconds, cost.is_exec ? 60 : 0.1);
  }
  const Finished predicted = run_dps(
      "predict examples/matrix_multiply_2/blueprint.txt --machine tests/end_to_end/lab.toml "
      "--quiet --level process --costs " +
      file);
  EXPECT_EQ(predicted.status, 0) << predicted.out;
  EXPECT_NE(predicted.out.find("makespan"), std::string::npos) << predicted.out;
  EXPECT_NE(predicted.out.find("charged with the times of the costs file: Mult.c, Print.c, Read.c"),
            std::string::npos)
      << predicted.out;
}

TEST(CalibrateComponents, AComponentThatFailsHasNoCostAndIsReported) {
  const ScratchFolder folder;
  const std::string blueprint = folder.write("b.txt",
                                             "C ok.c exec /bin/true {n} cost 1h\n"
                                             "C fails.c exec sh -c \"echo broken; exit 7\"\n"
                                             "C none.c call no_such_function\n"
                                             "F a.f NULL ok.c,fails.c,none.c NULL NULL\n"
                                             "U a.u a.f\nP A.p 1 a.u\nV n 5\n");
  const std::string errors = folder.path() / "errors";
  const Finished made = run_dps(kComponents + blueprint + " --set n=8 2>" + errors);
  EXPECT_EQ(made.status, 6) << made.out;
  const auto costs = costs_of(made);
  ASSERT_EQ(costs.size(), 1U) << made.out;
  EXPECT_EQ(costs[0].name, "/bin/true");
  EXPECT_EQ(costs[0].arguments, std::vector<std::string>{"8"});
  EXPECT_LT(costs[0].seconds, 60);
  EXPECT_NE(made.out.find("# call no_such_function failed on localhost: no cost"),
            std::string::npos)
      << made.out;
  const std::string told = folder.read("errors");
  for (const char* expected :
       {"[A.p[0]] broken", "computation 'fails.c': program", "exited with status 7",
        "computation 'none.c': unknown function 'no_such_function'",
        "2 of 3 times could not be measured"}) {
    EXPECT_NE(told.find(expected), std::string::npos) << expected << " in " << told;
  }
}

TEST(CalibrateComponents, AFunctionGetsTheCallOfARun) {
  const ScratchFolder folder;
  const std::string blueprint = folder.write("b.txt", R"(
I Row.i 2 Row.m
O Row.o Worker.p[2] -t Row.m -b 800 -n 2
C told.c call check_told
F send.f   NULL  NULL   Row.o NULL
F row.f    Row.i told.c NULL  NULL
F choose.f NULL  NULL   NULL  {self==2 ? row.u : NULL}
U choose.u choose.f
U row.u  row.f
U send.u send.f
P Master.p 1 send.u
P Worker.p 4 choose.u row.u
)");
  const Finished made =
      run_dps(kComponents + blueprint + " --userfuncs '" DPS_TOLD_LIBRARY "' 2>&1");
  EXPECT_EQ(made.status, 0) << made.out;
  EXPECT_EQ(costs_of(made).size(), 1U);
}

TEST(CalibrateComponents, ComponentsThatCannotBeMeasuredAreRefusedFirst) {
  const ScratchFolder folder;
  const auto told = [&](const std::string& text, const std::string& options) {
    const Finished refused =
        run_dps(kComponents + folder.write("b.txt", text).string() + " " + options + " 2>&1");
    EXPECT_EQ(refused.status, 2) << refused.out;
    return refused.out;
  };
  const std::string rest = "F a.f NULL a.c NULL NULL\nU a.u a.f\nP A.p 1 a.u\n";
  EXPECT_NE(told("C a.c sleep 1\n" + rest, "").find("no call or exec component"),
            std::string::npos);
  EXPECT_NE(told("C a.c exec\n" + rest, "").find("b.txt:1:"), std::string::npos);
  EXPECT_NE(told("C a.c call f\n" + rest, "--userfuncs none.so").find("cannot open 'none.so'"),
            std::string::npos);
  EXPECT_NE(told("V n 2000\nC a.c call f {self}\nF a.f NULL a.c NULL NULL\nU a.u a.f\n"
                 "P A.p {n} a.u\n",
                 "")
                .find("has 2,000 different call and exec components; at most 1,000"),
            std::string::npos);
  const Finished alone = run_dps("calibrate --set n=1 2>&1");
  EXPECT_EQ(alone.status, 2);
  EXPECT_NE(alone.out.find("--set goes with --components BLUEPRINT"), std::string::npos);
}

}  // namespace
