// The small parts of a session: books, repetition, causes, clocks, limits, ends of servers.
#include <csignal>

#include <gtest/gtest.h>

#include "coordinator/agents/failure_causes.h"
#include "coordinator/agents/heartbeats.h"
#include "coordinator/launch/child_words.h"
#include "coordinator/session/books.h"
#include "coordinator/session/limits.h"
#include "coordinator/session/repetition.h"
#include "coordinator/session/server_ends.h"
#include "rehearsal.h"

namespace dps::coordinator {
namespace {

using std::chrono::seconds;

TEST(Books, JoinTheHalvesOfSenderAndReceiver) {
  const std::vector<std::optional<profiles::ProcessRecord>> records{
      record_with(1, {sent_row(1, 0, 5), sent_row(1, 2, 0)}),
      record_with(1, {taken_row(0, 0, 3, 2), sent_row(1, 1, 4), taken_row(1, 1, 4)})};
  std::vector<BookRow> expected(2);
  expected[0] = {MessageId{0}, ProcessId{0}, ProcessId{1}, 5, 0, 3, 2, 0};
  expected[1] = {MessageId{1}, ProcessId{1}, ProcessId{1}, 4, 0, 4, 0, 0};
  EXPECT_EQ(books_of(records), expected);
  EXPECT_TRUE(expected[0].balances());
}

TEST(Books, AMissingRecordLeavesItsHalfOpen) {
  const std::vector<std::optional<profiles::ProcessRecord>> records{
      record_with(1, {sent_row(1, 0, 5)}), std::nullopt};
  const auto rows = books_of(records);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_FALSE(rows[0].balances());
}

TEST(Books, ExpectedIsWhatAllSentToEach) {
  const std::vector<std::optional<profiles::ProcessRecord>> records{
      record_with(1, {sent_row(1, 0, 5), sent_row(0, 1, 1)}), record_with(1, {sent_row(0, 0, 2)})};
  EXPECT_EQ(sent_to(records), (std::vector<std::uint64_t>{3, 5}));
}

TEST(Repetition, PlaysTheNumberOfRunsThatWasAskedFor) {
  const std::vector<double> makespans{1, 1, 1};
  EXPECT_FALSE(is_enough({4, 0, std::nullopt}, makespans));
  EXPECT_TRUE(is_enough({3, 0, std::nullopt}, makespans));
}

TEST(Repetition, UntilErrorWantsAtLeastFiveRuns) {
  EXPECT_FALSE(is_enough({100, 0, 1.0}, std::vector<double>{1, 1, 1, 1}));
  EXPECT_TRUE(is_enough({100, 0, 1.0}, std::vector<double>{1, 1, 1, 1, 1}));
}

TEST(Repetition, UntilErrorGoesOnWhileTheIntervalIsWide) {
  // Mean 10, s = 1.5811, t(0.975, 4) = 2.7764: 10 ± 1.963.
  const std::vector<double> makespans{8, 9, 10, 11, 12};
  EXPECT_FALSE(is_enough({100, 0, 19.6}, makespans));
  EXPECT_TRUE(is_enough({100, 0, 19.7}, makespans));
  EXPECT_TRUE(is_enough({5, 0, 1.0}, makespans)) << "no more than that many";
}

FailureCause report(std::uint32_t process, const std::string& what) {
  return {CauseKind::kReport, 0, ProcessId{process}, what, {}};
}

class CausesTest : public testing::Test {
 protected:
  Failure failure() { return causes.failure(program, placement, "now"); }

