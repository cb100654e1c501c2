#include "profiles/surfaces/figures.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include "profiles/surfaces/table.h"
#include "tests/support/read_ticks.h"
#include "tests/support/run_shell.h"
#include "tests/support/scratch_folder.h"

namespace dps::surfaces {
namespace {

std::vector<Sample> two_phases() {
  return {{"total", 4, 10, 3}, {"total", 1, 10, 8}, {"total", 2, 20, 6},
          {"total", 8, 20, 2}, {"io", 1, 10, 0},    {"io", 4, 10, 0}};
}

TEST(Surfaces, SpeedUpIsOverOneProcessOrTheLeastNumber) {
  EXPECT_EQ(surface_csv(speedup_table(speedups_of(surfaces_of(two_phases())))),
            "phase,processes,data,time_s,base,speedup\r\n"
            "total,1,10,8,1,1\r\n"
            "total,4,10,3,1,2.6666666666666665\r\n"
            "total,2,20,6,2,1\r\n"
            "total,8,20,2,2,3\r\n"
            "io,1,10,0,1,\r\n"
            "io,4,10,0,1,\r\n");
}

TEST(Surfaces, TheBaseIsOneAlsoIfLessWouldBeThere) {
  const std::vector<Sample> samples{{"t", 0.5, 1, 9}, {"t", 1, 1, 6}, {"t", 2, 1, 3}};
  const auto rows = speedups_of(surfaces_of(samples));
  EXPECT_EQ(rows[0].base, 1);
  EXPECT_DOUBLE_EQ(*rows[2].speedup, 2);
}

TEST(Surfaces, SeveralTimesGiveTheirMedian) {
  const auto surfaces =
      surfaces_of({{"t", 1, 1, 5}, {"t", 1, 1, 1}, {"t", 1, 1, 2}, {"t", 2, 1, 7}});
  ASSERT_EQ(surfaces.size(), 1U);
  EXPECT_DOUBLE_EQ(surfaces[0].seconds.at({1, 1}), 2);
}

TEST(Surfaces, RatiosAreOfPointsThatBothHave) {
  const auto a = surfaces_of(two_phases());
  const auto b = surfaces_of({{"total", 1, 10, 4}, {"total", 16, 10, 1}, {"io", 1, 10, 3}});
  const SurfaceTable table = ratio_table(ratios_of(a, b));
  EXPECT_EQ(surface_csv(table),
            "phase,processes,data,a_s,b_s,ratio\r\ntotal,1,10,8,4,0.5\r\nio,1,10,0,3,\r\n");
  EXPECT_EQ(table.notes, (std::vector<std::string>{"4 points of phases are only in A",
                                                   "1 point of phases is only in B (--against)"}));
}

TEST(Surfaces, OtherPhasesCanBeLeftOut) {
  SurfaceTable table = speedup_table(speedups_of(surfaces_of(two_phases())));
  EXPECT_EQ(keep_only(table, {"io", "none"}), "none");
  EXPECT_EQ(keep_only(table, {"io"}), "");
  EXPECT_EQ(table.rows.size(), 2U);
}

TEST(Surfaces, TextAndJsonHaveTheSameFigures) {
  SurfaceTable table = speedup_table(speedups_of(surfaces_of(two_phases())));
  table.a = {"a.txt"};
  const auto json = nlohmann::json::parse(surface_json(table, "0"));
  EXPECT_EQ(json["format"], "dps-surface");
  EXPECT_EQ(json["points"][1]["phase"], "total");
  EXPECT_DOUBLE_EQ(json["points"][1]["speedup"], 8.0 / 3);
  EXPECT_EQ(json["points"][4]["speedup"], nullptr);
  ASSERT_EQ(keep_only(table, {"total"}), "");
  EXPECT_EQ(surface_text(table),
            "phase  processes  data  time  base  speed-up\n"
            "total          1    10   8 s     1     1.000\n"
            "total          4    10   3 s     1     2.667\n"
            "total          2    20   6 s     2     1.000\n"
            "total          8    20   2 s     2     3.000\n");
}

TEST(Surfaces, FilesHaveBlocksByDataAndSafeNames) {
  const std::vector<Sample> samples{
      {"a/b 'c'", 1, 10, 2}, {"a/b 'c'", 2, 10, 1}, {"a/b 'c'", 1, 20, 4}, {"a_b__c_", 1, 1, 1}};
  const auto files = phase_files(speedup_table(speedups_of(surfaces_of(samples))));
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0].name, "a_b__c_");
  EXPECT_EQ(files[1].name, "a_b__c__2");
  EXPECT_EQ(
      files[0].data,
      "# a/b 'c'\n# processes data time_s base speedup\n1 10 2 1 1\n2 10 1 1 2\n\n1 20 4 1 1\n");
  EXPECT_NE(files[0].script.find("splot 'a_b__c_.dat' using 1:2:5"), std::string::npos);
  EXPECT_EQ(files[0].script.find("b 'c"), std::string::npos);
}

/// The picture of the only phase, by its script in its folder.
std::string drawn(const SurfaceTable& table) {
  const support::ScratchFolder folder;
  const auto files = phase_files(table);
  folder.write(files[0].name + ".dat", files[0].data);
  folder.write(files[0].name + ".gp", files[0].script);
  support::run_shell("cd " + folder.path().string() + " && gnuplot " + files[0].name + ".gp");
  return folder.read(files[0].name + ".svg");
}

TEST(Surfaces, TicksOfPicturesAreDistinctAndExact) {
  if (support::run_shell("command -v gnuplot").status != 0) {
    GTEST_SKIP() << "gnuplot is not installed";
  }
  for (double size = 1e-9; size < 2e5; size *= 7) {
    const std::vector<Sample> line{{"t", 1, 4, size}, {"t", 2, 4, size / 3}, {"t", 8, 4, size / 7}};
    std::vector<Sample> surface = line;
    surface.insert(surface.end(), {{"t", 1, 9, 2 * size}, {"t", 2, 9, size}});
    SurfaceTable table;
    table.figures = {{"time_s", text::ColumnKind::kSeconds, "time"}};
    for (const auto& samples : {line, surface}) {
      table.rows.clear();
      for (const Sample& sample : samples) {
        table.rows.push_back({"t", sample.processes, sample.data, {sample.seconds}});
      }
      auto ticks = support::drawn_ticks(drawn(table));
      EXPECT_EQ(support::mistake_in_ticks(ticks["middle"], false), "");
      EXPECT_EQ(support::mistake_in_ticks(ticks["end"], false), "") << size;
      EXPECT_EQ(ticks["end"].back().label.back(), 's');
    }
  }
}

RC_GTEST_PROP(Surfaces, TheRatioOfASetToItselfIsOne, ()) {
  std::vector<Sample> samples;
  const auto count = *rc::gen::inRange(1, 20);
  for (int i = 0; i < count; ++i) {
    samples.push_back({*rc::gen::element<std::string>("a", "b"),
                       static_cast<double>(*rc::gen::inRange(1, 4)),
                       static_cast<double>(*rc::gen::inRange(0, 3)),
                       static_cast<double>(*rc::gen::inRange(1, 100))});
  }
  const auto surfaces = surfaces_of(samples);
  const Ratios ratios = ratios_of(surfaces, surfaces);
  RC_ASSERT(ratios.only_in_a == 0U);
  RC_ASSERT(ratios.only_in_b == 0U);
  RC_ASSERT(ratios.rows.size() == speedups_of(surfaces).size());
  for (const RatioRow& row : ratios.rows) {
    RC_ASSERT(row.ratio == 1.0);
  }
}

}  // namespace
}  // namespace dps::surfaces
