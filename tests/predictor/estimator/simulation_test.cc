// The rules of the simulator, by closed forms and by comparison with the naive model.
#include <numeric>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "predictor/estimator/simulation/simulate.h"
#include "predictor/estimator/streams/stream_reader.h"
#include "tests/predictor/estimator/support/naive_estimator.h"
#include "tests/predictor/estimator/support/random_streams.h"
#include "tests/predictor/estimator/support/spmd.h"
#include "tests/support/time_units.h"

namespace dps::estimator {
namespace {

Streams streams(const std::string& text) {
  const auto reading = read_streams({"test.streams", "dps-streams 1\n" + text});
  EXPECT_TRUE(reading.diagnostics.empty());
  return reading.streams;
}

StreamEstimate estimate(const std::string& text, const machines::ArchitectureDescription& machine) {
  return *simulate(streams(text), machine);
}

Picoseconds sum_of_parts(const ProcessorTimes& times) {
  Picoseconds sum;
  for (const Picoseconds part : times.parts) {
    sum += part;
  }
  return sum;
}

/// A message of 100 words on the SP2: 2 x 24 us that overlap, then 100 x 239 ns.
TEST(Simulation, AMessageTakesTheLongerLatencyAndItsWords) {
  const auto result =
      estimate("processors 2\nprocessor 0\nsend 1 100\nprocessor 1\nbreceive 0 100", sp2());
  EXPECT_EQ(result.time, 47'900'000_ps);
  EXPECT_EQ(result.messages, 1U);
  EXPECT_EQ(result.words, 100U);
  EXPECT_EQ(result.processors[0].end, 24'000'000_ps);
  EXPECT_EQ(result.processors[0][TimePart::kIdle], 23'900'000_ps);
  EXPECT_EQ(result.processors[1][TimePart::kTransmission], 23'900'000_ps);
}

TEST(Simulation, ABlockingSendLastsUntilItsTransmissionEnds) {
  const auto result = estimate(
      "processors 2\nprocessor 0\nbsend 1 100\nwork 1000\nprocessor 1\nwork 1e4\nreceive 0 100",
      sp2());
  EXPECT_EQ(result.processors[0][TimePart::kWaiting], 178'000'000_ps);
  EXPECT_EQ(result.processors[0][TimePart::kTransmission], 23'900'000_ps);
  EXPECT_EQ(result.time, 243'700'000_ps);  // 178 + 24 + 23.9 + 17.8 us
}

TEST(Simulation, AWorkingProcessorTakesPartInTransmissions) {
  const auto result = estimate(
      "processors 2\nprocessor 0\nsend 1 1000\nwork 1e5\nprocessor 1\nreceive 0 1000\nwork 1e5",
      sp2());
  EXPECT_EQ(result.time, 1'804'000'000_ps);
  EXPECT_EQ(result.processors[0][TimePart::kTransmission], 0_ps);
}

TEST(Simulation, WaitHoldsUntilAllCommunicationsAreComplete) {
  const auto result = estimate(
      "processors 3\nprocessor 0\nreceive 1 100\nreceive 2 100\nwait\nwork 1000\n"
      "processor 1\nsend 0 100\nprocessor 2\nsend 0 100",
      sp2());
  EXPECT_EQ(result.time, 89'700'000_ps);  // 2 x 24, 23.9, 17.8 us
  EXPECT_EQ(result.processors[0][TimePart::kWaiting], 0_ps);
}

TEST(Simulation, OnABusOneTransmissionRunsAtATime) {
  const std::string text =
      "processors 4\nprocessor 0\nsend 1 100\nprocessor 2\nsend 3 100\n"
      "processor 1\nbreceive 0 100\nprocessor 3\nbreceive 2 100";
  auto machine = sp2();
  EXPECT_EQ(estimate(text, machine).time, 47'900'000_ps);
  machine.has_bus = true;
  EXPECT_EQ(estimate(text, machine).time, 71'800'000_ps);
}

/// Processor 2 is busy with the message of processor 3 until 263 us; then two others could begin.
TEST(Simulation, TheMessageSentFirstBeginsFirst) {
  const auto result = estimate(
      "processors 4\nprocessor 0\nwork 1\nbsend 2 1000\nprocessor 1\nbsend 2 10\n"
      "processor 3\nsend 2 1000\nprocessor 2\nreceive 3 1000\nreceive 0 1000\nreceive 1 10\nwait",
      sp2());
  EXPECT_EQ(result.processors[1].end, 265'390'000_ps);
  EXPECT_EQ(result.processors[0].end, 504'390'000_ps);
}

TEST(Simulation, AReceiveMayHaveMoreWordsThanItsSend) {
  const auto result =
      estimate("processors 2\nprocessor 0\nsend 1 10\nprocessor 1\nbreceive 0 1000", sp2());
  EXPECT_EQ(result.words, 10U);
  EXPECT_TRUE(result.short_receives.empty());
}

TEST(Simulation, AReceiveOfFewerWordsIsReported) {
  const auto result =
      estimate("processors 2\nprocessor 0\nsend 1 10\nprocessor 1\nwork 1\nbreceive 0 9", sp2());
  ASSERT_EQ(result.short_receives.size(), 1U);
  EXPECT_EQ(result.short_receives[0].number, 2U);
  EXPECT_EQ(result.short_receives[0].sent, 10U);
}

TEST(Simulation, MessagesThatAreNotReceivedAreNoDeadlock) {
  const auto result = estimate("processors 2\nprocessor 0\nsend 1 8\nsend 1 8", sp2());
  EXPECT_TRUE(result.is_complete());
  ASSERT_EQ(result.unmet.size(), 1U);
  EXPECT_EQ(result.unmet[0].count, 2U);
  EXPECT_TRUE(result.unmet[0].is_send);
  EXPECT_EQ(result.time, 48'000'000_ps);
}

TEST(Simulation, AStopRequestEndsIt) {
  const Streams long_work = streams("processors 1\nprocessor 0\nrepeat 100000\nwork 1\nend");
  const auto result = simulate(long_work, sp2(), [] { return true; });
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kInterrupted);
}

TEST(Simulation, MoreThanVirtualTimeIsAnError) {
  const auto result = simulate(streams("processors 1\nprocessor 0\nwork 1e30"), sp2());
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kLimit);
}

void compare_with_naive(const Streams& program, const machines::ArchitectureDescription& machine) {
  const auto result = simulate(program, machine);
  RC_ASSERT(result.has_value());
  NaiveEstimator naive(program, machine);
  RC_ASSERT(result->time.count() == naive.run().count());
  for (std::size_t p = 0; p < program.processors(); ++p) {
    const ProcessorTimes& times = result->processors[p];
    RC_ASSERT(sum_of_parts(times).count() == result->time.count());
    if (naive.processor(p).has_ended) {
      RC_ASSERT(times.end.count() == naive.processor(p).end.count());
    }
    for (std::size_t part = 0; part < kParts; ++part) {
      RC_ASSERT(times.parts[part].count() == naive.processor(p).parts[part].count());
    }
  }
  std::size_t blocked = 0;
  for (std::size_t p = 0; p < program.processors(); ++p) {
    blocked += naive.processor(p).has_ended ? 0 : 1;
  }
  RC_ASSERT(result->blocked.size() == blocked);
}

RC_GTEST_PROP(Simulation, EqualsTheNaiveModel, (std::uint32_t seed)) {
  compare_with_naive(random_streams(seed), sp2());
}

RC_GTEST_PROP(Simulation, EqualsTheNaiveModelOnABus, (std::uint32_t seed)) {
  auto machine = sp2();
  machine.has_bus = true;
  compare_with_naive(random_streams(seed), machine);
}

RC_GTEST_PROP(Simulation, EqualsTheNaiveModelWithoutLatencies, (std::uint32_t seed)) {
  auto machine = sp2();
  machine.receive_latency = machine.send_latency = Attoseconds{};
  machine.has_bus = seed % 2 == 0;
  compare_with_naive(random_streams(seed), machine);
}

RC_GTEST_PROP(Simulation, EqualsTheNaiveModelWhereWordsTakeNoTime, (std::uint32_t seed)) {
  auto machine = sp2();
  machine.word = Attoseconds{};
  machine.receive_latency = seed % 2 == 0 ? Attoseconds{} : machine.receive_latency;
  compare_with_naive(random_streams(seed), machine);
}

}  // namespace
}  // namespace dps::estimator
