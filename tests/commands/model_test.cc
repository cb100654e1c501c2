// dps model, as a user calls it.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/run_dps.h"
#include "tests/support/scratch_folder.h"

namespace dps {
namespace {

constexpr const char* kModel =
    "c = 1\n"
    "tcomp(p,d,c) = d * (d/p) * c * 8\n"
    "total(p,d,c) = tcomp(p,d,c) + tbcast(p,d) + tbarrier(p)\n";

/// Source: dissertation on MPI data sheets, 4.2, "Cray T3D model".
constexpr const char* kT3d = R"(format = "dps-datasheet"
version = 1
name = "t3d"
element = "8B"
[[function]]
name = "bcast"
class = "collective"
[[function.range]]
c = "100us"
start = "p"
s = "2us"
data = "log(p)*d"
d = "200ns"
[[function]]
name = "barrier"
class = "barrier"
[[function.range]]
c = "40us"
)";

constexpr const char* kSlow = R"(format = "dps-datasheet"
version = 1
name = "slow"
element = "4B"
[[function]]
name = "bcast"
class = "collective"
[[function.range]]
c = "2ms"
data = "p*d"
d = "1us"
[[function]]
name = "barrier"
class = "barrier"
[[function.range]]
c = "0us"
start = "p"
s = "9ms"
)";

class ModelCommand : public testing::Test {
 protected:
  ModelCommand() {
    folder_.write("a.model", kModel);
    folder_.write("t3d.toml", kT3d);
    folder_.write("slow.toml", kSlow);
  }

  [[nodiscard]] support::Finished dps(const std::string& arguments) const {
    return support::run_shell("export HOME=/nonexistent; cd '" + folder_.path().string() +
                              "' && '" DPS_PROGRAM "' " + arguments);
  }

  support::ScratchFolder folder_;
};

TEST_F(ModelCommand, PrintsATableWithASheet) {
  const auto text = dps("model a.model --machine t3d.toml --vary p=1..4*2 --set d=100");
  EXPECT_EQ(text.status, 0);
  EXPECT_EQ(text.out,
            "a.model: total at 3 points on t3d, d = 100\n\n"
            "p      time\n"
            "1  80.14 ms\n"
            "2  40.16 ms\n"
            "4  20.18 ms\n\n"
            "- one process sends nothing, but the equations have a time for it: tbcast, tbarrier "
            "at p = 1\n");
  const auto csv =
      dps("model a.model --machine t3d.toml --vary p=1,8 --vary d=16,32 "
          "--speedup p --format csv 2>err.txt");
  EXPECT_EQ(csv.status, 0);
  EXPECT_TRUE(
      csv.out.starts_with("p,d,time_s,speedup\r\n1,16,0.00219,1\r\n1,32,0.008334,1\r\n8,16,"))
      << csv.out;
  EXPECT_NE(folder_.read("err.txt").find("dps: note: one process sends nothing"),
            std::string::npos);
  EXPECT_EQ(dps("model a.model --machine t3d.toml --vary p=1 --set d=8 --format csv -q 2>&1").out,
            "p,time_s\r\n1,0.000654\r\n");
}

TEST_F(ModelCommand, ReadsSeveralFilesAndStandardInput) {
  folder_.write("net.model", "tbcast(p,d) = 10*p\ntbarrier(p) = 1\n");
  const auto files = dps("model net.model a.model --set p=2 --set d=10 --format csv");
  EXPECT_EQ(files.out, "time_s\r\n0.000421\r\n");
  EXPECT_EQ(dps("model net.model - --set p=2 --set d=10 --format csv <a.model").out, files.out);
  EXPECT_EQ(dps("model net.model --of tbcast --set p=3 --set d=1 --format csv").out,
            "time_s\r\n3e-05\r\n");
}

TEST_F(ModelCommand, JsonGoesToAFile) {
  const auto written =
      dps("model a.model --machine t3d.toml --vary p=1,2 --set d=64 --parts "
          "--bounds --format json -o table.json 2>&1");
  EXPECT_EQ(written.status, 0) << written.out;
  EXPECT_EQ(written.out, "");
  const auto table = nlohmann::json::parse(folder_.read("table.json"));
  EXPECT_EQ(table["format"], "dps-model-table");
  EXPECT_EQ(table["machine"], "t3d");
  EXPECT_EQ(table["points"].size(), 2U);
  EXPECT_EQ(table["points"][0]["parts"].size(), 3U);
}

