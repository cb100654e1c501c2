// Collective operations: runs have the messages, the bytes and the completions of predictions.
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "tests/end_to_end/examples.h"
#include "tests/support/scratch_folder.h"

#ifndef DPS_RUN_OPTIONS  // options for another launcher and transport, followed by a blank
#define DPS_RUN_OPTIONS ""
#define DPS_CHECK_EXAMPLES
#endif

namespace dps::end_to_end {
namespace {

const std::string kMachine = " --machine '" DPS_SOURCE_DIR "/tests/end_to_end/lab.toml' ";

constexpr std::array<const char*, 12> kOperations{
    "barrier",
    "bcast -b 3000 -root W.p[1] -alg scatter_allgather",
    "reduce -b 300 -root W.p[4] -combine Add.c",
    "allreduce -b 5000 -alg rabenseifner -combine Add.c -p off",
    "allreduce -b 100 -alg ring -combine Add.c",
    "gather -b 70 -alg binomial",
    "scatter -b 70 -root W.p[2]",
    "allgather -b 40 -alg bruck",
    "alltoall -b 20 -alg pairwise",
    "reduce_scatter -b 16 -combine Add.c",
    "scan -b 8 -combine Add.c",
    "allreduce -b 1000000 -alg recursive_doubling"};

/// Five processes perform all operations one after the other, each of them three times, of which
/// two are under way at the same time.
std::string blueprint() {
  std::string text = "C Add.c compute 1us\n";
  std::string unit = "U w.fu";
  for (std::size_t i = 0; i < kOperations.size(); ++i) {
    const std::string n = std::to_string(i);
    const bool is_last = i + 1 == kOperations.size();
    text += "I X" + n + ".i 3 X" + n + ".m\nO X" + n + ".o W.p -t X" + n + ".m -collective " +
            kOperations[i] + "\n";
    text += "F f" + n + ".f " + (i == 0 ? "NULL" : "X" + std::to_string(i - 1) + ".i") + " NULL X" +
            n + ".o,X" + n + ".o,X" + n + ".o SAME\n";
    unit += " f" + n + ".f";
    if (is_last) {
      text += "F end.f X" + n + ".i NULL NULL NULL\n";
    }
  }
  return text + unit + " end.f\nP W.p 5 w.fu\n";
}

Json result_of(const std::string& arguments) {
  const Finished finished = run_dps(arguments + " --format json --latencies");
  EXPECT_EQ(finished.status, 0) << arguments;
  return finished.status == 0 ? Json::parse(finished.out) : Json();
}

/// The counts that do not depend on time, by row of the messages: "X3.m W.p[0] W.p[1] sent".
std::map<std::string, std::uint64_t> counts_of(const Json& result) {
  std::map<std::string, std::uint64_t> counts;
  for (const Json& row : result.at("runs").at(0).at("messages")) {
    const std::string name = row.at("mtag").get<std::string>() + " " +
                             row.at("sender").get<std::string>() + " " +
                             row.at("receiver").get<std::string>();
    counts[name + " sent"] = row.at("sent").get<std::uint64_t>();
    counts[name + " bytes"] = row.at("bytes").get<std::uint64_t>();
    counts[name + " received"] =
        row.at("taken").get<std::uint64_t>() + row.at("late").get<std::uint64_t>();
  }
  for (const Json& row : result.at("runs").at(0).at("latencies").at("collectives")) {
    const auto otag = row.at("otag").get<std::string>();
    counts[otag + " members"] = row.at("members").get<std::uint64_t>();
    counts[otag + " operations"] = row.at("operations").get<std::uint64_t>();
    counts[otag + " completions"] = row.at("completions").get<std::uint64_t>();
    counts[otag + " " + row.at("alg").dump()] = row.at("total").at("count").get<std::uint64_t>();
    counts[otag + " skews"] = row.at("skew").at("count").get<std::uint64_t>();
    counts[otag + " rests"] = row.at("rest").at("count").get<std::uint64_t>();
  }
  return counts;
}

TEST(CollectiveRuns, RunsHaveTheCountsOfPredictions) {
  const support::ScratchFolder folder;
  const std::string path = folder.write("operations.txt", blueprint()).string();
  const Json run = result_of("run " DPS_RUN_OPTIONS + path);
  const Json prediction = result_of("predict " + path + kMachine);
  ASSERT_FALSE(run.is_null() || prediction.is_null());
  const auto counts = counts_of(run);
  EXPECT_EQ(counts, counts_of(prediction));
  EXPECT_EQ(counts.at("X0.o operations"), 3U);
  EXPECT_EQ(counts.at("X0.o completions"), 15U);
  for (const Json& process : run.at("runs").at(0).at("processes")) {
    EXPECT_GT(process.at("collective_s").get<double>(), 0.0);
  }
}

TEST(CollectiveRuns, AMemberThatDoesNotContributeIsADeadlockWithItsName) {
  const support::ScratchFolder folder;
  const std::string path = folder
                               .write("deadlock.txt",
                                      "I Sum.i 1 Sum.m\n"
                                      "O Sum.o W.p -t Sum.m -collective barrier\n"
                                      "F go.f NULL NULL Sum.o SAME\n"
                                      "F no.f NULL NULL NULL NULL\n"
                                      "F end.f Sum.i NULL NULL NULL\n"
                                      "U w.fu {self == 1 ? no.f : go.f} end.f\n"
                                      "P W.p 3 w.fu\n")
                               .string();
  const Finished finished = run_dps("run " DPS_RUN_OPTIONS + path + " --anyway 2>&1");
  EXPECT_EQ(finished.status, 4) << finished.out;
  EXPECT_NE(finished.out.find("waits for 'Sum.m', operation 1 of the barrier 'Sum.o' (3 members): "
                              "W.p[1] has not contributed"),
            std::string::npos)
      << finished.out;
}

#ifdef DPS_CHECK_EXAMPLES  // these do not depend on launcher and transport
TEST(CollectiveRuns, TextCsvAndExpectationsHaveTheTimes) {
  const support::ScratchFolder folder;
  const std::string path = folder.write("operations.txt", blueprint()).string();
  const std::string predict = "predict " + path + kMachine;
  const Finished text = run_dps(predict + "--latencies 2>&1");
  EXPECT_EQ(text.status, 0);
  EXPECT_NE(text.out.find("Collective operations"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("X1.o: bcast of 5 members, scatter_allgather"), std::string::npos)
      << text.out;
  const Finished csv = run_dps(predict + "--latencies --format csv 2>/dev/null");
  EXPECT_EQ(csv.status, 0);
  EXPECT_NE(csv.out.find(",idle_s,collective_s,statistic,"), std::string::npos) << csv.out;
  for (const char* part : {"collective_total", "collective_skew", "collective_rest"}) {
    EXPECT_NE(csv.out.find(part), std::string::npos) << part;
  }
  const Finished met =
      run_dps(predict + "--expect 'p99(total:X3.o) < 2s' --expect 'max(rest:X3.o) < 2s' 2>&1");
  EXPECT_EQ(met.status, 0) << met.out;
  const Finished unmet = run_dps(predict + "--expect 'max(skew:X11.o) > 2h' 2>&1");
  EXPECT_NE(unmet.status, 0);
  EXPECT_NE(unmet.out.find("expected max(skew:X11.o) > 2h, but it is"), std::string::npos)
      << unmet.out;
  const Finished unknown = run_dps(predict + "--expect 'p50(total:X33.o) < 2s' 2>&1");
  EXPECT_NE(unknown.status, 0);
  EXPECT_NE(unknown.out.find("no process performs collective operations of an O line 'X33.o'; did "
                             "you mean 'X"),
            std::string::npos)
      << unknown.out;
}

TEST(CollectiveRuns, ATraceHasTheTimesOfItsPrediction) {
  const support::ScratchFolder folder;
  const std::string path = folder.write("operations.txt", blueprint()).string();
  const std::string trace = (folder.path() / "operations.dpstrace").string();
  const Json prediction = result_of("predict " + path + kMachine + "--trace " + trace);
  ASSERT_FALSE(prediction.is_null());
  const Finished csv = run_dps("trace " + trace + " -o " + (folder.path() / "t.csv").string());
  EXPECT_EQ(csv.status, 0) << csv.out;
  const Finished why = run_dps("predict " + path + kMachine + "--why 2>&1");
  EXPECT_EQ(why.status, 0) << why.out;
  EXPECT_NE(why.out.find(".m (allreduce)"), std::string::npos) << why.out;
}
#endif

}  // namespace
}  // namespace dps::end_to_end
