#include "base/plots/ticks.h"

#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/plots/gnuplot.h"
#include "tests/support/read_ticks.h"

namespace dps::plots {
namespace {

double number(const std::string& text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// Ends of axes from a nanosecond to 10^5 seconds.
std::vector<double> sizes() {
  constexpr std::array<const char*, 4> kDigits{"1", "1.7", "4.1", "7"};
  std::vector<double> all{1e5};
  for (int power = -9; power < 5; ++power) {
    all.push_back(number(fmt::format("{}e{}", kDigits.at(all.size() % kDigits.size()), power)));
  }
  return all;
}

/// The mistake in the ticks; empty if the labels differ, and each is exactly its value.
std::string mistake_in(const std::vector<Tick>& ticks) {
  std::set<std::string> labels;
  for (const Tick& tick : ticks) {
    if (support::tick_value(tick.label) != tick.value || !labels.insert(tick.label).second) {
      return fmt::format("'{}' at {}", tick.label, tick.value);
    }
  }
  return "";
}

TEST(Ticks, AreThoseOfTheTable) {
  std::ifstream table(DPS_SOURCE_DIR "/tests/base/plots/ticks.txt");
  std::size_t count = 0;
  for (std::string line; std::getline(table, line);) {
    if (line.starts_with("#")) {
      continue;
    }
    std::istringstream words(line.substr(0, line.find(';')));
    std::string kind;
    std::string least;
    std::string most;
    std::string unit;
    std::size_t wanted = 0;
    words >> kind >> least >> most >> wanted >> unit;
    const TickedAxis axis{number(least), number(most), kind == "logarithmic", kind == "whole",
                          unit == "-" ? "" : unit};
    std::string found = line.substr(0, line.find(';'));
    const auto ticks = round_ticks(axis, wanted);
    for (const Tick& tick : ticks) {
      found += "; " + tick.label;
    }
    EXPECT_EQ(found, line);
    EXPECT_EQ(mistake_in(ticks), "") << line;
    ++count;
  }
  EXPECT_GT(count, 100U);
}

TEST(Ticks, LabelsThatWouldTouchAreLeftOut) {
  const TickedAxis axis{0, 4096, false, true, ""};
  std::vector<std::string> labels;
  for (const Tick& tick : spaced_ticks_at(axis, {0, 1, 2, 4, 512, 1024, 4096}, 60)) {
    labels.push_back(tick.label);
  }
  EXPECT_EQ(labels, (std::vector<std::string>{"0", "512", "1,024", "4,096"}));
  EXPECT_EQ(spaced_round_ticks({0, 1.3e9, false, true, ""}, 8, 75).size(), 3U);
}

TEST(Ticks, GivenValuesKeepAllTheirDigits) {
  std::vector<std::string> labels;
  for (const Tick& tick :
       spaced_ticks_at({0, 2e6, false, false, ""}, {0.125, 1234567, 1999999.5}, 75)) {
    labels.push_back(tick.label);
  }
  EXPECT_EQ(labels, (std::vector<std::string>{"0.125", "1,234,567", "1,999,999.5"}));
}

/// The ticks of a drawn picture; no sides if gnuplot is not installed.
std::map<std::string, std::vector<support::DrawnTick>> ticks_of(const Picture& picture) {
  const auto svg = draw(picture_script(picture, PictureFormat::kSvg), PictureFormat::kSvg);
  return svg ? support::drawn_ticks(*svg)
             : std::map<std::string, std::vector<support::DrawnTick>>();
}

TEST(Ticks, OfCurvesAreDistinctAndExact) {
  if (!find_gnuplot()) {
    GTEST_SKIP() << "gnuplot is not installed";
  }
  for (const double size : sizes()) {
    for (const bool is_logarithmic : {false, true}) {
      CurvePicture picture{"title", {"x", is_logarithmic, "s"}, {"y", is_logarithmic, "s"}, {}};
      picture.curves.push_back(
          {"", {{size / 30, size, 0}, {size, size / 30, size / 100}}, 0, false});
      for (int i = 2; i < 15; ++i) {
        picture.curves[0].points.push_back({size * i / 14, size, 0});
      }
      auto ticks = ticks_of(picture);
      for (const char* side : {"middle", "end"}) {
        EXPECT_EQ(support::mistake_in_ticks(ticks[side], is_logarithmic), "") << size << side;
      }
    }
  }
}

TEST(Ticks, OfCurvesOverFewValuesAreAtThese) {
  if (!find_gnuplot()) {
    GTEST_SKIP() << "gnuplot is not installed";
  }
  for (const double size : sizes()) {
    CurvePicture picture{"title", {"x", true, ""}, {"y", false, "s"}, {}};
    picture.curves.push_back({"", {{size, size, 0}, {3 * size, size, 0}, {9 * size, 0, 0}}});
    EXPECT_EQ(support::mistake_in_ticks(ticks_of(picture)["middle"], true), "") << size;
  }
}

TEST(Ticks, OfHeatMapsAreDistinctAndExact) {
  if (!find_gnuplot()) {
    GTEST_SKIP() << "gnuplot is not installed";
  }
  for (const double size : sizes()) {
    for (const double least : {size / 50, size * 0.999}) {
      for (const bool is_logarithmic : {false, true}) {
        const HeatMap map{"title",    "n",   "p",          {"makespan", is_logarithmic, "s"},
                          {"a", "b"}, {"c"}, {least, size}};
        EXPECT_EQ(support::mistake_in_ticks(ticks_of(map)["start"], is_logarithmic), "")
            << size << " from " << least;
      }
    }
  }
}

TEST(Ticks, OfSurfacesAreDistinctAndExact) {
  if (!find_gnuplot()) {
    GTEST_SKIP() << "gnuplot is not installed";
  }
  for (const double size : sizes()) {
    SurfacePicture picture{"title", {"x", true, ""}, {"y", true, ""}, {"z", true, "s"}, "", {}, "",
                           {}};
    for (const double y : {2.0, 4.0, 16.0}) {
      picture.mesh.push_back({{1, y, size / 30}, {64, y, size / 2}, {4096, y, size}});
    }
    for (const bool is_logarithmic : {false, true}) {
      picture.z.is_logarithmic = is_logarithmic;
      auto ticks = ticks_of(picture);
      EXPECT_EQ(support::mistake_in_ticks(ticks["middle"], true), "");
      std::vector<support::DrawnTick> ys;
      std::vector<support::DrawnTick> zs;
      for (const support::DrawnTick& tick : ticks["end"]) {
        (tick.label.back() == 's' ? zs : ys).push_back(tick);
      }
      EXPECT_EQ(support::mistake_in_ticks(ys, true), "");
      EXPECT_EQ(support::mistake_in_ticks(zs, is_logarithmic), "") << size;
    }
  }
}

}  // namespace
}  // namespace dps::plots
