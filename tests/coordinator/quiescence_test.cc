#include "coordinator/session/quiescence.h"

#include <gtest/gtest.h>

#include "rehearsal.h"

namespace dps::coordinator {
namespace {

using profiles::ProcessState;

constexpr std::uint32_t kServer = 2;  // of kServed; 0 and 1 are its clients

/// A situation of kServed, and what is to be made of it.
struct Situation {
  const char* name;
  std::vector<bool> done;
  std::vector<Counters> counters;
  Quiet verdict;
};

Counters with_timer(Counters counters) {
  counters.timers_pending = 1;
  ++counters.sent;
  return counters;
}

Counters in_state(Counters counters, ProcessState state) {
  counters.state = state;
  return counters;
}

TEST(Judge, TellsDeadlockFromIdleServersFromWhatMayStillMove) {
  const Situation situations[] = {
      {"all wait, nothing is under way",
       {false, false, false},
       {waiting(0, 1, 0), waiting(1, 1, 0), waiting(2, 0, 2)},
       Quiet::kDeadlock},
      {"a message is under way",
       {false, false, false},
       {waiting(0, 1, 0), waiting(1, 1, 0), waiting(2, 0, 1)},
       Quiet::kNo},
      {"one computes",
       {false, false, false},
       {waiting(0, 1, 0), waiting(1, 1, 0), in_state(waiting(2, 0, 2), ProcessState::kRunning)},
       Quiet::kNo},
      {"one waits to send",
       {false, false, false},
       {waiting(0, 1, 0), waiting(1, 1, 0), in_state(waiting(2, 0, 2), ProcessState::kSending)},
       Quiet::kNo},
      {"a timer of a client is pending",
       {false, false, false},
       {with_timer(waiting(0, 1, 0)), waiting(1, 1, 0), waiting(2, 0, 2)},
       Quiet::kNo},
      {"a timer of the server may yet help the clients",
       {false, false, false},
       {waiting(0, 1, 0), waiting(1, 1, 0), with_timer(waiting(2, 0, 2))},
       Quiet::kNo},
      {"a late message counts as arrived",
       {true, false, false},
       {in_state(waiting(0, 1, 0, 1), ProcessState::kComplete), waiting(1, 1, 0), waiting(2, 1, 2)},
       Quiet::kDeadlock},
      {"only the server is left and waits",
       {true, true, false},
       {waiting(0, 1, 1), waiting(1, 1, 1), waiting(2, 2, 2)},
       Quiet::kServersOnly},
      {"only the server is left, an answer is under way",
       {true, true, false},
       {waiting(0, 1, 1), waiting(1, 1, 0), waiting(2, 2, 2)},
       Quiet::kNo},
      {"only the server is left, with a timer",
       {true, true, false},
       {waiting(0, 1, 1), waiting(1, 1, 1), with_timer(waiting(2, 2, 2))},
       Quiet::kServersOnly},
      {"all have said that they are complete",
       {true, true, true},
       {waiting(0, 1, 1), waiting(1, 1, 1), waiting(2, 2, 2)},
       Quiet::kNo},
  };
  const blueprint::Program program = read_program(kServed);
  for (const Situation& situation : situations) {
    const std::vector<std::optional<Counters>> reading(situation.counters.begin(),
                                                       situation.counters.end());
    EXPECT_EQ(judge(program, situation.done, reading), situation.verdict) << situation.name;
  }
}

TEST(Judge, SaysNothingBeforeEveryProcessHasBeenRead) {
  const blueprint::Program program = read_program(kServed);
  const std::vector<std::optional<Counters>> reading = {waiting(0, 0, 0), std::nullopt,
                                                        waiting(2, 0, 0)};
  EXPECT_EQ(judge(program, {false, false, false}, reading), Quiet::kNo);
}

class QuietWatchOfTwoHosts : public testing::Test {
 protected:
  Quiet read_all() {
    watch.on_counters(0, std::vector{waiting(0, 1, 0), waiting(2, 0, 2)});
    return watch.on_counters(1, std::vector{waiting(1, 1, 0)});
  }
  void probe(std::int64_t now_ns) {
    ASSERT_TRUE(watch.wants_probe());
    watch.on_probe_sent(now_ns);
  }

