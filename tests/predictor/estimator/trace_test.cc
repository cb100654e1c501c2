// Traces and timelines of estimates.
#include <string>

#include <gtest/gtest.h>

#include "predictor/estimator/pictures/estimate_picture.h"
#include "predictor/estimator/simulation/simulate.h"
#include "predictor/estimator/streams/stream_reader.h"
#include "predictor/estimator/tracing/stream_trace.h"
#include "profiles/traces/export/state_lines.h"
#include "tests/predictor/estimator/support/spmd.h"

namespace dps::estimator {
namespace {

constexpr const char* kPair =
    "dps-streams 1\nprocessors 2\nprocessor 0\nwork 1e4\nsend 1 100\nprocessor 1\nbreceive 0 100\n";

std::string state_lines(const std::string& text) {
  const auto reading = read_streams({"x", text});
  const auto trace = trace_of(reading.streams, sp2(), {"1", "x", "SP2", {}}, "", {});
  EXPECT_TRUE(trace) << trace.error().message;
  std::string lines;
  traces::BufferedOutput output([&](std::string_view piece) {
    lines += piece;
    return Result<void>();
  });
  EXPECT_TRUE(traces::write_state_lines(*trace, {}, output));
  return lines;
}

TEST(StreamTrace, StatesAreThoseOfTheSimulator) {
  EXPECT_EQ(state_lines(kPair),
            "$types\n"
            "State BUSY WORK SEND RECEIVE TRANSMISSION WAITING DONE\n"
            "$bars\n"
            "p[0] State\n"
            "p[1] State\n"
            "$events\n"
            "u:p[0] at 0.000000: T phase stream\n"
            "u:p[0] at 0.000000: P WORK\n"
            "u:p[0] at 0.000178: P SEND\n"
            "u:p[0] at 0.000202: P DONE\n"
            "u:p[1] at 0.000000: T phase stream\n"
            "u:p[1] at 0.000000: P RECEIVE\n"
            "u:p[1] at 0.000024: P WAITING\n"
            "u:p[1] at 0.000202: P TRANSMISSION\n"
            "u:p[1] at 0.000226: P DONE\n");
}

TEST(StreamTrace, ADeadlockIsWrittenAsFarAsItGot) {
  const std::string lines = state_lines(
      "dps-streams 1\nprocessors 2\nprocessor 0\nwork 1e4\nprocessor 1\nbreceive 0 1\n");
  EXPECT_NE(lines.find("u:p[1] at 0.000024: P WAITING\nu:p[1] at 0.000178: P DONE\n"),
            std::string::npos)
      << lines;
}

TEST(Timeline, HasThePartThatTookMostOfAStep) {
  const auto reading = read_streams({"x", kPair});
  const auto estimate = *simulate(reading.streams, sp2());
  const auto timeline = *timeline_of(reading.streams, sp2(), estimate.time, {});
  ASSERT_EQ(timeline.steps.size(), 2U);
  EXPECT_EQ(timeline.steps[0].front(), TimePart::kWork);
  EXPECT_EQ(timeline.steps[0][850], TimePart::kSend);
  EXPECT_EQ(timeline.steps[0].back(), std::nullopt);
  EXPECT_EQ(timeline.steps[1].front(), TimePart::kReceive);
  EXPECT_EQ(timeline.steps[1][500], TimePart::kWaiting);
  EXPECT_EQ(timeline.steps[1].back(), TimePart::kTransmission);
}

TEST(Timeline, ThePictureHasACurveForEachPartThatOccurs) {
  const auto reading = read_streams({"x", kPair});
  EstimateTable table{"x", "SP2", {}, {}};
  table.rows.push_back({2, *simulate(reading.streams, sp2())});
  const auto timeline = *timeline_of(reading.streams, sp2(), table.rows[0].estimate.time, {});
  const auto picture = timeline_picture(table, timeline);
  EXPECT_EQ(picture.curves.size(), 5U);
  EXPECT_EQ(curves_picture(table).curves.size(), 7U);
}

}  // namespace
}  // namespace dps::estimator
