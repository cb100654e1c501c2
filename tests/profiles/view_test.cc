#include "profiles/view.h"

#include <gtest/gtest.h>

#include "profiles/json/result_json.h"
#include "profiles/run_totals.h"
#include "profiles/text/text_profile.h"
#include "tests/profiles/sample_results.h"

namespace dps::profiles {
namespace {

RunResult focused(const std::string& list) {
  RunResult result = matrix_multiply_2();
  focus(result, *Selection::parse(list, known_tags(result)));
  return result;
}

TEST(View, CoarsenRemovesFinerRows) {
  RunResult result = matrix_multiply_2();
  coarsen(result, Level::kUnit);
  EXPECT_EQ(result.level, Level::kUnit);
  EXPECT_EQ(result.runs[0].processes[0].units.size(), 1U);
  EXPECT_TRUE(result.runs[0].processes[0].units[0].functionalities.empty());
  coarsen(result, Level::kProcess);
  EXPECT_TRUE(result.runs[0].processes[0].units.empty());
  coarsen(result, Level::kFunctionality);
  EXPECT_EQ(result.level, Level::kProcess);
}

TEST(View, FocusOnAProcessKeepsItsUnitsAndMessages) {
  const RunResult result = focused("Worker.p[2]");
  const RunProfile& run = result.runs[0];
  ASSERT_EQ(run.processes.size(), 1U);
  EXPECT_EQ(run.processes[0].ptag, "Worker.p[2]");
  EXPECT_EQ(run.processes[0].units[0].functionalities.size(), 3U);
  EXPECT_EQ(run.messages.size(), 4U);
  EXPECT_EQ(run.makespan_s, matrix_multiply_2().runs[0].makespan_s);
  EXPECT_EQ(result.notes.back(), "only the selected rows are shown: Worker.p[2]");
}

TEST(View, FocusOnAFunctionalityKeepsItsUnitAndProcess) {
  const RunProfile run = focused("mf2.f").runs[0];
  ASSERT_EQ(run.processes.size(), 1U);
  EXPECT_EQ(run.processes[0].ptag, "Master.p[0]");
  ASSERT_EQ(run.processes[0].units.size(), 1U);
  ASSERT_EQ(run.processes[0].units[0].functionalities.size(), 1U);
  EXPECT_EQ(run.processes[0].units[0].functionalities[0].triggered, 104U);
  EXPECT_EQ(run.processes[0].msgs_out, 116U);
}

TEST(View, FocusKeepsTheRowsOfEachTag) {
  const RunProfile run = focused("worker.fu,Master").runs[0];
  EXPECT_EQ(run.processes.size(), 5U);
  EXPECT_EQ(run.processes[0].units[0].functionalities.size(), 3U);
}

TEST(View, FocusKeepsMessagesOfCloneGroups) {
  RunResult result = many_clones();
  focus(result, *Selection::parse("Worker.p[5]", known_tags(result)));
  EXPECT_EQ(result.runs[0].messages.size(), 2U);
}

TEST(View, FocusKeepsTheTotalsOfTheWholeRun) {
  const RunTotals whole = totals_of(matrix_multiply_2().runs[0]);
  const RunTotals rest = totals_of(focused("Worker.p[2]").runs[0]);
  EXPECT_EQ(rest.processes, 5U);
  EXPECT_EQ(rest.hosts, 1U);
  EXPECT_EQ(rest.msgs_out, 224U);
  EXPECT_EQ(rest.late_msgs, 4U);
  EXPECT_EQ(rest.last_ptag, "Master.p[0]");
  EXPECT_EQ(rest.last_end_s, whole.last_end_s);
  EXPECT_EQ(rest.busiest, whole.busiest);
}

TEST(View, AFocusedResultThatWasSavedHasTheHeaderOfTheWholeRun) {
  const RunResult result = focused("Worker.p[2]");
  const auto read = parse_result(to_json(result));
  ASSERT_TRUE(read.has_value()) << read.error().message;
  const std::string text = text_profile(*read, {});
  EXPECT_EQ(text.rfind("examples/matrix_multiply_2/blueprint.txt: run of 5 processes on 1 host\n"
                       "makespan 250.1 ms; 224 messages with 5,328 bytes sent\n",
                       0),
            0U);
  EXPECT_NE(text.find("Last to end: Master.p[0], 250.1 ms after the start."), std::string::npos);
  EXPECT_NE(text.find("1 of 5 Processes: Worker.p[2]\n"), std::string::npos);
}

TEST(View, NoProcessIsBusiestIfNoneIsBusy) {
  RunResult result = matrix_multiply_2();
  for (ProcessProfile& process : result.runs[0].processes) {
    process.compute_s = process.sleep_s = process.send_s = process.take_s = 0;
  }
  const std::string text = text_profile(result, {});
  EXPECT_NE(text.find("None is busy for as much as\n0.1% of the makespan."), std::string::npos)
      << text;
  EXPECT_EQ(text.find("equally busy"), std::string::npos);
}

TEST(View, ShowsARunWhoseMakespanIsUnknown) {
  RunResult result = matrix_multiply_2();
  result.runs[0].makespan_s = kUnknown;
  EXPECT_EQ(shown_run(result), 0U);
  EXPECT_NE(text_profile(result, {}).find("makespan -; 224 messages"), std::string::npos);
}

/// The message types and functionalities that remain.
std::vector<std::string> latencies_of(RunResult result, const std::string& list) {
  const auto selection =
      Selection::parse(list, {{"Client.p[0]", "Server.p[0]"}, {"client.fu"}, {"ask.f", "serve.f"}});
  focus(result, selection.value());
  std::vector<std::string> names;
  for (const auto& row : result.runs[0].latencies->messages) {
    names.push_back(row.mtag);
  }
  for (const auto& row : result.runs[0].latencies->functionalities) {
    names.push_back(row.ftag);
  }
  return names;
}

TEST(View, FocusKeepsTheLatenciesOfTheSelectedRows) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(latencies_of(latencies(), "Server"), (Names{"Request.m", "Reply.m", "serve.f"}));
  RunResult result = latencies();
  result.runs[0].processes[0].units = {{"client.fu", 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, {{"ask.f"}}}};
  result.runs[0].messages.pop_back();
  EXPECT_EQ(latencies_of(result, "ask.f"), (Names{"Request.m", "ask.f"}));
}

TEST(View, ShowsTheRunOfTheMedianMakespan) {
  EXPECT_EQ(shown_run(five_runs()), 0U);
}

}  // namespace
}  // namespace dps::profiles