TEST_F(ModelCommand, MistakesArePrintedWithTheirPlaces) {
  folder_.write("bad.model", "f(p) = q +\n g(p\nplot f(x)\n");
  const auto bad = dps("model bad.model --set r=1 2>&1");
  EXPECT_EQ(bad.status, 2);
  EXPECT_EQ(bad.out,
            "bad.model:1:1: error: 'f' needs values: --vary NAME=VALUES or --set NAME=VALUE for p\n"
            "f(p) = q +\n^\n"
            "bad.model:1:8: error: unknown name 'q'; define it, or make it a parameter of the "
            "function\nf(p) = q +\n       ^\n"
            "bad.model:2:2: error: unknown function 'g'\n g(p\n ^\n"
            "bad.model:3:1: error: expected ')', got 'plot'\nplot f(x)\n^~~~\n"
            "dps: error: --set: 'r' is neither a constant of the model nor a parameter of 'f'\n"
            "r=1\n^\n");
  EXPECT_EQ(dps("model a.model --vary p 2>&1").out,
            "dps: error: --vary: expected NAME=VALUES, got 'p'\nsee 'dps help model'\n");
  const auto none = dps("model a.model --machine none --vary p=1..2 --set d=1 2>&1");
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.out.find("'dps machine list'"), std::string::npos) << none.out;
  const auto native = dps("model a.model --machine laptop --set p=1 --set d=1 2>&1");
  EXPECT_EQ(native.status, 2);
  EXPECT_NE(native.out.find("is a machine file, not a data sheet"), std::string::npos)
      << native.out;
}

TEST_F(ModelCommand, AFileOfAnotherKindIsNamed) {
  folder_.write("plan.txt", "U a.u a.f\nP A.p 1 a.u\nF a.f NULL NULL NULL NULL\n");
  EXPECT_EQ(dps("model plan.txt 2>&1").out,
            "dps: error: 'plan.txt' is a blueprint, not a model; 'dps run plan.txt' runs it\n");
}

TEST_F(ModelCommand, NoOutputReplacesAnInput) {
  for (const char* arguments : {"model a.model -o a.model", "model a.model -o ./a.model",
                                "model a.model --set p=1 --set d=1 >>a.model"}) {
    const auto refused = dps(std::string(arguments) + " 2>err.txt");
    EXPECT_EQ(refused.status, 2) << arguments;
    EXPECT_EQ(folder_.read("a.model"), kModel);
  }
}

TEST_F(ModelCommand, DrawsCurvesAndHeatMaps) {
  if (support::run_shell("command -v gnuplot").status != 0) {
    GTEST_SKIP() << "gnuplot is not installed";
  }
  const std::string model = "model a.model --machine t3d.toml ";
  EXPECT_EQ(dps(model + "--vary p=1..64*2 --set d=64 --parts --plot a.svg").status, 0);
  EXPECT_NE(folder_.read("a.svg").find("tcomp(p,d,c)"), std::string::npos);
  EXPECT_EQ(dps(model + "--vary p=1..8 --vary d=16..64*2 --speedup p --plot b.pdf").status, 0);
  EXPECT_TRUE(folder_.read("b.pdf").starts_with("%PDF"));
  const auto fixed = dps(model + "--set p=1 --set d=1 --plot c.svg 2>&1");
  EXPECT_EQ(fixed.status, 2);
  EXPECT_EQ(fixed.out,
            "dps: error: --plot needs one or two names with several values: --vary "
            "NAME=VALUES\n");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "c.svg"));
}

