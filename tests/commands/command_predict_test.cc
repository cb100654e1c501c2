// The notes of `dps predict` about its machine and about the time that it takes.
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_test.h"

namespace dps {
namespace {

/// Two processes that send themselves a message after the other.
constexpr const char* kLoop = R"(
V n 10
V m 2
I T.i     1 T.m
O next.o  A.p[{self}] -t T.m
F first.f NULL NULL next.o SAME
F go.f    T.i  NULL next.o SAME*{n},NULL
U a.fu    first.f go.f
P A.p     {m} a.fu
)";

class Predict : public support::CommandTest {
 protected:
  Predict() { folder_.write("plan.txt", kLoop); }

  [[nodiscard]] support::Finished predict(const std::string& options) const {
    return dps("predict plan.txt --machine laptop " + options);
  }
};

bool contains(const support::Finished& finished, const std::string& text) {
  return finished.out.find(text) != std::string::npos;
}

TEST_F(Predict, ALongLoopIsAnnouncedAndATimeoutEndsItWithoutAResult) {
  const auto ended = predict("--set n=1e15 --timeout 100ms -o r.json --trace t.json 2>&1 >out.txt");
  EXPECT_EQ(ended.status, 5) << ended.out;
  EXPECT_TRUE(contains(ended, "dps: note: this prediction may take about ")) << ended.out;
  EXPECT_TRUE(contains(ended,
                       " years: by line 7, go.f fires 2·10^15 times and sends 2·10^15 "
                       "messages; Ctrl-C ends it"))
      << ended.out;
  EXPECT_TRUE(contains(ended,
                       "dps: error: the prediction did not end within the 100 ms of "
                       "--timeout; it had come to "))
      << ended.out;
  EXPECT_EQ(folder_.read("out.txt"), "");
  EXPECT_FALSE(exists("r.json"));
  EXPECT_FALSE(exists("t.json"));
}

TEST_F(Predict, ATagWhoseRowsTheLevelOmitsIsAnError) {
  const std::string error =
      "dps: error: --only: 'go.f' selects functionalities, which --level process omits; leave out "
      "--level\n";
  const auto refused = predict("--level process --only go.f -o r.json 2>&1");
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.out, error);
  EXPECT_FALSE(exists("r.json"));
  EXPECT_EQ(dps("run plan.txt --level process --only go.f 2>&1").out, error);
  ASSERT_EQ(predict("--only go.f -o r.json").status, 0);
  EXPECT_EQ(dps("profile r.json --level process --only go.f 2>&1").out, error);
  EXPECT_EQ(dps("compare r.json r.json --level process --only go.f 2>&1").out, error);
  EXPECT_EQ(dps("profile r.json --level functionality --only go.f").status, 0);
  EXPECT_EQ(dps("profile r.json --level process --only A.p").status, 0);
}

/// A loop over units that begins another one 10^6 times, and a collection of 10^14 messages, which
/// is a loop without K.
TEST_F(Predict, LoopsInLoopsAreAnnounced) {
  folder_.write("nested.txt",
                "V n 10^9\nV m 10^6\nF out.f NULL NULL NULL in.fu*{m},NULL\n"
                "F in.f NULL NULL NULL in.fu*{n-1},out.fu\nU out.fu out.f\nU in.fu in.f\n"
                "P A.p 1 out.fu in.fu\n");
  const auto nested = dps("predict nested.txt --machine laptop --timeout 50ms 2>&1");
  EXPECT_EQ(nested.status, 5) << nested.out;
  EXPECT_TRUE(contains(nested,
                       "dps: note: this prediction may take about 347 days: by line 4, in.f fires "
                       "10^15 times; Ctrl-C ends it"))
      << nested.out;
  const auto small = dps("predict nested.txt --machine laptop --set n=10 --set m=10 2>&1");
  EXPECT_EQ(small.status, 0) << small.out;
  EXPECT_FALSE(contains(small, "this prediction may take")) << small.out;

  folder_.write("counted.txt",
                "I T.i 1 T.m\nI All.i 100000000000000 T.m\nO T.o A.p -t T.m\n"
                "F first.f NULL NULL T.o SAME\nF go.f T.i NULL T.o SAME\n"
                "F end.f All.i NULL NULL NULL\nU a.fu first.f go.f end.f\nP A.p 1 a.fu\n");
  const auto counted = dps("predict counted.txt --machine laptop --runs 3 --timeout 50ms 2>&1");
  EXPECT_EQ(counted.status, 5) << counted.out;
  EXPECT_TRUE(contains(counted, "may take about 4 years: by line 5, go.f fires 10^14 times"))
      << counted.out;
}

