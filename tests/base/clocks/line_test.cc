#include "base/clocks/line.h"

#include <array>

#include <gtest/gtest.h>

#include "tests/base/clocks/simulated_clocks.h"

namespace dps::clocks {
namespace {

constexpr Reading kSecond = 1'000'000'000;

TEST(ClockLine, GoesThroughBurstsOnALine) {
  constexpr std::array kBursts{Burst{0, 0, 500, 10}, Burst{kSecond / 2, 0, 550, 12},
                               Burst{kSecond, 0, 600, 10}};
  const ClockLine line = fit_line(kBursts);
  EXPECT_EQ(line.middle, kSecond / 2);
  EXPECT_EQ(line.offset, 550);
  EXPECT_NEAR(line.drift, 1e-7, 1e-12);
  EXPECT_NEAR(line.error_at(line.middle), 14, 1);                   // 12, and the rounding
  EXPECT_NEAR(line.error_at(line.middle + 30 * kSecond), 794, 20);  // 14 + 30 · 2 · 13
}

TEST(ClockLine, TheErrorHasTheDistanceOfTheBursts) {
  constexpr std::array kBursts{Burst{0, 0, 0, 10}, Burst{kSecond / 2, 0, 90, 10},
                               Burst{kSecond, 0, 0, 10}};
  EXPECT_NEAR(fit_line(kBursts).error_at(kSecond / 2), 10 + 60, 3);
}

TEST(ClockLine, ConvertsBackAndForth) {
  const ClockLine line{5 * kSecond, 100 * kSecond, 1e-4, 0, 0};
  for (const Reading s : {Reading{0}, 5 * kSecond, 400 * kSecond}) {
    EXPECT_LE(std::abs(line.client_of(line.reference_of(s)) - s), 1) << s;
  }
}

TEST(ClockLine, AProcessWithTheClockOfTheReferenceHasNoError) {
  EXPECT_EQ(ClockLine{}.reference_of(123), 123);
  EXPECT_EQ(ClockLine{}.client_of(123), 123);
  EXPECT_EQ(ClockLine{}.error_at(123 * kSecond), 0);
}

TEST(Lines, DisagreeIfBothErrorsDoNotExplainTheDistance) {
  const ClockLine one{0, 1000, 0, 40, 0};
  EXPECT_FALSE(disagree(one, ClockLine{0, 1100, 0, 60, 0}, 0));
  EXPECT_TRUE(disagree(one, ClockLine{0, 1101, 0, 60, 0}, 0));
  EXPECT_TRUE(disagree(one, ClockLine{0, 1000, 1e-6, 40, 0}, kSecond));
}

TEST(Lines, DisagreeAfterAClockHasChangedItsSpeed) {
  SimulatedNetwork network(1, {200, 800}, {200, 800});
  const SimulatedClock reference;
  const ClockLine before = fit_line(bursts_between(reference, {100 * kSecond, 1e-5}, network));
  // A clock that is now slower, and had the same offset 30 s after the start.
  const Reading changed = 30 * kSecond;
  SimulatedClock client{100 * kSecond, 1e-5};
  const Reading then = client.at(changed);
  client = {then - changed + 1'000'000, -1e-6};
  Reading t = changed;
  std::array<Burst, 2> later;
  for (Burst& burst : later) {
    burst = measure_offset(network.burst(reference, client, t)).value();
    t += kSecond;
  }
  EXPECT_TRUE(disagree(before, fit_line(later), then));
}

}  // namespace
}  // namespace dps::clocks
