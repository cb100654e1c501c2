#include "profiles/run_statistics.h"

#include <gtest/gtest.h>

#include "profiles/json/result_json.h"
#include "profiles/text/text_profile.h"
#include "profiles/view.h"
#include "tests/profiles/sample_results.h"

namespace dps::profiles {
namespace {

/// MatrixMultiply2 twice; in the second run all real times are twice as long.
RunResult two_runs() {
  RunResult result = matrix_multiply_2();
  RunProfile slow = result.runs[0];
  for (ProcessProfile& process : slow.processes) {
    process.real_s *= 2;
    for (UnitProfile& unit : process.units) {
      unit.real_s *= 2;
      for (FunctionalityProfile& functionality : unit.functionalities) {
        functionality.real_s *= 2;
      }
    }
  }
  result.runs.push_back(slow);
  return result;
}

const RowStatistics& row(const std::vector<RowStatistics>& rows, const std::string& process,
                         const std::string& futag = "", const std::string& ftag = "") {
  for (const RowStatistics& one : rows) {
    if (one.process == process && one.futag == futag && one.ftag == ftag) {
      return one;
    }
  }
  ADD_FAILURE() << "no row " << process << ' ' << futag << ' ' << ftag;
  return rows.front();
}

TEST(RunStatistics, EveryProcessUnitAndFunctionalityHasThem) {
  const auto rows = statistics_of_runs(two_runs());
  EXPECT_EQ(rows.size(), 5U * (1 + 1 + 3));
  const Statistics master = *row(rows, "Master.p[0]").find("real_s");
  EXPECT_EQ(master.count, 2U);
  EXPECT_DOUBLE_EQ(master.mean, 0.375);
  EXPECT_DOUBLE_EQ(master.min, 0.25);
  EXPECT_DOUBLE_EQ(master.max, 0.5);
  EXPECT_TRUE(master.half_width.has_value());
  EXPECT_DOUBLE_EQ(row(rows, "Master.p[0]", "master.fu").find("real_s")->mean, 0.375);
  EXPECT_DOUBLE_EQ(row(rows, "Worker.p[2]", "worker.fu", "wf2.f").find("triggered")->mean, 26);
  EXPECT_EQ(row(rows, "Master.p[0]").find("triggered"), nullptr);
}

TEST(RunStatistics, ARunInWhichAFigureIsUnknownIsLeftOut) {
  RunResult result = two_runs();
  result.runs[1].processes[4].real_s = kUnknown;
  result.runs[1].processes[4].counted = Counted::kNothing;
  const auto rows = statistics_of_runs(result);
  EXPECT_EQ(row(rows, "Master.p[0]").find("real_s")->count, 1U);
  EXPECT_DOUBLE_EQ(row(rows, "Master.p[0]").find("real_s")->mean, 0.25);
  EXPECT_EQ(row(rows, "Master.p[0]").find("msgs_out")->count, 1U);
}

TEST(RunStatistics, AGroupOfClonesHasTheirMeanInEachRun) {
  RunResult result = many_clones();
  result.runs.push_back(result.runs[0]);
  const auto rows = statistics_of_runs(result, rows_of(result.runs[0], false));
  const Statistics& workers = *row(rows, "Worker.p ×64").find("real_s");
  EXPECT_EQ(workers.count, 2U);
  EXPECT_NEAR(workers.mean, 12 + 0.005 * 31.5, 1e-9);
}

TEST(RunStatistics, TheProfileHasTheRowsThatAreSelected) {
  RunResult result = two_runs();
  focus(result, *Selection::parse("mf2.f", known_tags(result)));
  TextOptions options;
  const std::string text = text_profile(result, options);
  const std::size_t table = text.find("2 runs                     real");
  ASSERT_NE(table, std::string::npos) << text;
  EXPECT_NE(text.find("Master.p[0]            375.0 ms", table), std::string::npos) << text;
  EXPECT_NE(text.find("    mf2.f ", table), std::string::npos) << text;
  EXPECT_EQ(text.find("    mf1.f ", table), std::string::npos) << text;
  EXPECT_NE(
      to_json(result).find("{\"ptag\":\"Master.p[0]\",\"futag\":\"master.fu\",\"ftag\":\"mf2.f\","
                           "\"triggered\":{\"runs\":2,\"mean\":104.0"),
      std::string::npos);
}

TEST(RunStatistics, OneRunHasNone) {
  EXPECT_EQ(to_json(matrix_multiply_2()).find("\"statistics\""), std::string::npos);
  EXPECT_EQ(text_profile(matrix_multiply_2(), {}).find("Means over the runs"), std::string::npos);
}

}  // namespace
}  // namespace dps::profiles
