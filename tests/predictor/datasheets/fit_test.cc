#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "predictor/datasheets/fit/fit_function.h"
#include "predictor/datasheets/fit/form_fit.h"
#include "predictor/datasheets/fit/make_sheet.h"
#include "tests/predictor/datasheets/model_points.h"

namespace dps::datasheets {
namespace {

using machines::DataForm;
using machines::Equation;
using machines::FunctionClass;
using machines::FunctionPath;
using machines::SheetRange;
using machines::StartForm;

FittedFunction fit(const RawSeries& series, const FitOptions& options = {}) {
  auto fitted = fit_function(series, options);
  EXPECT_TRUE(fitted.has_value());
  return fitted ? *fitted : FittedFunction{};
}

SheetRange only_range(const RawSeries& series, const FitOptions& options = {}) {
  const FittedFunction fitted = fit(series, options);
  EXPECT_EQ(fitted.function.ranges.size(), 1U);
  return fitted.function.ranges.at(0);
}

/// Points at one number of processes, with errors of 1 %.
std::vector<RawPoint> pair_points(double constant, double per_element) {
  std::vector<RawPoint> points;
  for (std::uint64_t elements = 1; elements <= 1024; elements *= 2) {
    const double time = constant + per_element * static_cast<double>(elements);
    points.push_back({2, elements, time, 0.01 * time, std::nullopt});
  }
  return points;
}

/// 10^-9 of the value, and half an attosecond, to which a sheet rounds.
void expect_close(Attoseconds found, double expected, const std::string& name) {
  EXPECT_NEAR(seconds_of(found), expected, 1e-9 * expected + 0.5e-18) << name;
}

TEST(Fit, ExactDataGiveTheirCoefficients) {
  for (const Model& model : printed_models()) {
    for (const double floor : {0.0, 0.05}) {
      const Equation found =
          only_range(series_of(model, grid_of(model)), {.floor = floor}).equation;
      expect_close(found.value.constant, model.constant, model.name);
      expect_close(found.value.start, model.start, model.name);
      expect_close(found.value.data, model.data, model.name);
      EXPECT_EQ(found.data_form, model.data_form) << model.name;
      EXPECT_EQ(found.start_form, model.start > 0 ? std::optional(model.start_form) : std::nullopt)
          << model.name;
    }
  }
}

TEST(Fit, EverySizeHasItsRange) {
  const Model small{"f", 1e-4, StartForm::kProcesses, 2e-6, DataForm::kData, 6e-7};
  const Model large{"f", 2e-4, StartForm::kLogProcesses, 5e-6, DataForm::kProcessesData, 2e-7};
  RawSeries series = series_of(small, {});
  for (std::uint64_t elements = 1; elements <= 8192; elements *= 2) {
    for (std::uint64_t processes = 2; processes <= 64; processes *= 2) {
      const Model& model = elements < 32 ? small : large;
      const double time = model.time(static_cast<double>(processes), static_cast<double>(elements));
      series.points.push_back({processes, elements, time, 1e-9, std::nullopt});
    }
  }
  const FittedFunction split = fit(series, {.split = 32});
  ASSERT_EQ(split.function.ranges.size(), 2U);
  EXPECT_EQ(split.function.ranges[0].most, 32U);
  EXPECT_EQ(split.function.ranges[0].fit->points, 6U * 6);  // 1 … 32
  EXPECT_EQ(split.function.ranges[1].fit->points, 9U * 6);  // 32 … 8192
  EXPECT_EQ(split.function.ranges[1].elements, (machines::MeasuredRange{32, 8192}));
  EXPECT_EQ(split.function.ranges[1].processes, (machines::MeasuredRange{2, 64}));
  expect_close(split.function.ranges[1].equation.value.start, large.start, "large");

  const FittedFunction found = fit(series, {.finds_ranges = true});
  ASSERT_EQ(found.function.ranges.size(), 2U);
  EXPECT_EQ(found.function.ranges[0].most, 16U);
  expect_close(found.function.ranges[0].equation.value.data, small.data, "small");
  expect_close(found.function.ranges[1].equation.value.data, large.data, "large");
}

TEST(Fit, PointToPointHasAConstantAndData) {
  const RawSeries series{"recv", FunctionPath::kHost, FunctionClass::kPointToPoint,
                         pair_points(6e-5, 5e-7), std::nullopt};
  const FittedFunction fitted = fit(series);
  ASSERT_EQ(fitted.function.ranges.size(), 2U);
  EXPECT_EQ(fitted.function.path, FunctionPath::kHost);
  for (const SheetRange& range : fitted.function.ranges) {
    expect_close(range.equation.value.constant, 6e-5, "constant");
    expect_close(range.equation.value.data, 5e-7, "data");
    EXPECT_EQ(range.equation.start_form, std::nullopt);
    EXPECT_EQ(range.equation.data_form, DataForm::kData);
    EXPECT_EQ(range.fit->freedom, 4U);
    EXPECT_NEAR(range.fit->quality.value_or(0), 1, 1e-9);
  }
  EXPECT_TRUE(fitted.warnings.empty());
}

TEST(Fit, PointToPointHasNoTermInProcesses) {
  RawSeries series{"recv", FunctionPath::kAny, FunctionClass::kPointToPoint, {}, std::nullopt};
  for (std::uint64_t elements = 1; elements <= 1024; elements *= 2) {
    for (const std::uint64_t processes : {std::uint64_t{2}, std::uint64_t{4}}) {
      const double time = 6e-5 + 5e-7 * static_cast<double>(processes * elements);
      series.points.push_back({processes, elements, time, 0.01 * time, std::nullopt});
    }
  }
  const FittedFunction fitted = fit(series);
  ASSERT_EQ(fitted.function.ranges.size(), 2U);
  for (const SheetRange& range : fitted.function.ranges) {
    EXPECT_EQ(range.equation.start_form, std::nullopt);
    EXPECT_EQ(range.equation.data_form, DataForm::kData);
  }
  ASSERT_FALSE(fitted.warnings.empty());
  EXPECT_EQ(fitted.warnings.front().kind, FitWarningKind::kManyProcesses);
}

TEST(Fit, ABarrierHasOneRangeAndNoData) {
  RawSeries series{"barrier", FunctionPath::kAny, FunctionClass::kBarrier, {}, std::nullopt};
  for (std::uint64_t processes = 2; processes <= 64; processes *= 2) {
    const double time = 1e-5 + 8e-6 * std::log(static_cast<double>(processes));
    series.points.push_back({processes, 0, time, 0, std::nullopt});
  }
  const SheetRange range = only_range(series);
  expect_close(range.equation.value.constant, 1e-5, "constant");
  expect_close(range.equation.value.start, 8e-6, "start");
  EXPECT_EQ(range.equation.start_form, StartForm::kLogProcesses);
  EXPECT_EQ(range.equation.data_form, std::nullopt);
  EXPECT_EQ(range.elements, std::nullopt);
}

/// The mean of values whose errors are equal shares has these weights: 1 / y^2.
TEST(Fit, ALocalFunctionIsAWeightedMean) {
  const RawSeries series{"multiply",
                         FunctionPath::kAny,
                         FunctionClass::kLocal,
                         {{1, 0, 1e-9, 0, std::nullopt}, {1, 0, 2e-9, 0, std::nullopt}},
                         std::nullopt};
  const SheetRange range = only_range(series);
  EXPECT_NEAR(seconds_of(range.equation.value.constant), (1 + 0.5) / (1 + 0.25) * 1e-9, 1e-18);
  EXPECT_EQ(range.processes, std::nullopt);
}

TEST(Fit, ACoefficientIsNeverNegative) {
  std::vector<RawPoint> points = pair_points(1e-4, 0);
  for (RawPoint& point : points) {
    point.median -= 1e-9 * static_cast<double>(point.elements);
  }
  const RawSeries series{"send", FunctionPath::kAny, FunctionClass::kPointToPoint, points,
                         std::nullopt};
  const FittedFunction fitted = fit(series);
  EXPECT_FALSE(fitted.function.ranges.empty());
  for (const SheetRange& range : fitted.function.ranges) {
    EXPECT_EQ(range.equation.data_form, std::nullopt);
    EXPECT_EQ(range.equation.value.data, Attoseconds());
    EXPECT_EQ(range.equation.errors->data, Attoseconds());
    EXPECT_EQ(range.fit->freedom, range.fit->points - 1);
  }
}

TEST(Fit, ErrorsAndQualityAreThoseOfALine) {
  RawSeries series{"send", FunctionPath::kAny, FunctionClass::kPointToPoint, {}, std::nullopt};
  const std::vector<double> times{3.1, 4.9, 9.2, 14.8};
  const std::vector<std::uint64_t> sizes{40, 50, 70, 100};
  double s = 0;
  double sx = 0;
  double sxx = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double error = 0.1 + 0.1 * static_cast<double>(i);
    series.points.push_back({2, sizes[i], times[i], error, std::nullopt});
    const double floor = 0.02 * times[i];
    const double weight = 1 / (error * error + floor * floor);
    const auto x = static_cast<double>(sizes[i]);
    s += weight;
    sx += weight * x;
    sxx += weight * x * x;
  }
  const SheetRange range = only_range(series, {.floor = 0.02});
  const double determinant = s * sxx - sx * sx;
  // The constant would be negative, so the line goes through 0.
  EXPECT_EQ(range.equation.value.constant, Attoseconds());
  EXPECT_GT(determinant, 0);
  EXPECT_NEAR(seconds_of(range.equation.errors->data), std::sqrt(1 / sxx), 1e-12);
  EXPECT_EQ(range.fit->freedom, 3U);
}

TEST(Fit, WarnsOfPointsThatNoEquationDescribes) {
  std::vector<RawPoint> points = pair_points(1e-4, 1e-6);
  points.back().median *= 2;
  const FittedFunction fitted =
      fit({"send", FunctionPath::kAny, FunctionClass::kPointToPoint, points, std::nullopt},
          {.floor = 0});
  ASSERT_EQ(fitted.warnings.size(), 2U);
  EXPECT_EQ(fitted.warnings[0].where, "send, 32 elements or more");
  EXPECT_TRUE(fitted.warnings[0].what.starts_with("Q is ")) << fitted.warnings[0].what;
  EXPECT_EQ(fitted.warnings[1].where, "send, 32 elements or more");
  EXPECT_TRUE(fitted.warnings[1].what.starts_with(
      "2 of 6 points are off by more than 25 %, most of all 1,024 elements on 2 processes "
      "(+40 %)"))
      << fitted.warnings[1].what;
}

TEST(Fit, WarnsOfFewerThanThreeNumbersOfProcesses) {
  const Model model{"bcast", 1e-4, StartForm::kProcesses, 0, DataForm::kData, 1e-6};
  std::vector<RawPoint> points = grid_of(model);
  std::erase_if(points, [](const RawPoint& point) { return point.processes > 2; });
  const FittedFunction one = fit(series_of(model, points));
  ASSERT_EQ(one.warnings.size(), 1U);
  EXPECT_EQ(one.warnings[0].where, "bcast");
  EXPECT_EQ(one.warnings[0].what,
            "only one number of processes was measured, so the dependence on p is unknown; measure "
            "at least 3");
  // p, log(p) and p^2 are multiples of the constant, and p*d, … of d.
  EXPECT_EQ(one.function.ranges[0].equation.start_form, std::nullopt);
  EXPECT_EQ(one.function.ranges[0].equation.data_form, DataForm::kData);
}

TEST(Fit, WarnsOfSeveralNumbersOfProcessesInAnEquationWithoutThem) {
  std::vector<RawPoint> points = pair_points(1e-4, 1e-6);
  for (const std::uint64_t processes : {4U, 8U}) {
    for (RawPoint point : pair_points(1e-4, 1e-6)) {
      point.processes = processes;
      points.push_back(point);
    }
  }
  const FittedFunction fitted =
      fit({"send", FunctionPath::kAny, FunctionClass::kPointToPoint, points, std::nullopt});
  ASSERT_EQ(fitted.warnings.size(), 2U);
  EXPECT_EQ(fitted.warnings[0].where, "send, 32 elements or less");
  EXPECT_EQ(fitted.warnings[0].what,
            "the points of 2, 4 and 8 processes are fitted as if their number made no difference; "
            "'# class: collective' in the file gives the equation terms with p");
}

TEST(Fit, MoreThanThreeWarningsOfAKindAreOneLine) {
  const FitWarning far{FitWarningKind::kFarPoints, "send", "2 of 6 points are off", 0.4, 2};
  FitWarning worst = far;
  worst.where = "recv";
  worst.extent = 0.9;
  const FitWarning poor{FitWarningKind::kPoorFit, "send", "Q is 0", 1, 0};
  EXPECT_EQ(warning_lines({far, poor, far}, 9, false),
            (std::vector<std::string>{"send: Q is 0", "send: 2 of 6 points are off",
                                      "send: 2 of 6 points are off"}));
  EXPECT_EQ(warning_lines({far, worst, poor, far, far}, 9, false),
            (std::vector<std::string>{
                "send: Q is 0",
                "8 points of 4 equations are off by more than 25 %, as --points shows; worst: "
                "recv: 2 of 6 points are off"}));
  EXPECT_EQ(warning_lines({poor, poor, poor, poor}, 9, false),
            (std::vector<std::string>{
                "Q is less than 0.01 for 4 of 9 equations, whose points do not follow an equation "
                "of this kind; --breakpoints auto makes more ranges of sizes"}));
}

TEST(Fit, AsManyPointsAsCoefficientsHaveNoQuality) {
  const RawSeries series{"send",
                         FunctionPath::kAny,
                         FunctionClass::kPointToPoint,
                         {{2, 1, 1e-5, 0, std::nullopt}, {2, 8, 2e-5, 0, std::nullopt}},
                         std::nullopt};
  const SheetRange range = only_range(series);
  EXPECT_EQ(range.fit->freedom, 0U);
  EXPECT_EQ(range.fit->quality, std::nullopt);
}

TEST(Fit, TimesOfZeroWithoutErrorsAreFitted) {
  const RawSeries series{"isendoverlap",
                         FunctionPath::kAny,
                         FunctionClass::kPointToPoint,
                         {{2, 1, 0, 0, std::nullopt}, {2, 8, 0, 0, std::nullopt}},
                         std::nullopt};
  EXPECT_EQ(only_range(series).equation.value, machines::Coefficients());
}

/// The figures of ireduceoverlap on a laptop: 15 ps were the resolution of the clock.
TEST(Fit, ATimeOfZeroDoesNotOverruleTheOthers) {
  const std::vector<RawPoint> points{{2, 1, 0, 1.5e-11, {}},
                                     {2, 8, 0.13e-6, 1e-8, {}},
                                     {2, 32, 0.5e-6, 1e-8, {}},
                                     {2, 64, 1.17e-6, 1e-8, {}}};
  const auto all = weighted(points, 0.05);
  const double least = all[1].sigma;
  EXPECT_DOUBLE_EQ(all[0].sigma, least);
  EXPECT_GT(least, 1e-8);
}

TEST(Fit, TimesInMicrosecondsAreRefused) {
  const auto fitted = fit_function({"send", FunctionPath::kAny, FunctionClass::kPointToPoint,
                                    pair_points(60, 0.5), std::nullopt},
                                   {});
  ASSERT_FALSE(fitted.has_value());
  EXPECT_EQ(fitted.error().message,
            "the equation of send has a coefficient above 18 s, the largest of a sheet; check "
            "that the times of its file are in seconds");
}

/// The receiver is D = 2 recv + 100 us late.
TEST(MakeSheet, FindsTheLargestEagerMessage) {
  RawFolder folder;
  folder.facts.element_bytes = 4;
  RawSeries late{"sendlate", FunctionPath::kAny, FunctionClass::kPointToPoint, {}, std::nullopt};
  RawSeries receive{"recv", FunctionPath::kAny, FunctionClass::kPointToPoint, {}, std::nullopt};
  for (std::uint64_t elements = 1; elements <= 4096; elements *= 2) {
    late.points.push_back({2, elements, elements <= 1024 ? 1e-5 : 1.3e-4, 0, std::nullopt});
    receive.points.push_back({2, elements, 1e-5, 0, std::nullopt});
  }
  folder.series = {receive, late};
  const auto made = make_sheet(folder, "lab", {});
  ASSERT_TRUE(made.has_value());
  EXPECT_EQ(made->sheet.eager, 4096U);
  EXPECT_EQ(made->sheet.eager_on_host, std::nullopt);
  EXPECT_EQ(made->sheet.name, "lab");

  for (RawPoint& point : folder.series[1].points) {
    point.median = 1e-5;
  }
  EXPECT_EQ(make_sheet(folder, "lab", {})->sheet.eager, std::nullopt);
}

}  // namespace
}  // namespace dps::datasheets