/// An instance of the O line for each step is no message of each firing.
TEST_F(Predict, ALineWithStepSendsOneMessageAFiring) {
  std::string plan = kLoop;
  plan.insert(plan.find("-t T.m"), "-b {step} ");
  plan.replace(plan.find("F first.f NULL NULL next.o"), 26,
               "O one.o A.p[{self}] -t T.m\nF first.f NULL NULL one.o");
  folder_.write("steps.txt", plan);
  const auto ended = dps("predict steps.txt --machine laptop --set m=1 --set n=30000 2>&1");
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_TRUE(contains(ended, "30,002 messages")) << ended.out;
  EXPECT_FALSE(contains(ended, "this prediction may take")) << ended.out;
}

TEST_F(Predict, ManyCopiesAreAnnounced) {
  std::string plan = kLoop;
  plan.insert(plan.find("-t T.m"), "-n {10^12} ");
  plan.replace(plan.find("SAME*{n}"), 8, "SAME*1");
  folder_.write("copies.txt", plan);
  const auto ended = dps("predict copies.txt --machine laptop --set m=1 --timeout 50ms 2>&1");
  EXPECT_EQ(ended.status, 5) << ended.out;
  EXPECT_TRUE(contains(ended, "go.f fires 2 times and sends 2·10^12 messages; ")) << ended.out;
}

TEST_F(Predict, AShortOneEndsBeforeItsTimeout) {
  const auto done = predict("--timeout 1h 2>&1");
  EXPECT_EQ(done.status, 0) << done.out;
  EXPECT_FALSE(contains(done, "note:")) << done.out;
  const std::string plain = "predict plan.txt --machine laptop --format json";
  EXPECT_EQ(output_of(plain + " --timeout 1h"), output_of(plain));
}

TEST_F(Predict, ATimeoutIsThatOfAPointOfASweep) {
  const auto swept =
      dps("sweep plan.txt --machine laptop --set n=10,1e15 --timeout 200ms --format "
          "json 2>/dev/null");
  const auto rows = nlohmann::json::parse(swept.out)["points"];
  ASSERT_EQ(rows.size(), 2U) << swept.out;
  EXPECT_EQ(rows[0]["predict"]["status"], 0) << swept.out;
  EXPECT_EQ(rows[1]["predict"]["status"], 5) << swept.out;
}

TEST_F(Predict, ForEndsThePointsOfASweep) {
  const std::string endless = "sweep plan.txt --machine laptop --set n=1e15,2e15 ";
  const auto swept = dps(endless + "--for 1ms --column 'count(go.f)' --format json 2>/dev/null");
  const auto rows = nlohmann::json::parse(swept.out)["points"];
  EXPECT_EQ(swept.status, 0) << swept.out;
  EXPECT_DOUBLE_EQ(rows[1]["predict"]["mean_s"], 1e-3);
  EXPECT_GT(rows[1]["predict"]["columns"]["count(go.f)"], 0);
  const auto refused = dps("sweep plan.txt --for 1ms --warmup 1 2>&1");
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(contains(refused, "--for ends a run, and with it all connections")) << refused.out;
}

TEST_F(Predict, ProcessesThatShareCoresAreNoted) {
  EXPECT_TRUE(nlohmann::json::parse(predict("--set m=8 --format json").out)["notes"].empty());
  EXPECT_EQ(nlohmann::json::parse(predict("--set m=9 --format json").out)["notes"],
            nlohmann::json({"localhost: 9 processes share 8 cores"}));
  EXPECT_TRUE(contains(predict("--set m=9"), "localhost: 9 processes share 8 cores"));
}

}  // namespace
}  // namespace dps
