#include "profiles/sweeps/sweep_output.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/profiles/sweeps/sample_sweeps.h"

namespace dps::sweeps {
namespace {

TEST(SweepText, APointThatFailsIsARowWithItsReason) {
  EXPECT_EQ(sweep_text(strong_sweep(), 100),
            "plan.txt: sweep of 6 points, predicted\n"
            "\n"
            " n  p  makespan  speed-up  efficiency\n"
            "10  1       8 s      1.00      100.0%\n"
            "10  2       4 s      2.00      100.0%\n"
            "10  4       4 s      2.00       50.0%\n"
            "20  1      20 s      1.00      100.0%\n"
            "20  2    12.5 s      1.60       80.0%\n"
            "20  4         -         -           -\n"
            "    prediction: deadlock: 3 processes wait\n"
            "\n"
            "Speed-up and efficiency over p, from its smallest value, with the other values\n"
            "equal.\n");
}

TEST(SweepText, ColumnsThatDoNotFitAreNamed) {
  const std::string text = sweep_text(strong_sweep(), 30);
  EXPECT_NE(text.find("\n n  p  makespan  speed-up\n"), std::string::npos) << text;
  EXPECT_NE(text.find("The table leaves out efficiency, which would not fit"), std::string::npos)
      << text;
}

TEST(SweepText, RunsAreBesideTheirPredictions) {
  Sweep sweep = strong_sweep();
  sweep.scale.clear();
  sweep.axes = {{AxisKind::kMachine, "machine", {"lab"}}, {AxisKind::kVariable, "n", {"1", "2"}}};
  sweep.rows = {{{"lab", "1"}, {}, done({1.5}), done({1, 3})},
                {{"lab", "2"}, {}, done({1.5}), Outcome{5, "timeout after 1 s", {}, {}}}};
  sweep.rows[0].predicted->notes = {"work costs nothing"};
  EXPECT_EQ(sweep_text(sweep, 80),
            "plan.txt: sweep of 2 points, predicted and measured on lab\n"
            "\n"
            "n  predicted  measured    ± 95%   error\n"
            "1      1.5 s       2 s  12.71 s  -25.0%\n"
            "2      1.5 s         -        -       -\n"
            "    run: timeout after 1 s\n"
            "\n"
            "- work costs nothing (in 1 of 2 points)\n");
}

TEST(SweepText, ExpectationsThatAreNotMetAreBelowTheirRows) {
  Sweep sweep = strong_sweep();
  sweep.scale.clear();
  sweep.rows.resize(2);
  sweep.rows[1].predicted->unmet = {"expected makespan < 1s, but it is 4 s"};
  EXPECT_EQ(sweep_text(sweep, 80),
            "plan.txt: sweep of 2 points, predicted\n"
            "\n"
            " n  p  makespan\n"
            "10  1       8 s\n"
            "10  2       4 s\n"
            "    prediction: expected makespan < 1s, but it is 4 s\n");
}

TEST(SweepMarkdown, IsATable) {
  Sweep sweep = strong_sweep();
  sweep.rows.resize(1);
  sweep.scale.clear();
  EXPECT_EQ(sweep_markdown(sweep),
            "plan.txt: sweep of 1 point, predicted\n"
            "\n"
            "| n | p | makespan |\n"
            "|---|---|---:|\n"
            "| 10 | 1 | 8 s |\n");
}

TEST(SweepCsv, HasARowForEachOutcome) {
  Sweep sweep = strong_sweep();
  sweep.rows.erase(sweep.rows.begin() + 2, sweep.rows.begin() + 5);
  sweep.rows[0].measured = done({10, 10});
  sweep.rows[1].predicted->unmet = {"a", "b"};
  EXPECT_EQ(sweep_csv(sweep),
            "n,p,kind,status,runs,mean_s,half_width_s,median_s,min_s,max_s,speed_up,speed_up_low,"
            "speed_up_high,efficiency,error_percent,reason,unmet\r\n"
            "10,1,predict,0,1,8,,8,8,8,1,,,1,-20,,\r\n"
            "10,1,run,0,2,10,0,10,10,10,1,,,1,,,\r\n"
            "10,2,predict,1,1,4,,4,4,4,2,,,1,,,a; b\r\n"
            "20,4,predict,4,0,,,,,,,,,,,deadlock: 3 processes wait,\r\n");
}

TEST(SweepJson, HasAllFigures) {
  const auto json = nlohmann::json::parse(sweep_json(strong_sweep()));
  EXPECT_EQ(json["format"], "dps-sweep");
  EXPECT_EQ(json["points"].size(), 6U);
  EXPECT_EQ(json["points"][4]["predict"]["speed_up"], 1.6);
  EXPECT_EQ(json["points"][4]["variables"]["p"], 2);
  EXPECT_EQ(json["points"][5]["predict"]["reason"], "deadlock: 3 processes wait");
  EXPECT_TRUE(json["points"][5]["predict"]["mean_s"].is_null());
  EXPECT_TRUE(json["points"][0]["run"].is_null());
}

TEST(SweepJson, VariablesAreNumbersEvenIfTheBlueprintCannotBeRead) {
  Sweep sweep = strong_sweep();
  sweep.axes = {{AxisKind::kVariable, "n", {"-1.5", "2"}}, {AxisKind::kVariable, "p", {"2*3"}}};
  sweep.rows = {{{"-1.5", "2*3"}, {}, Outcome{2, "a mistake", {}, {}}, std::nullopt},
                {{"2", "2*3"}, {{"n", 2}, {"p", 6}}, done({1}), std::nullopt}};
  const auto points = nlohmann::json::parse(sweep_json(sweep))["points"];
  EXPECT_EQ(points[0]["variables"], nlohmann::json({{"n", -1.5}, {"p", nullptr}}));
  EXPECT_EQ(points[1]["variables"], nlohmann::json({{"n", 2.0}, {"p", 6.0}}));
}

TEST(PointName, NamesTheAxesWithSeveralValues) {
  const Sweep sweep = strong_sweep();
  EXPECT_EQ(point_name(sweep.axes, sweep.rows[4].point), "n = 20, p = 2");
}

}  // namespace
}  // namespace dps::sweeps
