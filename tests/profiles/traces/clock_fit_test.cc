// The maps of hosts whose clocks differ, from measured offsets and messages.
#include "profiles/traces/clock_fit.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "profiles/traces/passages.h"
#include "tests/profiles/traces/small_trace.h"

namespace dps::traces {
namespace {

constexpr Ticks kSecond = 1'000'000'000;

Ticks common(const ClockMap& map, Ticks time) {
  return TraceHost{"", map.offset, map.rate}.common(time);
}

/// The least time that a passage takes by these maps.
Ticks shortest(const std::vector<ClockMap>& maps, const std::vector<Passage>& passages) {
  Ticks least = std::numeric_limits<Ticks>::max();
  for (const Passage& one : passages) {
    least = std::min(least, common(maps[one.to], one.arrived) - common(maps[one.from], one.sent));
  }
  return least;
}

TEST(ClockFit, WithoutMessagesADriftIsOnlyAssumedIfItWasMeasured) {
  const auto maps = fit_clocks(std::vector<ClockGates>{{{0, 100, 50}, {kSecond, 130, 20}},
                                                       {{0, 100, 5}, {kSecond, 5'100, 5}}},
                               {});
  EXPECT_EQ(maps[0].rate, 0);
  EXPECT_EQ(maps[0].offset, 110) << "as close to the identity as the gates allow";
  EXPECT_EQ(maps[1].offset, 100);
  EXPECT_DOUBLE_EQ(maps[1].rate, 5e-6);
}

TEST(ClockFit, AMapMovesWithinItsGatesUntilNoMessageArrivesTooEarly) {
  const std::vector<ClockGates> gates{{{0, 0, 0}, {kSecond, 0, 0}},
                                      {{0, 0, 1000}, {kSecond, 0, 1000}}};
  const std::vector<Passage> passages{{0, 1, 500, 100}, {1, 0, 600, 1100}};
  const auto maps = fit_clocks(gates, passages);
  EXPECT_GE(shortest(maps, passages), 0);
  EXPECT_GE(common(maps[1], 100) - 100, 400);
  EXPECT_LE(common(maps[1], 600) - 600, 500);
}

TEST(ClockFit, AMapDoesNotLeaveItsGatesToMendAViolation) {
  const std::vector<ClockGates> gates{{{0, 0, 10}, {kSecond, 0, 10}},
                                      {{0, 0, 10}, {kSecond, 0, 10}}};
  const std::vector<Passage> passages{{0, 1, 500, 100}};
  EXPECT_EQ(shortest(fit_clocks(gates, passages), passages), -380);
}

/// Hosts with clocks that are seconds apart and drift, and the messages between them. The offset
/// is already part of the BEGIN instants, but for an error of the measurement.
RC_GTEST_PROP(ClockFit, MendsAllMessagesOfClocksWithinTheirErrors, ()) {
  const auto hosts = *rc::gen::inRange<std::size_t>(2, 6);
  std::vector<ClockGates> gates;
  std::vector<std::pair<double, double>> truth;  // value at 0, rate
  for (std::size_t host = 0; host < hosts; ++host) {
    const double value = *rc::gen::inRange(-3'000'000, 3'000'000);
    const double rate = *rc::gen::inRange(-100, 100) * 1e-6;
    const auto gate = [&](Ticks at) {
      const int error = *rc::gen::inRange(1'000, 200'000);
      const int wrong = *rc::gen::inRange(-error, error);
      return ClockGate{at, value + rate * static_cast<double>(at) + wrong,
                       static_cast<double>(error)};
    };
    truth.emplace_back(value, rate);
    gates.push_back({gate(-kSecond / 10), gate(10 * kSecond)});
  }
  std::vector<Passage> passages;
  for (int i = 0; i < 200; ++i) {
    Passage one;
    one.from = *rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(hosts));
    one.to = (one.from + 1) % static_cast<std::uint32_t>(hosts);
    const Ticks sent = *rc::gen::inRange<Ticks>(0, 10 * kSecond);
    const Ticks arrived = sent + *rc::gen::inRange<Ticks>(2'000, 60'000);
    const auto local = [&](std::uint32_t host, Ticks at) {
      const auto [value, rate] = truth[host];
      return static_cast<Ticks>(std::llround((static_cast<double>(at) - value) / (1 + rate)));
    };
    one.sent = local(one.from, sent);
    one.arrived = local(one.to, arrived);
    passages.push_back(one);
  }
  const auto maps = fit_clocks(gates, passages);
  RC_ASSERT(shortest(maps, passages) >= 0);
  for (std::size_t host = 0; host < hosts; ++host) {
    for (const ClockGate& gate : {gates[host].first, gates[host].second}) {
      const double value = static_cast<double>(common(maps[host], gate.at) - gate.at);
      RC_ASSERT(std::abs(value - gate.value) <= gate.error + 2);
    }
  }
}

RC_GTEST_PROP(ClockFit, TheTightestPassagesDecideForAllLinearMaps, ()) {
  std::vector<Passage> all;
  for (int i = *rc::gen::inRange(1, 100); i > 0; --i) {
    const Ticks sent = *rc::gen::inRange<Ticks>(0, 10'000);
    all.push_back({0, 1, sent, sent + *rc::gen::inRange<Ticks>(-500, 500)});
  }
  std::vector<Passage> kept = all;
  keep_tightest(kept);
  RC_ASSERT(kept.size() <= all.size());
  const double offset = *rc::gen::inRange(-1000, 1000);
  const double rate = *rc::gen::inRange(-100, 100) * 1e-3;
  const auto least = [&](const std::vector<Passage>& passages) {
    double found = std::numeric_limits<double>::infinity();
    for (const Passage& one : passages) {  // the duration, less a line over the time of the send
      found = std::min(found, static_cast<double>(one.arrived - one.sent) - offset -
                                  rate * static_cast<double>(one.sent));
    }
    return found;
  };
  RC_ASSERT(std::abs(least(kept) - least(all)) < 1e-6);
}

TEST(Passages, AreFoundAlsoIfTheMapBringsTheArrivalBeforeTheSend) {
  TraceHead head = small_head();
  head.unit = TimeUnit::kNanoseconds;
  head.hosts[1].offset = -1000;
  const Trace trace = trace_of(head, {{0, message_at(500, EventKind::kSendBegin, 1, 1)},
                                      {0, message_at(510, EventKind::kSendEnd, 1, 1)},
                                      {0, message_at(700, EventKind::kSendBegin, 1, 2)},
                                      {1, message_at(600, EventKind::kArrival, 0, 1)},
                                      {1, message_at(620, EventKind::kTake, 0, 1)},
                                      {1, message_at(2000, EventKind::kArrival, 0, 2)},
                                      {1, message_at(2000, EventKind::kArrival, 0, 9)}});
  std::vector<Passage> found;
  ASSERT_TRUE(for_each_passage(trace, [&](const Passage& one) { found.push_back(one); }));
  EXPECT_EQ(found, (std::vector<Passage>{{0, 1, 500, 600}, {0, 1, 700, 2000}}));
  EXPECT_EQ(tightest_passages(trace).value(),
            (std::vector<Passage>{{0, 1, 500, 600}, {0, 1, 700, 2000}}));
  const auto violations = violations_of(trace);
  ASSERT_TRUE(violations.has_value());
  EXPECT_EQ(violations->count, 1U);
  EXPECT_EQ(violations->largest, 900);
}

}  // namespace
}  // namespace dps::traces
