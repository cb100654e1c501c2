// The clocks of several hosts: simulated ones are within the stated error, and messages in order.
#include "mpi_programs/analysis/alignment.h"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/base/clocks/simulated_clocks.h"

namespace dps::mpi_profiles {
namespace {

using clocks::Delays;
using clocks::Exchange;
using clocks::Reading;
using clocks::SimulatedClock;
using clocks::SimulatedNetwork;

constexpr Reading kSecond = 1'000'000'000;

SimulatedClock any_clock() {
  const auto offset = *rc::gen::inRange<Reading>(-100 * kSecond, 100 * kSecond + 1);
  return {offset, static_cast<double>(*rc::gen::inRange(-1000, 1001)) * 1e-7};
}

Delays any_delays() {
  const auto least = *rc::gen::element<Reading>(1, 300, 2'000, 100'000);
  return {least, *rc::gen::element<Reading>(0, 50, 1'000, 100'000)};
}

/// Checks the times from before the first exchange to after the last one.
bool is_within_error(const clocks::ClockLine& line, const SimulatedClock& reference,
                     const SimulatedClock& client, Reading last) {
  for (int i = 0; i <= 100; ++i) {
    const Reading t = last / 100 * i;
    const Reading s = client.at(t);
    const Reading offset = s - reference.at(t);
    if (std::abs(static_cast<double>(line.offset_at(s) - offset)) > line.error_at(s) + 2) {
      return false;
    }
  }
  return true;
}

RC_GTEST_PROP(HostClocks, AreWithinTheirErrorDuringTheRun, ()) {
  const auto reference = any_clock();
  const auto client = any_clock();
  SimulatedNetwork network(*rc::gen::inRange<std::uint64_t>(0, 1'000'000'000), any_delays(),
                           any_delays());
  Reading t = 0;
  std::vector<std::vector<Exchange>> bursts{network.burst(reference, client, t)};
  t += *rc::gen::element<Reading>(0, 1'000, 1'000'000, 30'000'000, kSecond, 1000 * kSecond);
  bursts.push_back(network.burst(reference, client, t));
  RC_ASSERT(is_within_error(line_of(bursts), reference, client, t));
}

RC_GTEST_PROP(HostClocks, AreWithinTheirErrorWhenTheRunHadNoEnd, ()) {
  const auto reference = any_clock();
  const auto client = any_clock();
  SimulatedNetwork network(*rc::gen::inRange<std::uint64_t>(0, 1'000'000'000), any_delays(),
                           any_delays());
  Reading t = 0;
  const std::vector<std::vector<Exchange>> bursts{network.burst(reference, client, t)};
  RC_ASSERT(is_within_error(line_of(bursts), reference, client, 10 * kSecond));
}

TEST(HostClocks, AClockThatJumpedHasAnErrorThatCoversTheJump) {
  const std::vector<std::vector<Exchange>> bursts{{{0, 1'000, 100}, {200, 9'000, 300}}};
  const clocks::ClockLine line = line_of(bursts);
  EXPECT_LE(static_cast<double>(line.offset) - line.error, 900);
  EXPECT_GE(static_cast<double>(line.offset) + line.error, 8'800);
}

RecordedCall call_at(Ticks begin, Ticks end, std::uint16_t flags = 0) {
  RecordedCall call;
  call.begin = begin;
  call.end = end;
  call.time = end - begin;
  call.flags = flags;
  return call;
}

/// Rank 0 sends a message to rank 1, which has another clock, takes it and calls MPI twice more.
RecordedProgram two_ranks(Ticks sent, Ticks taken, Ticks error) {
  RecordedProgram program;
  program.clocks = {{"node1", 0, 0, true}, {"node2", 0, error, true}};
  program.ranks.resize(2);
  program.ranks[0].calls = {call_at(sent, sent + 10, board::CallFlag::kSends)};
  program.ranks[1].clock = 1;
  program.ranks[1].calls = {call_at(taken - 50, taken, board::CallFlag::kReceives),
                            call_at(taken + 5, taken + 8), call_at(taken + 100, taken + 110)};
  program.ranks[1].calls[0].done_by = 0;
  return program;
}

Matching one_message() {
  Matching matching;
  matching.messages = {{0, 0, 1, 0}};
  return matching;
}

TEST(HostClocks, NoMessageIsTakenBeforeItIsSent) {
  RecordedProgram program = two_ranks(1020, 1000, 50);
  amend_order(program, one_message());
  const auto& calls = program.ranks[1].calls;
  EXPECT_EQ(program.amended, 1U);
  EXPECT_EQ(calls[0].end, 1020);
  EXPECT_EQ(calls[1].begin, 1020);
  EXPECT_EQ(calls[1].end, 1020);
  EXPECT_EQ(calls[2].begin, 1100);
  EXPECT_EQ(calls[2].end, 1110);
}

TEST(HostClocks, MessagesInOrderStayAsTheyAre) {
  RecordedProgram program = two_ranks(990, 1000, 50);
  amend_order(program, one_message());
  EXPECT_EQ(program.amended, 0U);
  EXPECT_EQ(program.ranks[1].calls[0].end, 1000);
}

TEST(HostClocks, IdleTimesBelowTheErrorAreMarked) {
  for (const auto& [error, is_unsure] : {std::pair(39, false), std::pair(41, true)}) {
    RecordedProgram program = two_ranks(990, 1000, error);
    find_idle_times(program, one_message());
    EXPECT_EQ(program.ranks[1].calls[0].idle, 40);
    EXPECT_EQ(program.ranks[1].calls[0].idle_is_unsure, is_unsure);
  }
}

}  // namespace
}  // namespace dps::mpi_profiles
