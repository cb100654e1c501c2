#include "predictor/datasheets/fit/size_ranges.h"

#include <cmath>

#include <gtest/gtest.h>

namespace dps::datasheets {
namespace {

using machines::FunctionClass;
using machines::FunctionPath;
using Sizes = std::vector<std::uint64_t>;

RawSeries series_with(const Sizes& sizes) {
  RawSeries series{"send", FunctionPath::kAny, FunctionClass::kPointToPoint, {}, std::nullopt};
  for (const std::uint64_t size : sizes) {
    series.points.push_back({2, size, 1e-5 + 1e-8 * static_cast<double>(size), 0, std::nullopt});
  }
  return series;
}

/// The sizes of each range, and its bound as its first element (0: none).
std::vector<Sizes> ranges(const RawSeries& series, const FitOptions& options = {}) {
  std::vector<Sizes> all;
  const auto found = ranges_of(series, options);
  EXPECT_TRUE(found.has_value());
  for (const PointRange& range : found.value_or(std::vector<PointRange>())) {
    Sizes& sizes = all.emplace_back(Sizes{range.most.value_or(0)});
    for (const RawPoint& point : range.points) {
      sizes.push_back(point.elements);
    }
  }
  return all;
}

TEST(SizeRanges, TheBoundIsInBoth) {
  EXPECT_EQ(ranges(series_with({8, 16, 32, 64})),
            (std::vector<Sizes>{{32, 8, 16, 32}, {0, 32, 64}}));
  EXPECT_EQ(ranges(series_with({8, 16, 48, 64})), (std::vector<Sizes>{{32, 8, 16}, {0, 48, 64}}));
  EXPECT_EQ(ranges(series_with({8, 16, 48, 64}), {.split = 16}),
            (std::vector<Sizes>{{16, 8, 16}, {0, 16, 48, 64}}));
}

TEST(SizeRanges, ARangeOfOneSizeIsLeftOut) {
  EXPECT_EQ(ranges(series_with({8, 64, 128})), (std::vector<Sizes>{{0, 64, 128}}));
  EXPECT_EQ(ranges(series_with({8, 16, 32})), (std::vector<Sizes>{{0, 8, 16, 32}}));
  EXPECT_EQ(ranges(series_with({32})), (std::vector<Sizes>{{0, 32}}));
  EXPECT_EQ(ranges(series_with({16, 64})), (std::vector<Sizes>{{0, 16, 64}}));
}

TEST(SizeRanges, ThoseOfTwoFilesAreKept) {
  RawSeries series = series_with({8, 16});
  series.large = series_with({16, 64}).points;
  EXPECT_EQ(ranges(series), (std::vector<Sizes>{{16, 8, 16}, {0, 16, 64}}));
  series.large = series_with({24, 64}).points;
  EXPECT_EQ(ranges(series), (std::vector<Sizes>{{16, 8, 16}, {0, 24, 64}}));
}

TEST(SizeRanges, ASearchFindsTheBreaks) {
  RawSeries series = series_with({1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048});
  for (RawPoint& point : series.points) {
    if (point.elements > 64) {
      point.median += 5e-4;
    }
  }
  EXPECT_EQ(ranges(series, {.finds_ranges = true}),
            (std::vector<Sizes>{{64, 1, 2, 4, 8, 16, 32, 64}, {0, 128, 256, 512, 1024, 2048}}));
  for (RawPoint& point : series.points) {
    if (point.elements > 256) {
      point.median += 5e-2;
    }
  }
  // There are too few sizes for a range of 128 and 256 alone.
  const auto found = ranges(series, {.finds_ranges = true});
  EXPECT_FALSE(found.empty());
  for (const Sizes& range : found) {
    EXPECT_GE(range.size(), 1U + 3);
  }
  // One equation describes all of these.
  EXPECT_EQ(ranges(series_with({1, 2, 4, 8, 16, 32, 64}), {.finds_ranges = true}).size(), 1U);
  EXPECT_EQ(ranges(series_with({1, 2}), {.finds_ranges = true}).size(), 1U);
}

TEST(SizeRanges, ASearchHasALimit) {
  Sizes sizes(201);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    sizes[i] = i + 1;
  }
  const auto found = ranges_of(series_with(sizes), {.finds_ranges = true});
  ASSERT_FALSE(found.has_value());
  EXPECT_EQ(found.error().message,
            "--breakpoints auto takes at most 200 sizes, but send has 201; use --split");
}

}  // namespace
}  // namespace dps::datasheets
