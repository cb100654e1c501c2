// dps check and the refusals of dps run, as a user calls them.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/run_dps.h"
#include "tests/support/scratch_folder.h"

namespace dps {
namespace {

using nlohmann::json;

constexpr const char* kCrossed =  // each waits for the other
    "P A.p 2 u\nU u f\nF f i NULL o NULL\nI i 1 m\nO o A.p[{1-self}] -t m\n";
constexpr const char* kRace =  // ends if Go.m is faster than Work.m
    "P B.p 1 first.fu\nP C.p 1 second.fu\nP A.p 1 init.fu main.fu\n"
    "U init.fu go.f\nU main.fu work.f\nU first.fu first.f\nU second.fu second.f\n"
    "F go.f Go.i NULL NULL main.fu\nF work.f Work.i NULL NULL NULL\n"
    "F first.f NULL NULL Work.o NULL\nF second.f NULL Late.c Go.o NULL\nC Late.c sleep 50ms\n"
    "I Go.i 1 Go.m\nI Work.i 1 Work.m\nO Work.o A.p -t Work.m\nO Go.o A.p -t Go.m\n";
constexpr const char* kLarge =
    "P A.p 2 u\nU u f g\nF f NULL NULL o SAME\nF g i NULL NULL NULL\nI i 1 m\n"
    "O o A.p[{1-self}] -t m -b 3e9\n";

class Check : public testing::Test {
 protected:
  [[nodiscard]] support::Finished dps(const std::string& plan, const std::string& arguments) const {
    folder_.write("plan.txt", plan);
    return support::run_shell("cd '" + folder_.path().string() + "' && '" DPS_PROGRAM "' " +
                              arguments + " 2>&1");
  }

  /// The output of dps, which has to succeed.
  [[nodiscard]] std::string output_of(const std::string& plan, const std::string& arguments) const {
    const auto finished = dps(plan, arguments);
    EXPECT_EQ(finished.status, 0) << finished.out;
    return finished.out;
  }

