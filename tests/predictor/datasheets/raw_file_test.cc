#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "predictor/datasheets/raw/point_of_trials.h"
#include "predictor/datasheets/raw/raw_reader.h"

namespace dps::datasheets {
namespace {

/// The messages of all mistakes, as a terminal shows them.
std::string mistakes_in(const std::string& text, const RawExpectation& expected = {"bcast"}) {
  const RawReading reading = read_raw(text, expected);
  EXPECT_FALSE(reading.file.has_value());
  return render({"bcast.data", text}, reading.diagnostics, {.limit = 1000});
}

RawFile read(const std::string& text, const RawExpectation& expected = {"bcast"}) {
  const RawReading reading = read_raw(text, expected);
  EXPECT_TRUE(reading.file.has_value())
      << render({"bcast.data", text}, reading.diagnostics, {.limit = 1000});
  return reading.file.value_or(RawFile());
}

/// Source: dissertation on MPI data sheets, 3.5.4.1.
TEST(RawFile, TheFormOfTheDissertationIsRead) {
  const RawFile file = read(
      "2 32 0.000138214 0.0000045\n"
      "2 64 0.000146659 0.0000043\r\n"
      "\n"
      "  4 \t 32 1.5e-4   0");
  EXPECT_EQ(file.points, (std::vector<RawPoint>{{2, 32, 0.000138214, 0.0000045, std::nullopt},
                                                {2, 64, 0.000146659, 0.0000043, std::nullopt},
                                                {4, 32, 0.00015, 0, std::nullopt}}));
  EXPECT_EQ(file.function_class, std::nullopt);
  EXPECT_EQ(file.element_bytes, std::nullopt);
}

TEST(RawFile, TheFormOfRawtimingIsRead) {
  const RawFile file = read(
      "# dps-rawtiming 1\n"
      "# function: bcast\n"
      "# class: collective\n"
      "# element bytes: 8\n"
      "# ranks: 0-3\n"
      "# a remark: of any kind\n"
      "# processes elements median_s error_s trials min_s max_s late outliers passes stop\n"
      "2 32 0.000138214 0.0000045 60 0.000131 0.000211 2 1 3 error\n");
  EXPECT_EQ(file.function, "bcast");
  EXPECT_EQ(file.function_class, machines::FunctionClass::kCollective);
  EXPECT_EQ(file.element_bytes, 8U);
  EXPECT_EQ(file.ranks, "0-3");
  EXPECT_EQ(file.points[0].counts, (TrialCounts{60, 0.000131, 0.000211, 2, 1, 3, Stop::kError}));
}

TEST(RawFile, AllMalformedLinesAreReported) {
  EXPECT_EQ(mistakes_in("2 32 0.0001\n"
                        "2 64 0,0001 0.1\n"
                        "two 64 -1 nan\n"
                        "0 1.5 1e10 1\n"
                        "2 128 0.0002 0.00001 20 1 1 0 0 3 never\n"),
            "bcast.data:1:1: error: a point has 4 fields (processes, elements, median and error in "
            "seconds) or 11, got 3\n"
            "2 32 0.0001\n"
            "^~~~~~~~~~~\n"
            "bcast.data:2:6: error: the median must be a number, got '0,0001'\n"
            "2 64 0,0001 0.1\n"
            "     ^~~~~~\n"
            "bcast.data:3:1: error: the number of processes must be a whole number, got 'two'\n"
            "two 64 -1 nan\n"
            "^~~\n"
            "bcast.data:3:8: error: the median cannot be negative, got '-1'\n"
            "two 64 -1 nan\n"
            "       ^~\n"
            "bcast.data:3:11: error: the error must be a number, got 'nan'\n"
            "two 64 -1 nan\n"
            "          ^~~\n"
            "bcast.data:4:1: error: the number of processes must be at least 1, got '0'\n"
            "0 1.5 1e10 1\n"
            "^\n"
            "bcast.data:4:3: error: the number of elements must be a whole number, got '1.5'\n"
            "0 1.5 1e10 1\n"
            "  ^~~\n"
            "bcast.data:4:7: error: the median must be at most 1e9 s, got '1e10'\n"
            "0 1.5 1e10 1\n"
            "      ^~~~\n"
            "bcast.data:5:35: error: the end of a point is one of error, trials, time, late, got "
            "'never'\n"
            "2 128 0.0002 0.00001 20 1 1 0 0 3 never\n"
            "                                  ^~~~~\n");
}

TEST(RawFile, MistakesInAHeaderAreReported) {
  EXPECT_EQ(mistakes_in("# dps-rawtiming 2\n"
                        "# function: reduce\n"
                        "# class: colective\n"
                        "# element bytes: 0\n"
                        "2 1 1 1\n"),
            "bcast.data:1:17: error: this dps reads version 1 of raw files, got '2'\n"
            "# dps-rawtiming 2\n"
            "                ^\n"
            "bcast.data:2:13: error: by its name, this file belongs to the function 'bcast', got "
            "'reduce'\n"
            "# function: reduce\n"
            "            ^~~~~~\n"
            "bcast.data:3:10: error: the class of a function is one of point-to-point, "
            "collective, barrier, local, got 'colective'; did you mean 'collective'?\n"
            "# class: colective\n"
            "         ^~~~~~~~~\n"
            "bcast.data:4:18: error: the size of an element must be at least 1, got '0'\n"
            "# element bytes: 0\n"
            "                 ^\n");
}

TEST(RawFile, AnErrorMayBeNeeded) {
  EXPECT_EQ(mistakes_in("2 1 1 0\n", {.function = "bcast", .needs_errors = true}),
            "bcast.data:1:7: error: with --floor 0, a point needs an error above 0\n"
            "2 1 1 0\n"
            "      ^\n");
}

TEST(RawFile, AFileWithoutPointsIsRefused) {
  EXPECT_EQ(mistakes_in("# nothing\n"), "bcast.data: error: there is no point in this file\n");
}

TEST(RawFile, AMillionPointsAreEnough) {
  std::string text;
  for (std::size_t i = 0; i <= kMostRawPoints; ++i) {
    text += "2 1 1 1\n";
  }
  EXPECT_EQ(mistakes_in(text),
            "bcast.data:1000001:1: error: a file has at most 1000000 points\n"
            "2 1 1 1\n"
            "^~~~~~~\n");
}

RC_GTEST_PROP(RawFile, TheWriterIsReadBack, ()) {
  RawFile file;
  file.function = "bcast";
  file.function_class = static_cast<machines::FunctionClass>(*rc::gen::inRange(0, 4));
  file.element_bytes = *rc::gen::inRange<std::uint64_t>(1, kMostElementBytes);
  const auto count = *rc::gen::inRange<std::size_t>(1, 20);
  for (std::size_t i = 0; i < count; ++i) {
    const auto whole = [] { return *rc::gen::inRange<std::uint64_t>(1, 1'000'000); };
    const auto seconds = [&] { return std::ldexp(static_cast<double>(whole()), -30); };
    file.points.push_back({whole(), whole(), seconds(), seconds(),
                           TrialCounts{whole(), seconds(), seconds(), whole(), whole(), whole(),
                                       static_cast<Stop>(*rc::gen::inRange(0, 4))}});
  }
  const RawReading reading = read_raw(write_raw(file), {"bcast"});
  RC_ASSERT(reading.file == file);
}

TEST(Trials, BecomePoints) {
  const RawReading reading = read_trials(
      "# processes elements seconds pass\n"
      "2 8 3 1\n2 8 1 1\n4 8 7 1\n2 8 2 2\n",
      {"bcast"});
  ASSERT_TRUE(reading.file.has_value());
  ASSERT_EQ(reading.file->points.size(), 2U);
  const RawPoint& first = reading.file->points[0];
  EXPECT_EQ(first.processes, 2U);
  EXPECT_EQ(first.median, 2);
  EXPECT_NEAR(first.error, std::sqrt(std::acos(-1.0) / 2 / 3), 1e-12);
  EXPECT_EQ(first.counts, (TrialCounts{3, 1, 3, 0, 0, 2, Stop::kTrials}));
  EXPECT_EQ(reading.file->points[1].median, 7);
  EXPECT_EQ(reading.file->points[1].error, 0);
}

TEST(Trials, TheErrorIsNotBelowThatOfTheTimer) {
  const RawReading reading =
      read_trials("2 8 1\n2 8 1\n2 8 1\n", {.function = "bcast", .timer_resolution = 1e-3});
  EXPECT_NEAR(reading.file->points[0].error, 1e-3 / std::sqrt(12.0), 1e-15);
}

/// Passes at 1, 2 and 6: their mean has the error sqrt(7 / 3).
TEST(Trials, TheErrorIsNotBelowThatOfThePasses) {
  std::string text;
  for (const auto* pass : {"1 1", "2 2", "6 3"}) {
    for (int i = 0; i < 40; ++i) {
      text += std::string("2 8 ") + pass + "\n";
    }
  }
  const RawReading reading = read_trials(text, {"bcast"});
  EXPECT_NEAR(reading.file->points[0].error, std::sqrt(7.0 / 3), 1e-12);
}

/// Many trials of a time that overlap hides are below 0. If they were clipped, they would not
/// differ.
TEST(Trials, TheErrorOfATimeAroundZeroIsThatOfItsTrials) {
  std::vector<TimedTrial> trials;
  for (int i = -60; i < 40; ++i) {
    trials.push_back({i * 1e-8, 1});
  }
  const RawPoint point = point_of_trials(2, 1, trials, 1e-9);
  EXPECT_EQ(point.median, 0);
  EXPECT_GT(point.error, 3e-8);
  EXPECT_EQ(point.counts->min, 0);
  EXPECT_DOUBLE_EQ(point.counts->max, 39e-8);
}

TEST(Trials, MayBeBelowZero) {
  const RawReading reading = read_trials("2 1 -1e-7 1\n2 1 3e-7 1\n2 1 2e-7 1\n", {});
  ASSERT_TRUE(reading.file.has_value());
  EXPECT_DOUBLE_EQ(reading.file->points[0].median, 2e-7);
}

TEST(Trials, MalformedLinesAreReported) {
  const std::string text = "2 8\n2 8 x\n2 8 1 1.5\n";
  EXPECT_EQ(render({"bcast.trials", text}, read_trials(text, {"bcast"}).diagnostics),
            "bcast.trials:1:1: error: a trial has 3 fields (processes, elements, seconds) or 4, "
            "with the pass, got 2\n"
            "2 8\n"
            "^~~\n"
            "bcast.trials:2:5: error: the time must be a number, got 'x'\n"
            "2 8 x\n"
            "    ^\n"
            "bcast.trials:3:7: error: the pass must be a whole number, got '1.5'\n"
            "2 8 1 1.5\n"
            "      ^~~\n");
}

}  // namespace
}  // namespace dps::datasheets