TEST_F(ModelCommand, ItsTablesAndSweepsAreSurfaces) {
  ASSERT_EQ(dps("model a.model --machine t3d.toml --vary p=1..4*2 --vary d=16,32 --parts "
                "--format json -o a.json")
                .status,
            0);
  ASSERT_EQ(dps("model a.model --machine slow.toml --vary p=1..4*2 --vary d=16,64 --parts "
                "--format json -o b.json")
                .status,
            0);
  const auto speedups = dps("surface a.json --only total --format csv");
  EXPECT_EQ(speedups.status, 0);
  EXPECT_TRUE(
      speedups.out.starts_with("phase,processes,data,time_s,base,speedup\r\n"
                               "total,1,16,0.00219,1,1\r\n"))
      << speedups.out;
  const auto ratios =
      dps("surface a.json --against b.json --only 'tbarrier(p),tcomp(p,d,c)' "
          "--format csv");
  EXPECT_EQ(ratios.status, 0) << ratios.out;
  EXPECT_TRUE(
      ratios.out.starts_with("phase,processes,data,a_s,b_s,ratio\r\n"
                             "tbarrier(p),1,16,4e-05,0.009"))
      << ratios.out;
}

TEST_F(ModelCommand, SurfacesOfTextsHaveFiles) {
  folder_.write("a.txt", "# 1 10\nwork 4\ntotal 5\n# 2 10\nwork 2\ntotal 3\n# 1 20\ntotal 9\n");
  const auto printed = dps("surface a.txt -o out 2>err.txt");
  EXPECT_EQ(printed.status, 0) << folder_.read("err.txt");
  EXPECT_EQ(printed.out,
            "phase  processes  data  time  base  speed-up\n"
            "work           1    10   4 s     1     1.000\n"
            "work           2    10   2 s     1     2.000\n"
            "total          1    10   5 s     1     1.000\n"
            "total          2    10   3 s     1     1.667\n"
            "total          1    20   9 s     1     1.000\n");
  const std::string data = folder_.read("out/total.dat");
  EXPECT_EQ(data.substr(0, data.find("# dps wrote this table; checksum ")),
            "# total\n# processes data time_s base speedup\n1 10 5 1 1\n"
            "2 10 3 1 1.6666666666666667\n\n1 20 9 1 1\n");
  if (support::run_shell("command -v gnuplot").status == 0) {
    EXPECT_NE(folder_.read("out/total.svg").find("</svg>"), std::string::npos);
    EXPECT_EQ(dps("surface a.txt -o out -q >out.txt && cd out && rm total.svg && gnuplot total.gp "
                  "&& test -s total.svg")
                  .status,
              0);
  }
  folder_.write_program("bin/gnuplot", "#!/bin/sh\nexit 1\n");
  const auto failed =
      support::run_shell("cd '" + folder_.path().string() +
                         "' && PATH=$PWD/bin:$PATH '" DPS_PROGRAM "' surface a.txt -o other 2>&1");
  EXPECT_EQ(failed.status, 2);
  EXPECT_EQ(failed.out, "dps: error: gnuplot could not draw 'work.svg'; nothing is written\n");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "other"));
  EXPECT_EQ(dps("surface a.txt -o out --force 2>&1").status, 0);
  const bool has_picture = std::filesystem::exists(folder_.path() / "out/total.svg");
  const std::string without_gnuplot = "cd '" + folder_.path().string() +
                                      "' && PATH=/nowhere '" DPS_PROGRAM
                                      "' surface a.txt -o out 2>&1 >out.txt";
  const std::string warning =
      "dps: warning: gnuplot is not installed (Debian: gnuplot-nox): there are data and "
      "scripts, but no pictures";
  const auto without = support::run_shell(without_gnuplot);
  EXPECT_EQ(without.status, 0);
  EXPECT_EQ(without.out, warning + (has_picture ? "; those of earlier data are removed\n" : "\n"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out/total.svg"));
  folder_.write("out/total.svg", "a picture that dps did not draw");
  EXPECT_EQ(support::run_shell(without_gnuplot).out, warning + "\n");
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "out/total.svg"));
  const std::string text = folder_.read("a.txt");
  folder_.write("work.dat", text);
  EXPECT_EQ(dps("surface work.dat -o . 2>err.txt").status, 2);
  EXPECT_NE(folder_.read("err.txt").find("another file"), std::string::npos);
  EXPECT_EQ(folder_.read("work.dat"), text);
  const auto wrong = dps("surface a.txt --only totl 2>&1");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(wrong.out, "dps: error: --only: there is no phase 'totl'; did you mean 'total'?\n");
  for (const std::string option : {"--processes", "--data"}) {
    const auto refused = dps("surface a.txt " + option + " n 2>&1");
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.out, "dps: error: " + option +
                               " goes with results, sweeps and tables of models: texts have no "
                               "variables\n");
  }
  folder_.write("b.txt", "# 4 10\nwork 4\n");
  EXPECT_EQ(dps("surface a.txt --against b.txt 2>&1").out,
            "dps: error: A and B (--against) have no point of a phase in common\n");
}

