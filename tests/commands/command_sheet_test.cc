// Predictions on data sheets, as a user calls them.
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/run_shell.h"
#include "tests/support/scratch_folder.h"

namespace dps {
namespace {

constexpr const char* kPlan =
    "I Go.i 1 Go.m\n"
    "O Go.o Worker.p -t Go.m -b {bytes} -p off\n"
    "F go.f NULL NULL Go.o NULL\n"
    "F work.f Go.i NULL NULL NULL\n"
    "U master.u go.f\n"
    "U worker.u work.f\n"
    "P Worker.p 1 worker.u\n"
    "P Master.p 1 master.u\n"
    "V bytes 800\n";

class CommandSheet : public testing::Test {
 protected:
  CommandSheet() { folder_.write("plan.txt", kPlan); }

  [[nodiscard]] support::Finished dps(const std::string& arguments) const {
    return support::run_shell("cd '" + folder_.path().string() + "' && '" DPS_PROGRAM "' " +
                              arguments + " 2>&1");
  }
  /// The makespan in seconds.
  [[nodiscard]] double makespan(const std::string& options) const {
    const auto made = dps("predict plan.txt --format json " + options);
    EXPECT_EQ(made.status, 0) << made.out;
    return nlohmann::json::parse(made.out)["runs"][0]["makespan_s"];
  }

  support::ScratchFolder folder_;
};

TEST_F(CommandSheet, ASheetOfTheLibraryIsAMachine) {
  EXPECT_DOUBLE_EQ(makespan("--machine cray_t3d"), 110e-6);
  EXPECT_DOUBLE_EQ(makespan("--machine cray_t3d --set-machine recv.2.c=70us"), 120e-6);
  EXPECT_DOUBLE_EQ(makespan("--machine cray_t3d --set bytes=256"), 82.4e-6);
  EXPECT_NE(dps("machine list").out.find("sparc5_ethernet"), std::string::npos);
  EXPECT_NE(dps("machine keys cray_t3d").out.find("recvmin.1.d"), std::string::npos);
  EXPECT_EQ(dps("machine show cray_t3d_models").status, 0);
}

TEST_F(CommandSheet, WithoutALibraryItsFolderIsNamed) {
  const std::string folder = folder_.path().string();
  const auto moved = dps("--version; mkdir bin && cp '" DPS_PROGRAM
                         "' bin/dps && bin/dps predict plan.txt --machine laptop");
  EXPECT_NE(moved.status, 0);
  EXPECT_NE(moved.out.find("'laptop'"), std::string::npos) << moved.out;
  EXPECT_NE(moved.out.find("; there is no library of machines: dps looked in '" + folder +
                           "/share/dps/machines', which does not exist\n"),
            std::string::npos)
      << moved.out;
}

TEST_F(CommandSheet, MistakesNameTheOptionOrTheEquation) {
  const auto models = dps("predict plan.txt --machine cray_t3d_models");
  EXPECT_EQ(models.status, 2);
  EXPECT_TRUE(models.out.starts_with("dps: error: the data sheet has no equation for 'send'"))
      << models.out;
  const auto native = dps("predict plan.txt --machine laptop --eager 4KiB");
  EXPECT_EQ(native.status, 2);
  EXPECT_NE(native.out.find("--eager go with a data sheet"), std::string::npos) << native.out;
  EXPECT_EQ(dps("predict plan.txt --machine cray_t3d --eager lots").out.substr(0, 60),
            "dps: error: --eager: expected a size such as 4KiB, got 'lots");
  EXPECT_EQ(dps("predict plan.txt --machine cray_t3d --mode most").status, 2);
}

TEST_F(CommandSheet, NotesAreThoseThatTheBlueprintNeeds) {
  const auto plain = dps("predict plan.txt --machine cray_t3d");
  EXPECT_EQ(plain.status, 0) << plain.out;
  EXPECT_EQ(plain.out.find("'pack'"), std::string::npos) << plain.out;
  EXPECT_EQ(plain.out.find("'multiply'"), std::string::npos) << plain.out;
  std::string packed = kPlan;
  packed.replace(packed.find(" -p off"), 7, "");
  folder_.write("packed.txt", packed);
  EXPECT_NE(dps("predict packed.txt --machine cray_t3d").out.find("for 'pack' and 'unpack'"),
            std::string::npos);
  std::string works = std::string("C Work.c work 100\n") + kPlan;
  works.replace(works.find("work.f Go.i NULL"), 16, "work.f Go.i Work.c");
  folder_.write("works.txt", works);
  EXPECT_NE(dps("predict works.txt --machine cray_t3d").out.find("has no 'multiply'"),
            std::string::npos);
}

TEST_F(CommandSheet, SweepsTakeTheSameChoices) {
  const auto table =
      dps("sweep plan.txt --machine cray_t3d --set bytes=256,800 --eager 0 --format csv");
  EXPECT_EQ(table.status, 0);
  EXPECT_NE(table.out.find("8.24e-05"), std::string::npos) << table.out;
}

TEST_F(CommandSheet, TheCriticalPathAndATraceAreThoseOfOtherMachines) {
  const auto why = dps("predict plan.txt --machine cray_t3d --why --trace plan.dpstrace");
  EXPECT_EQ(why.status, 0);
  EXPECT_NE(why.out.find("Go.o"), std::string::npos) << why.out;
  EXPECT_EQ(dps("trace plan.dpstrace").status, 0);
  EXPECT_EQ(dps("predict plan.txt --machine cray_t3d --what-if all --mode max").status, 0);
}

}  // namespace
}  // namespace dps