  blueprint::Program program = read_program(kServed);
  std::vector<std::uint32_t> host_of{0, 1, 0};
  QuietWatch watch{program, host_of, 2};
};

TEST_F(QuietWatchOfTwoHosts, OneReadingIsNeverEnough) {
  EXPECT_EQ(read_all(), Quiet::kNo);
  EXPECT_TRUE(watch.wants_probe());
}

TEST_F(QuietWatchOfTwoHosts, ASecondReadingAfterTheProbeMakesSure) {
  read_all();
  probe(100);
  watch.on_answer(0, 100);
  watch.on_answer(1, 100);
  EXPECT_EQ(read_all(), Quiet::kDeadlock);
}

TEST_F(QuietWatchOfTwoHosts, AReadingFromBeforeTheProbeProvesNothing) {
  read_all();
  probe(100);
  watch.on_answer(0, 100);
  watch.on_answer(1, 99);  // of an earlier PING
  EXPECT_EQ(read_all(), Quiet::kNo);
  watch.on_answer(1, 100);
  EXPECT_EQ(read_all(), Quiet::kDeadlock);
}

TEST_F(QuietWatchOfTwoHosts, WhateverMovedBetweenTheReadingsBeginsAnew) {
  read_all();
  probe(100);
  watch.on_answer(0, 100);
  watch.on_answer(1, 100);
  Counters moved = waiting(1, 1, 0);
  ++moved.progress;
  watch.on_counters(0, std::vector{waiting(0, 1, 0), waiting(2, 0, 2)});
  EXPECT_EQ(watch.on_counters(1, std::vector{moved}), Quiet::kNo);
  EXPECT_TRUE(watch.wants_probe()) << "it looks quiet, as a first reading";
}

TEST_F(QuietWatchOfTwoHosts, ANewRunForgetsTheLast) {
  read_all();
  probe(100);
  watch.on_answer(0, 100);
  watch.on_answer(1, 100);
  watch.restart();
  EXPECT_EQ(read_all(), Quiet::kNo);
}

TEST(QuietWatch, AServerWhoseTimerGoesOnDoesNotKeepTheRunAlive) {
  const blueprint::Program program = read_program(kServed);
  const std::vector<std::uint32_t> host_of{0, 0, 0};
  QuietWatch watch(program, host_of, 1);
  watch.complete(ProcessId{0});
  watch.complete(ProcessId{1});
  Counters server = with_timer(waiting(kServer, 2, 2));
  watch.on_counters(0, std::vector{waiting(0, 1, 1), waiting(1, 1, 1), server});
  ASSERT_TRUE(watch.wants_probe());
  watch.on_probe_sent(5);
  watch.on_answer(0, 5);
  ++server.sent;
  ++server.taken;
  server.progress += 4;
  EXPECT_EQ(watch.on_counters(0, std::vector{waiting(0, 1, 1), waiting(1, 1, 1), server}),
            Quiet::kServersOnly);
}

TEST(QuietWatch, IsQuietSinceTheLatestChange) {
  const blueprint::Program program = read_program(kServed);
  const std::vector<std::uint32_t> host_of{0, 0, 0};
  QuietWatch watch(program, host_of, 1);
  std::vector<Counters> counters{waiting(0, 0, 0), waiting(1, 0, 0), waiting(2, 0, 0)};
  counters[0].changed_ns = 30;
  counters[1].changed_ns = 70;
  counters[2].changed_ns = 50;
  watch.on_counters(0, counters);
  EXPECT_EQ(watch.quiet_since_ns(), 70);
}

}  // namespace
}  // namespace dps::coordinator