class SurfaceOfResults : public ModelCommand {
 protected:
  SurfaceOfResults() {
    folder_.write("plan.txt",
                  "V n 2\nI Go.i 1 Go.m\nC Work.c compute {n}ms\nO Go.o B.p -t Go.m -b 64\n"
                  "F go.f NULL Work.c Go.o NULL\nF end.f Go.i NULL NULL NULL\n"
                  "U a.u go.f\nU b.u end.f\nP A.p 1 a.u\nP B.p 1 b.u\n");
  }
};

TEST_F(SurfaceOfResults, AllAreOfOneKindAndOneMachine) {
  ASSERT_EQ(dps("predict plan.txt --machine laptop -o a.json").status, 0);
  ASSERT_EQ(dps("predict plan.txt --machine laptop --set n=4 -o a4.json").status, 0);
  ASSERT_EQ(dps("predict plan.txt --machine rack_100g -o b.json").status, 0);
  ASSERT_EQ(
      dps("predict plan.txt --machine laptop --set-machine network.latency=1ms -o c.json").status,
      0);
  EXPECT_EQ(dps("surface a.json a4.json --only total").status, 0);
  EXPECT_EQ(dps("surface a.json --against b.json --only total").status, 0);
  const auto mixed = dps("surface a.json b.json --only total 2>&1");
  EXPECT_EQ(mixed.status, 2);
  EXPECT_EQ(
      mixed.out,
      "dps: error: the inputs have points that differ in the machine, which --against compares: "
      "'a.json' has kind=predict,machine=laptop, 'b.json' has "
      "kind=predict,machine=rack_100g\n");
  const auto expect_refused = [&](const std::string& inputs, const std::string& difference) {
    const auto refused = dps("surface " + inputs + " --only total 2>&1");
    EXPECT_EQ(refused.status, 2) << inputs;
    EXPECT_TRUE(refused.out.starts_with("dps: error: the inputs have points that differ in " +
                                        difference + ", which"))
        << refused.out;
  };
  expect_refused("a.json c.json", "--set-machine");
  expect_refused("a.json --against a.json b.json", "the machine");
  std::string run = folder_.read("a.json");
  run.replace(run.find("\"predict\""), 9, "\"run\"");
  folder_.write("run.json", run);
  expect_refused("a.json run.json", "the kind");
}

TEST_F(SurfaceOfResults, AMachineFileMayBeNamedInSeveralWays) {
  folder_.write("lab.toml", dps("machine show laptop").out);
  ASSERT_EQ(dps("predict plan.txt --machine lab.toml -o a.json").status, 0);
  ASSERT_EQ(dps("predict plan.txt --machine ./lab.toml --set n=4 -o b.json").status, 0);
  EXPECT_EQ(dps("surface a.json b.json --only total").status, 0);
  const auto ranked = dps("compare --designs a.json b.json");
  EXPECT_EQ(ranked.status, 0) << ranked.out;
  EXPECT_EQ(ranked.out.find("machine files"), std::string::npos) << ranked.out;
}

TEST_F(SurfaceOfResults, AnAxisOfTheMachineNeedsAChoice) {
  if (!DPS_HAS_SQLITE) {
    GTEST_SKIP() << "this build has no SQLite";
  }
  ASSERT_EQ(dps("sweep plan.txt --set n=2,4 --set-machine network.latency=10us,1ms "
                "--machine laptop -o s.db -q >out.txt")
                .status,
            0);
  const auto mixed = dps("surface s.db --only total 2>&1");
  EXPECT_EQ(mixed.status, 2);
  EXPECT_EQ(mixed.out,
            "dps: error: 's.db' has points that differ in --set-machine; name one of: "
            "s.db:kind=predict,machine=laptop,network.latency=10us "
            "s.db:kind=predict,machine=laptop,network.latency=1ms\n");
  EXPECT_EQ(
      dps("surface s.db:kind=predict,machine=laptop,network.latency=10us --only total").status, 0);
}

}  // namespace
}  // namespace dps
