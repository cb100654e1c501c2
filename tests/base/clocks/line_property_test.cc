// Simulated clocks: the stated error always holds, for any offset, drift and delays.
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/clocks/line.h"
#include "tests/base/clocks/simulated_clocks.h"

namespace dps::clocks {
namespace {

constexpr Reading kSecond = 1'000'000'000;
constexpr Reading kMostOffset = 100 * kSecond;

SimulatedClock any_clock() {
  const auto offset = *rc::gen::inRange<Reading>(-kMostOffset, kMostOffset + 1);
  const auto drift = static_cast<double>(*rc::gen::inRange(-1000, 1001)) * 1e-7;
  return {offset, drift};
}

/// Delays of up to 0.1 ms, with and without jitter. Without jitter and with asymmetric delays, the
/// true offset is at the edge of its bounds.
Delays any_delays() {
  const auto least = *rc::gen::element<Reading>(1, 300, 2'000, 100'000);
  return {least, *rc::gen::element<Reading>(0, 50, 1'000, 100'000)};
}

SimulatedNetwork any_network() {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  const Delays there = any_delays();
  return {seed, there, any_delays()};
}

/// The true offset is within the error, at all times up to `last` seconds after the start.
bool holds(const ClockLine& line, const SimulatedClock& reference, const SimulatedClock& client,
           Reading last) {
  for (Reading t = 0; t <= last * kSecond; t += kSecond / 4) {
    const Reading s = client.at(t);
    const Reading offset = s - reference.at(t);
    if (std::abs(static_cast<double>(line.offset_at(s) - offset)) > line.error_at(s) + 1) {
      return false;
    }
  }
  return true;
}

RC_GTEST_PROP(Lines, AreWithinTheirErrors, ()) {
  const auto reference = any_clock();
  const auto client = any_clock();
  auto network = any_network();
  const auto bursts = bursts_between(reference, client, network);
  RC_PRE(bursts.size() >= 2);
  RC_ASSERT(holds(fit_line(bursts), reference, client, 60));
}

RC_GTEST_PROP(Lines, AreWithinTheirErrorsWhenComposed, ()) {
  const auto root = any_clock();
  auto network = any_network();
  SimulatedClock reference = root;
  ClockLine line;
  const int depth = *rc::gen::inRange(1, 6);
  for (int i = 0; i < depth; ++i) {
    const auto client = any_clock();
    const auto bursts = bursts_between(reference, client, network);
    RC_PRE(bursts.size() >= 2);
    line = compose(fit_line(bursts), line);
    reference = client;
  }
  RC_ASSERT(holds(line, root, reference, 30));
}

RC_GTEST_PROP(Lines, OfMoreBurstsAreAlsoWithinTheirErrors, ()) {
  const auto reference = any_clock();
  const auto client = any_clock();
  auto network = any_network();
  const auto bursts = bursts_between(reference, client, network, *rc::gen::inRange(2, 40));
  RC_PRE(bursts.size() >= 2);
  RC_ASSERT(holds(fit_line(bursts), reference, client, 10));
}

RC_GTEST_PROP(Lines, OfTheSameClocksNeverDisagree, ()) {
  const auto reference = any_clock();
  const auto client = any_clock();
  auto network = any_network();
  const auto one = bursts_between(reference, client, network);
  const auto other = bursts_between(reference, client, network);
  RC_PRE(one.size() >= 2 && other.size() >= 2);
  const ClockLine first = fit_line(one);
  RC_ASSERT(!disagree(first, fit_line(other),
                      first.middle + *rc::gen::inRange<Reading>(0, 60) * kSecond));
}

}  // namespace
}  // namespace dps::clocks
