#include "profiles/surfaces/point_sources.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace dps::surfaces {
namespace {

using Variables = std::vector<std::pair<std::string, double>>;

NamedPoint point(double processes, Variables variables, double seconds) {
  return {processes, std::move(variables), {{"total", seconds}}};
}

TEST(NamedPoints, TheDataAreTheVariableThatDiffersBesidesTheProcesses) {
  const std::vector<NamedPoint> points{point(3, {{"workers", 2}, {"n", 10}, {"k", 7}}, 1),
                                       point(3, {{"workers", 2}, {"n", 20}, {"k", 7}}, 2),
                                       point(5, {{"workers", 4}, {"n", 10}, {"k", 7}}, 3)};
  const auto data = data_name(points, {});
  ASSERT_TRUE(data);
  EXPECT_EQ(*data, "n");
  const auto samples = samples_of(points, {"workers", *data});
  ASSERT_TRUE(samples);
  EXPECT_EQ(*samples,
            (std::vector<Sample>{{"total", 2, 10, 1}, {"total", 2, 20, 2}, {"total", 4, 10, 3}}));
}

TEST(NamedPoints, SeveralVariablesNeedAChoice) {
  const std::vector<NamedPoint> points{point(3, {{"n", 10}, {"k", 7}}, 1),
                                       point(3, {{"n", 20}, {"k", 8}}, 2)};
  EXPECT_EQ(data_name(points, {}).error().message,
            "several variables differ (k, n); name that of the data with --data NAME");
  EXPECT_EQ(*data_name(points, {"", "k"}), "k");
  EXPECT_EQ(samples_of(points, {"", "m"}).error().message, "--data: a result has no variable 'm'");
  EXPECT_EQ(samples_of(points, {"rows", "n"}).error().message,
            "--processes: a result has no variable 'rows'");
}

TEST(PointSources, PhasesOfAResultAreUnitsWithTheLargestTime) {
  profiles::RunResult result;
  result.blueprint.variables = {{"n", 10}};
  profiles::RunProfile run;
  run.makespan_s = 9;
  run.processes.resize(2);
  profiles::UnitProfile unit;
  unit.futag = "work.fu";
  unit.real_s = 2;
  run.processes[0].units = {unit};
  unit.real_s = 5;
  run.processes[1].units = {unit};
  result.runs = {run, run};
  const auto points = points_of(result);
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0].processes, 2);
  EXPECT_EQ(points[0].variables, (Variables{{"n", 10}}));
  EXPECT_EQ(points[0].seconds, (Variables{{"work.fu", 5}, {"total", 9}}));
}

TEST(PointSources, TheKindOfAResultHasItsMachine) {
  profiles::RunResult result;
  result.environment = {{"dps", "\"0.1.0\""}, {"machine", "\"\""}};
  EXPECT_EQ(kind_of(result), "kind=run");
  result.kind = "predict";
  result.environment[1].second = "\"laptop with network.latency=1us\"";
  EXPECT_EQ(kind_of(result), "kind=predict,machine=laptop with network.latency=1us");
  result.environment[1].second = "\"./a/../lab.toml with network.bandwidth=1Gbit/s\"";
  EXPECT_EQ(kind_of(result), "kind=predict,machine=lab.toml with network.bandwidth=1Gbit/s");
}

TEST(PointSources, OriginsDifferInTheirKindMachineAndChanges) {
  profiles::RunResult result;
  EXPECT_EQ(origin_of(result), (Origin{"run", "", ""}));
  result.kind = "predict";
  result.environment = {{"machine", "\"./lab.toml with cost.send=1us, network.latency=1us\""},
                        {"machine_changes", R"(["cost.send=1us", "network.latency=1us"])"}};
  const Origin changed{"predict", "lab.toml", "cost.send=1us, network.latency=1us"};
  EXPECT_EQ(origin_of(result), changed);
  const Origin plain{"predict", "lab.toml", ""};
  EXPECT_EQ(difference_of({plain, changed}), "differ in --set-machine");
  EXPECT_EQ(difference_of({plain, {"predict", "b.toml", ""}}), "differ in the machine");
  EXPECT_EQ(difference_of({changed, {"run", "", ""}}),
            "differ in the kind, the machine and --set-machine");
}

TEST(PointSources, ATableOfAModelHasItsParts) {
  const std::string table =
      R"json({"format": "dps-model-table", "version": 1,
          "variables": [{"name": "p", "values": [1, 2]}, {"name": "d", "values": [5]}],
          "points": [{"p": 1, "d": 5, "time_s": 3, "parts": {"f(p)" : 1,
                    "g(p)" : 2
}
},
                     {"p": 2, "d": 5, "time_s": 2}]
})json";
  EXPECT_TRUE(is_model_table(table));
  const auto points = points_of_model_table(table);
  ASSERT_TRUE(points) << points.error().message;
  ASSERT_EQ(points->size(), 2U);
  EXPECT_EQ((*points)[0].processes, 1);
  EXPECT_EQ((*points)[0].seconds, (Variables{{"f(p)", 1}, {"g(p)", 2}, {"total", 3}}));
  EXPECT_EQ((*points)[1].variables, (Variables{{"p", 2}, {"d", 5}}));
}

TEST(PointSources, AMistakeInATableNamesItsKey) {
  const std::string head = R"({"version": 1, "variables": [{"name": "p"}], "points": )";
  EXPECT_EQ(points_of_model_table("[").error().message, "it is not JSON");
  EXPECT_EQ(points_of_model_table(R"({"version": 2})").error().message,
            "the table of a model has version 2, but this dps reads version 1");
  EXPECT_NE(points_of_model_table(head + R"([{"p": 1}]})").error().message.find("time_s"),
            std::string::npos);
  EXPECT_NE(points_of_model_table(head + R"([{"p": "x", "time_s": 1}]})")
                .error()
                .message.find("points[0].p"),
            std::string::npos);
}

}  // namespace
}  // namespace dps::surfaces
