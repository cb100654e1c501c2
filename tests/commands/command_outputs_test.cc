// One output that cannot be written does not keep the others from being written.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/command_test.h"

namespace dps {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPlan =
    "I Go.i 1 Go.m\n"
    "O Go.o Worker.p -t Go.m -b 64\n"
    "F go.f NULL NULL Go.o NULL\n"
    "F work.f Go.i NULL NULL NULL\n"
    "U master.u go.f\n"
    "U worker.u work.f\n"
    "P Worker.p 1 worker.u\n"
    "P Master.p 1 master.u\n";

class CommandOutputs : public support::CommandTest {
 protected:
  CommandOutputs() { folder_.write("plan.txt", kPlan); }

  /// A name that leads to a device which is always full.
  void make_full(const std::string& name) const {
    fs::create_symlink("/dev/full", folder_.path() / name);
  }
  /// Runs a command one of whose outputs is the full device. Returns its output and errors.
  std::string out_of(const std::string& command, int status = 6) const {
    const auto finished = dps(command + " 2>&1");
    EXPECT_EQ(finished.status, status) << command << ": " << finished.out;
    return finished.out;
  }
  /// The error for that output.
  static std::string error_for(const std::string& name) {
    return "dps: error: cannot write '" + name + "': No space left on device\n";
  }
};

TEST_F(CommandOutputs, ATraceThatCannotBeWrittenLeavesTheOthers) {
  make_full("full.dpstrace");
  make_full("full.json");
  for (const std::string command : {"predict plan.txt --machine laptop", "run plan.txt"}) {
    const std::string out =
        out_of(command + " --trace full.dpstrace --trace a.csv --trace full.json --trace b.csv");
    EXPECT_NE(out.find(error_for("full.dpstrace")), std::string::npos) << out;
    EXPECT_NE(out.find(error_for("full.json")), std::string::npos) << out;
    EXPECT_NE(folder_.read("a.csv"), "") << command;
    EXPECT_EQ(folder_.read("a.csv"), folder_.read("b.csv")) << command;
    fs::remove(folder_.path() / "a.csv");
    fs::remove(folder_.path() / "b.csv");
  }
}

TEST_F(CommandOutputs, AResultThatCannotBeWrittenLeavesTheTraceAndTheProfile) {
  make_full("full.json");
  for (const std::string command : {"predict plan.txt --machine laptop", "run plan.txt"}) {
    const std::string out = out_of(command + " -o full.json --trace a.csv");
    EXPECT_NE(out.find(error_for("full.json")), std::string::npos) << out;
    EXPECT_NE(out.find("Worker.p"), std::string::npos) << out;
    EXPECT_NE(folder_.read("a.csv"), "") << command;
    fs::remove(folder_.path() / "a.csv");
  }
}

TEST_F(CommandOutputs, AnEstimateWritesEachOfItsFiles) {
  folder_.write("plan.streams",
                "dps-streams 1\nprocessors 2\nprocessor 0\n send 1 8\nprocessor 1\n receive 0 8\n");
  make_full("full.streams");
  make_full("full.txt");
  const std::string out = out_of(
      "estimate plan.streams --machine sp2 --streams full.streams --to-blueprint full.txt "
      "--trace a.csv");
  EXPECT_NE(out.find(error_for("full.streams")), std::string::npos) << out;
  EXPECT_NE(out.find(error_for("full.txt")), std::string::npos) << out;
  EXPECT_NE(folder_.read("a.csv"), "");
}

TEST_F(CommandOutputs, ADataSheetWritesEachOfItsFiles) {
  folder_.write("raw/send.data", "2 8 0.004 0.001\n2 16 0.002 0.001\n2 32 0.003 0.001\n");
  make_full("full.toml");
  make_full("full.tex");
  const std::string out = out_of("datasheet raw -o full.toml --tex full.tex --html a.html");
  EXPECT_NE(out.find(error_for("full.toml")), std::string::npos) << out;
  EXPECT_NE(out.find(error_for("full.tex")), std::string::npos) << out;
  EXPECT_NE(folder_.read("a.html"), "");
  const std::string points = out_of("datasheet raw -o full.toml --points");
  EXPECT_NE(points.find("send"), std::string::npos) << points;
}

}  // namespace
}  // namespace dps