  blueprint::Program program = read_program(kServed);
  Placement placement = on_this_machine(program);
  FailureCauses causes;
};

TEST_F(CausesTest, OfEqualsTheFirstIsTheReason) {
  causes.add(report(1, "failed here"));
  causes.add(report(0, "failed there"));
  EXPECT_EQ(failure().reason, "'Client.p[1]' on localhost failed here, now");
  EXPECT_EQ(failure().details, std::vector<std::string>{"'Client.p[0]' on localhost failed there"});
}

TEST_F(CausesTest, ADeathOutweighsWhatOthersReport) {
  causes.add(report(0, "lost a connection"));
  causes.add({CauseKind::kDeath, 0, ProcessId{2}, "was killed", "next"});
  EXPECT_EQ(failure().reason, "'Server.p[0]' on localhost was killed, now");
  EXPECT_TRUE(failure().details.empty());
  EXPECT_EQ(failure().next_step, "next");
}

TEST_F(CausesTest, WhoSaidWhyAndThenDiedHasReported) {
  EXPECT_TRUE(causes.add(report(0, "no function")));
  EXPECT_FALSE(causes.add({CauseKind::kDeath, 0, ProcessId{0}, "ended with exit status 1", {}}));
  EXPECT_EQ(failure().reason, "'Client.p[0]' on localhost no function, now");
}

TEST(SignalText, HasNumberAndName) {
  EXPECT_EQ(signal_text(SIGSEGV), "signal 11 (SIGSEGV)");
  EXPECT_EQ(signal_text(63), "signal 63");
}

TEST(HostClock, BelievesTheQuickestAnswer) {
  HostClock clock;
  EXPECT_FALSE(clock.is_measured());
  clock.on_answer(1000, 5500, 2000);  // 1000 ns there and back: 5500 was read at 1500 ± 500
  EXPECT_EQ(clock.offset_ns(), 4000);
  EXPECT_EQ(clock.error_ns(), 500);
  clock.on_answer(3000, 9000, 6000);
  EXPECT_EQ(clock.offset_ns(), 4000) << "slower";
  clock.on_answer(7000, 11060, 7100);
  EXPECT_EQ(clock.offset_ns(), 4010);
  EXPECT_EQ(clock.error_ns(), 50);
}

TEST(Heartbeats, AreLostAfterTheSilenceAndNotBefore) {
  Heartbeats heartbeats(2, seconds(5));
  const TimePoint start{seconds(100)};
  heartbeats.watch(0, start);
  EXPECT_TRUE(heartbeats.silent(start + seconds(4)).empty());
  EXPECT_EQ(heartbeats.silent(start + seconds(5)), std::vector<std::uint32_t>{0});
  heartbeats.heard(0, start + seconds(3));
  heartbeats.heard(1, start + seconds(3));  // not watched yet
  EXPECT_TRUE(heartbeats.silent(start + seconds(7)).empty());
  EXPECT_EQ(heartbeats.next(), start + seconds(8));
}

TEST(Limits, AreMetAndExceededByOne) {
  const blueprint::Program program = read_program(kPair);
  const Placement placement = on_this_machine(program);
  std::vector<Needs> needs(1);
  needs[0].processes = kMostProcessesOfAHost;
  EXPECT_FALSE(exceeds_limits(program, needs, placement));
  ++needs[0].processes;
  EXPECT_TRUE(exceeds_limits(program, needs, placement));
}

TEST(Limits, TheLargestMessageMayBeAsLargeAsAllowed) {
  const blueprint::Program program = read_program(kPair);  // 10 bytes
  SessionOptions options;
  options.max_message = 10;
  EXPECT_FALSE(exceeds_message_limit(program, options));
  options.max_message = 9;
  EXPECT_TRUE(exceeds_message_limit(program, options));
}

TEST(Limits, AHostNeedsTheMemoryThatIsPlanned) {
  Needs needs;
  needs.processes = 8;
  needs.bytes = 1000;
  control::HelloFrame hello;
  hello.cores = 2;
  hello.memory = 1000;
  EXPECT_FALSE(exceeds_host(needs, hello));
  EXPECT_FALSE(crowded(needs, hello));
  hello.memory = 999;
  ++needs.processes;
  EXPECT_TRUE(exceeds_host(needs, hello));
  EXPECT_TRUE(crowded(needs, hello));
}

TEST(Limits, OpenFilesOfTheBusiestSimulatorAreCounted) {
  Needs needs;
  needs.most_connections = 100;
  EXPECT_FALSE(exceeds_open_files(needs, 100 + kDescriptorsOfASimulator));
  EXPECT_TRUE(exceeds_open_files(needs, 99 + kDescriptorsOfASimulator));
}

profiles::ProcessRecord idle_server() {
  profiles::ProcessRecord record;
  record.start_late_ns = 5;
  record.times.real_ns = 100;  // stopped at 105
  record.units.resize(2);
  record.unit = 1;
  record.units[1].times.real_ns = 60;
  record.traffic.msgs_in = 3;
  return record;
}

TEST(ServerEnds, WithTheRunAndNotWhenThatWasNoticed) {
  profiles::ProcessRecord record = idle_server();
  Counters last = waiting(2, 0, 3);
  last.changed_ns = 50;
  end_with_run(record, last, 80);
  EXPECT_EQ(record.times.real_ns, 75);
  EXPECT_EQ(record.units[1].times.real_ns, 35);
}

TEST(ServerEnds, KeepWhatTheServerDidSince) {
  profiles::ProcessRecord record = idle_server();
  end_with_run(record, waiting(2, 0, 2), 80);
  EXPECT_EQ(record, idle_server());
}

}  // namespace
}  // namespace dps::coordinator
