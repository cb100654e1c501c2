#include "base/plots/gnuplot.h"

#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "tests/support/scratch_folder.h"

namespace dps::plots {
namespace {

CurvePicture two_curves() {
  CurvePicture picture{"plan.txt", {"n", false, ""}, {"makespan", false, "s"}, {}};
  picture.curves.push_back({"p = 1", {{1, 0.5, 0.1}, {2, 0.25, 0}}, 0, false});
  picture.curves.push_back({"p = 2", {{1, 0.4, 0}, {2, 0.2, 0}}, 1, true});
  return picture;
}

HeatMap small_map() {
  return {"plan.txt", "n", "p", {"makespan", true, "s"}, {"1", "2"}, {"x"}, {0.5, kMissing}};
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Skips the test where gnuplot is missing.
bool has_gnuplot() {
  return find_gnuplot().has_value();
}

TEST(Gnuplot, TheFormatIsTheEndOfTheName) {
  EXPECT_EQ(picture_format("a.svg"), PictureFormat::kSvg);
  EXPECT_EQ(picture_format("a.b.pdf"), PictureFormat::kPdf);
  EXPECT_EQ(picture_format("/x/a.tex"), PictureFormat::kTex);
  EXPECT_EQ(picture_format("a.png"), std::nullopt);
}

TEST(Gnuplot, CurvesHaveIntervalsWhereTheyAreKnown) {
  const std::string script = curve_script(two_curves(), PictureFormat::kSvg);
  EXPECT_TRUE(has(script, "$curve0 << END\n1 0.5 0.1\n2 0.25 0\nEND\n")) << script;
  EXPECT_TRUE(has(script, "plot $curve0 using 1:2:3 with yerrorlines lw 2 dt 1")) << script;
  EXPECT_TRUE(has(script, "$curve1 using 1:2 with linespoints lw 2 dt 2")) << script;
  EXPECT_TRUE(has(script, "set xtics ('1' 1, '2' 2)\n")) << script;
}

TEST(Gnuplot, AllFormatsAreDrawn) {
  if (!has_gnuplot()) {
    GTEST_SKIP() << "gnuplot is not installed";
  }
  const std::vector<std::pair<PictureFormat, std::string>> formats{
      {PictureFormat::kSvg, "<svg"},
      {PictureFormat::kPdf, "%PDF"},
      {PictureFormat::kTex, "picture"}};
  for (const auto& [format, mark] : formats) {
    const auto curves = draw(curve_script(two_curves(), format), format);
    ASSERT_TRUE(curves.has_value()) << curves.error().message;
    EXPECT_TRUE(has(*curves, mark));
    const auto map = draw(heat_map_script(small_map(), format), format);
    ASSERT_TRUE(map.has_value()) << map.error().message;
    EXPECT_TRUE(has(*map, mark));
  }
  const auto svg = draw(curve_script(two_curves(), PictureFormat::kSvg), PictureFormat::kSvg);
  EXPECT_TRUE(has(*svg, "prefers-color-scheme:dark"));
}

TEST(Gnuplot, ASinglePointIsDrawn) {
  if (!has_gnuplot()) {
    GTEST_SKIP() << "gnuplot is not installed";
  }
  CurvePicture picture = two_curves();
  picture.curves = {{"one", {{4, 0.5, 0}}, 0, false}};
  for (const bool is_logarithmic : {false, true}) {
    picture.x.is_logarithmic = picture.y.is_logarithmic = is_logarithmic;
    const auto drawn = draw(curve_script(picture, PictureFormat::kSvg), PictureFormat::kSvg);
    EXPECT_TRUE(drawn.has_value()) << drawn.error().message;
  }
}

/// Names of files and variables come from users.
TEST(Gnuplot, TextsAreNoCommands) {
  if (!has_gnuplot()) {
    GTEST_SKIP() << "gnuplot is not installed";
  }
  const support::ScratchFolder folder;
  const std::string file = (folder.path() / "made").string();
  const std::vector<std::string> attacks{"`touch " + file + "`",
                                         "'; system('touch " + file + "'); '",
                                         "x\nsystem 'touch " + file + "'\n",
                                         "\\",
                                         "a'b",
                                         "@x",
                                         "%s %d \"",
                                         "END"};
  for (const std::string& attack : attacks) {
    CurvePicture picture = two_curves();
    picture.title = picture.x.label = picture.y.label = picture.curves[0].title = attack;
    HeatMap map = small_map();
    map.title = map.x_label = map.y_label = map.x_values[0] = attack;
    for (const PictureFormat format : {PictureFormat::kSvg, PictureFormat::kTex}) {
      EXPECT_TRUE(draw(curve_script(picture, format), format).has_value()) << attack;
      EXPECT_TRUE(draw(heat_map_script(map, format), format).has_value()) << attack;
    }
  }
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(Gnuplot, AMissingGnuplotIsNamed) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nonexistent", 1);
  const auto found = find_gnuplot();
  const auto drawn = draw("", PictureFormat::kSvg);
  setenv("PATH", path.c_str(), 1);
  ASSERT_FALSE(found.has_value());
  EXPECT_TRUE(has(found.error().message, "gnuplot is not installed")) << found.error().message;
  EXPECT_EQ(drawn.error().message, found.error().message);
}

}  // namespace
}  // namespace dps::plots