  support::ScratchFolder folder_;
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(Check, ExitsWithFourAndReportsThatADeadlockIsCertain) {
  const auto checked = dps(kCrossed, "check plan.txt");
  EXPECT_EQ(checked.status, 4);
  EXPECT_TRUE(contains(checked.out, "a certain deadlock; no order of arrival avoids it"))
      << checked.out;
}

TEST_F(Check, ExitsWithFourForADeadlockInTheOrderPlayed) {
  const auto checked = dps(kRace, "check plan.txt");
  EXPECT_EQ(checked.status, 4);
  EXPECT_TRUE(contains(checked.out, "another order may avoid it")) << checked.out;
}

TEST_F(Check, NamesUnclaimedMessages) {
  const std::string plan =
      "P A.p 1 init.fu\nP B.p 2 send.fu\nU init.fu go.f\nU send.fu send.f\n"
      "F go.f Go.i NULL NULL NULL\nF send.f NULL NULL Work.o,Go.o NULL\n"
      "I Go.i 2 Go.m\nO Work.o A.p -t Work.m\nO Go.o A.p -t Go.m\n";
  const std::string note = "2 'Work.m' stayed unclaimed, taken in unit 'init.fu' of 'A.p[0]'";
  const auto checked = dps(plan, "check plan.txt");
  EXPECT_TRUE(contains(checked.out, ", 0 late, 2 unclaimed\n  " + note + "\n")) << checked.out;
  const auto report = json::parse(dps(plan, "check plan.txt --format json 2>/dev/null").out);
  EXPECT_EQ(report["play"]["notes"], json::array({note}));
  EXPECT_TRUE(
      json::parse(dps(kCrossed, "check plan.txt --format json").out)["play"]["notes"].empty());
}

TEST_F(Check, RunRefusesACertainDeadlockBeforeItStartsAnything) {
  const auto refused = dps(kCrossed, "run plan.txt -o result.json");
  EXPECT_EQ(refused.status, 4);
  EXPECT_TRUE(contains(refused.out, "nothing was started")) << refused.out;
  EXPECT_TRUE(contains(refused.out, "f (i) has 0 of 1 m")) << refused.out;
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "result.json"));
  const auto run = dps(kCrossed, "run plan.txt --anyway");
  EXPECT_EQ(run.status, 4);
  EXPECT_TRUE(contains(run.out, "deadlock: 2 processes wait")) << run.out;
}

TEST_F(Check, RunStartsAProgramWhoseDeadlockDependsOnTheOrder) {
  const auto run = dps(kRace, "run plan.txt");
  EXPECT_EQ(run.status, 4);
  EXPECT_TRUE(contains(run.out, "warning: in one order of arrival")) << run.out;
  EXPECT_TRUE(contains(run.out, "deadlock: 1 process waits")) << run.out;
}

TEST_F(Check, ReportsTheRefusalsOfARun) {
  const auto checked = dps(kLarge, "check plan.txt");
  EXPECT_EQ(checked.status, 0);
  EXPECT_TRUE(contains(checked.out, "warning: dps run refuses this program: output 'o' sends"))
      << checked.out;
  EXPECT_FALSE(contains(output_of(kLarge, "check plan.txt --max-message 3G"), "output 'o' sends"));
  const auto many = dps("P A.p 5000 u\nU u f\nF f NULL NULL NULL NULL\n", "check plan.txt");
  EXPECT_EQ(many.status, 0);
  EXPECT_TRUE(contains(many.out, "at most 4,096 can be run")) << many.out;
}

TEST_F(Check, PrintsJson) {
  const auto report = json::parse(dps(kCrossed, "check plan.txt --format json").out);
  EXPECT_EQ(report["dps_check"], 1);
  EXPECT_EQ(report["exit_status"], 4);
  EXPECT_EQ(report["program"]["processes"], 2);
  EXPECT_EQ(report["play"]["outcome"], "certain deadlock");
  EXPECT_EQ(report["play"]["waiting"][1]["process"], "A.p[1]");
  EXPECT_EQ(report["play"]["waiting"][1]["lacks"][0]["wants"], 1);
  EXPECT_EQ(json::parse(dps(kRace, "check plan.txt --format json").out)["play"]["outcome"],
            "deadlock in this order");
  EXPECT_EQ(json::parse(dps(kLarge, "check plan.txt --format json").out)["refusals"].size(), 1U);
  const auto wrong = dps("P A.p 1 u\n", "check plan.txt --format json");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_EQ(json::parse(wrong.out)["diagnostics"][0]["severity"], "error");
  EXPECT_TRUE(json::parse(wrong.out)["program"].is_null());
}

TEST_F(Check, PrintsTheAssignmentMatrix) {
  folder_.write("lab.hosts",
                "node1 type=SUN cores=4 memory=32G\nnode2 type=HP cores=4 memory=8G\n");
  const std::string plan = std::string(kLarge) + "T A.p[0] X\nT A.p[1] Y TYPE = SUN\n";
  const auto checked = dps(plan, "check plan.txt --hosts lab.hosts --matrix");
  EXPECT_EQ(checked.status, 0);
  EXPECT_TRUE(contains(checked.out, "         X    Y\n  node1  1    (1)\n  node2  (1)  0\n"))
      << checked.out;
  const auto report =
      json::parse(dps(plan, "check plan.txt --hosts lab.hosts --matrix --format json").out);
  EXPECT_EQ(report["placement"]["hosts"][0]["satisfies"], json({"X", "Y"}));
  EXPECT_EQ(report["placement"]["hosts"][1]["satisfies"], json::array({"X"}));
  EXPECT_EQ(report["placement"]["hosts"][1]["processes"], json::array({"A.p[0]"}));
  EXPECT_EQ(dps(plan, "check plan.txt --matrix").status, 2);
}

/// These hosts do not exist, so dps must not start agents on them.
TEST_F(Check, AsksNoHostIfNoTLineNeedsAFact) {
  const std::string check = "check plan.txt --hosts none1.invalid,none2.invalid";
  const auto text = dps(kLarge, check);
  EXPECT_EQ(text.status, 0) << text.out;
  EXPECT_TRUE(contains(text.out, "\n  none2.invalid")) << text.out;
  EXPECT_TRUE(contains(text.out, "  note: no T line needs a property of a host, so no host was"))
      << text.out;
  const auto report = json::parse(dps(kLarge, check + " --format json").out);
  EXPECT_EQ(report["placement"]["hosts"].size(), 2U);
  EXPECT_TRUE(report["placement"].contains("note"));
  folder_.write("lab.hosts", "none1.invalid slots=2\nnone2.invalid slots=2\n");
  EXPECT_FALSE(contains(output_of(kLarge, "check plan.txt --hosts lab.hosts"), "note: no T line"));
  EXPECT_FALSE(contains(output_of(std::string(kLarge) + "T A.p[0] X\nT A.p[1] Y\n", check),
                        "note: no T line"));
}

TEST_F(Check, LargePackedMessagesAreMentionedOnce) {
  constexpr const char* kPacked =
      "P A.p 2 u\nU u f g\nF f NULL NULL o,q SAME\nF g i NULL NULL NULL\nI i 1 m\n"
      "O o A.p[{1-self}] -t m -b 64KiB\nO q A.p[{1-self}] -t m -b 8MB\n";
  const auto packed = dps(kPacked, "check plan.txt");
  EXPECT_TRUE(contains(packed.out, "note: line 7: q packs messages of 8 MB as XDR, and 1 other O"))
      << packed.out;
  EXPECT_EQ(packed.out.find("note: "), packed.out.rfind("note: "));
  EXPECT_EQ(json::parse(dps(kPacked, "check plan.txt --format json").out)["notes"].size(), 1U);
  std::string plain = kPacked;
  for (const char* end : {"64KiB", "8MB"}) {
    plain.insert(plain.find(end) + std::string(end).size(), " -p off");
  }
  EXPECT_FALSE(contains(output_of(plain, "check plan.txt"), "note: ")) << plain;
}

TEST_F(Check, GraphWritesTheFormatOfTheNameOfItsFile) {
  const std::string dot = dps(kRace, "graph plan.txt").out;
  EXPECT_EQ(dps(kRace, "graph plan.txt -o plan.dot").out, "");
  const std::string written = folder_.read("plan.dot");
  EXPECT_EQ(written.substr(0, written.find("// dps wrote this graph; checksum ")), dot);
  EXPECT_EQ(dps(kRace, "graph plan.txt -o -").out, dot);
  EXPECT_EQ(dps(kRace, "graph plan.txt -o plan.svg").status, 0);
  EXPECT_TRUE(contains(folder_.read("plan.svg"), "<svg"));
  EXPECT_EQ(dps(kRace, "graph plan.txt -o plan.PDF").status, 0);
  EXPECT_TRUE(contains(folder_.read("plan.PDF"), "%PDF"));
  const auto unknown = dps(kRace, "graph plan.txt -o plan.doc");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_TRUE(contains(unknown.out, "expected FILE.dot")) << unknown.out;
  EXPECT_EQ(dps(kRace, "graph plan.txt -o plan.txt").status, 2) << "an input is not overwritten";
}

TEST_F(Check, FindsTheFunctionsOfALibrary) {
  const std::string plan = "P A.p 1 u\nU u f\nF f NULL c NULL NULL\nC c call boom\n";
  EXPECT_TRUE(contains(dps(plan, "check plan.txt").out, "unknown function 'boom'"));
  const auto missing = dps(plan, "check plan.txt --userfuncs ./none.so");
  EXPECT_EQ(missing.status, 2);
  EXPECT_TRUE(contains(missing.out, "none.so")) << missing.out;
}

}  // namespace
}  // namespace dps
