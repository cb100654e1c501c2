// The small parts of a session: message counts, repetition, limits, ends of servers.
#include <csignal>

#include <gtest/gtest.h>

#include "coordinator/launch/child_words.h"
#include "coordinator/session/address.h"
#include "coordinator/session/limits.h"
#include "coordinator/session/repetition.h"
#include "coordinator/session/results/record_books.h"
#include "coordinator/session/server_ends.h"
#include "rehearsal.h"

namespace dps::coordinator {
namespace {

TEST(RecordBooks, JoinTheHalvesOfSenderAndReceiver) {
  const std::vector<std::optional<profiles::ProcessRecord>> records{
      record_with(1, {sent_row(1, 0, 5), sent_row(1, 2, 0)}),
      record_with(1, {taken_row(0, 0, 3, 2), sent_row(1, 1, 4), taken_row(1, 1, 4)})};
  const std::vector<profiles::BookRow> expected{{MessageId{0}, 0, 1, 5, 0, 3, 2, 0},
                                                {MessageId{1}, 1, 1, 4, 0, 4, 0, 0}};
  EXPECT_EQ(books_of(records).rows, expected);
  EXPECT_EQ(books_of(records).first_unbalanced(), nullptr);
}

TEST(RecordBooks, DoNotBalanceWithoutTheRecordOfTheReceiver) {
  const std::vector<std::optional<profiles::ProcessRecord>> records{
      record_with(1, {sent_row(1, 0, 5)}), std::nullopt};
  const profiles::MessageBooks books = books_of(records);
  ASSERT_EQ(books.rows.size(), 1u);
  EXPECT_EQ(books.first_unbalanced(), &books.rows[0]);
}

TEST(RecordBooks, HaveTheNumberOfMessagesSentToEachProcess) {
  const std::vector<std::optional<profiles::ProcessRecord>> records{
      record_with(1, {sent_row(1, 0, 5), sent_row(0, 1, 1)}), record_with(1, {sent_row(0, 0, 2)})};
  EXPECT_EQ(sent_to(records), (std::vector<std::uint64_t>{3, 5}));
}

TEST(Repetition, StopsAfterTheNumberOfRuns) {
  const std::vector<double> makespans{1, 1, 1};
  EXPECT_FALSE(is_enough({4, 0, std::nullopt}, makespans));
  EXPECT_TRUE(is_enough({3, 0, std::nullopt}, makespans));
}

TEST(Repetition, UntilErrorNeedsAtLeastFiveRuns) {
  EXPECT_FALSE(is_enough({100, 0, 1.0}, std::vector<double>{1, 1, 1, 1}));
  EXPECT_TRUE(is_enough({100, 0, 1.0}, std::vector<double>{1, 1, 1, 1, 1}));
}

TEST(Repetition, UntilErrorContinuesWhileTheIntervalIsWide) {
  // Mean 10, s = 1.5811, t(0.975, 4) = 2.7764: 10 ± 1.963.
  const std::vector<double> makespans{8, 9, 10, 11, 12};
  EXPECT_FALSE(is_enough({100, 0, 19.6}, makespans));
  EXPECT_TRUE(is_enough({100, 0, 19.7}, makespans));
  EXPECT_TRUE(is_enough({5, 0, 1.0}, makespans)) << "at most --runs";
}

TEST(SignalText, HasNumberAndName) {
  EXPECT_EQ(signal_text(SIGSEGV), "signal 11 (SIGSEGV)");
  EXPECT_EQ(signal_text(63), "signal 63");
}

TEST(UnreachableAddresses, AreTheLoopbackAddressesOfSeveralHosts) {
  Placement placement;
  placement.hosts.resize(1);
  placement.hosts[0].address = "127.0.1.1";
  EXPECT_TRUE(unreachable_addresses(placement).empty()) << "no other host has to reach it";
  placement.hosts.emplace_back().address = "10.0.0.2";
  const auto causes = unreachable_addresses(placement);
  ASSERT_EQ(causes.size(), 1U);
  EXPECT_EQ(causes[0].host, 0U);
  EXPECT_EQ(causes[0].next_step, "give it an address= in the hosts file");
}

TEST(UnreachableAddresses, AreNoneIfTheUserGaveALoopbackAddressToEveryHost) {
  Placement placement;
  placement.hosts.resize(2);
  for (Host& host : placement.hosts) {
    host.address = "127.0.0.1";
    host.address_given = true;
  }
  EXPECT_TRUE(unreachable_addresses(placement).empty());
  placement.hosts[1].address = "10.0.0.2";
  const auto causes = unreachable_addresses(placement);
  ASSERT_EQ(causes.size(), 1U);
  EXPECT_NE(causes[0].next_step.find("correct its address="), std::string::npos);
}

TEST(Limits, AllowAsManyProcessesAsTheLimitAndNotOneMore) {
  const blueprint::Program program = read_program(kPair);
  const Placement placement = on_this_machine(program);
  std::vector<HostNeeds> needs(1);
  needs[0].processes = kMostProcessesOfAHost;
  EXPECT_FALSE(exceeds_limits(program, needs, placement));
  ++needs[0].processes;
  EXPECT_TRUE(exceeds_limits(program, needs, placement));
}

TEST(Limits, AllowMessagesOfTheLargestSize) {
  const blueprint::Program program = read_program(kPair);  // 10 bytes
  SessionOptions options;
  options.max_message = 10;
  EXPECT_FALSE(exceeds_message_limit(program, options));
  options.max_message = 9;
  EXPECT_TRUE(exceeds_message_limit(program, options));
}

TEST(Limits, AHostNeedsTheMemoryOfItsSimulators) {
  HostNeeds needs;
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

TEST(Limits, CountTheOpenFilesOfTheBusiestSimulator) {
  HostNeeds needs;
  needs.most_connections = 100;
  EXPECT_FALSE(exceeds_open_files(needs, 100 + kDescriptorsOfASimulator));
  EXPECT_TRUE(exceeds_open_files(needs, 99 + kDescriptorsOfASimulator));
}

profiles::ProcessRecord idle_server() {
  profiles::ProcessRecord record;
  record.start_late = Nanoseconds(5);
  record.times.real = Nanoseconds(100);  // stopped at 105
  record.units.resize(2);
  record.unit = 1;
  record.units[1].times.real = Nanoseconds(60);
  record.traffic.msgs_in = 3;
  return record;
}

ServerEnds ends_of(const Counters& last, Nanoseconds quiet) {
  ServerEnds ends(1);
  ends.begin(quiet);
  ends.stop(ProcessId{0}, last);
  return ends;
}

TEST(ServerEnds, TheProfileOfAServerEndsWithTheRun) {
  std::vector<std::optional<profiles::ProcessRecord>> records{idle_server()};
  Counters last = waiting(0, 0, 3);
  last.changed = Nanoseconds(50);
  ends_of(last, Nanoseconds(80)).trim(records);
  EXPECT_EQ(records[0]->times.real, Nanoseconds(75));
  EXPECT_EQ(records[0]->units[1].times.real, Nanoseconds(35));
}

TEST(ServerEnds, AServerThatWorkedAfterItsCountersWereReadKeepsItsEnd) {
  std::vector<std::optional<profiles::ProcessRecord>> records{idle_server()};
  ends_of(waiting(0, 0, 2), Nanoseconds(80)).trim(records);
  EXPECT_EQ(records[0], idle_server());
}

TEST(ServerEnds, ANewRunForgetsTheServersOfTheLast) {
  ServerEnds ends = ends_of(waiting(0, 0, 3), Nanoseconds(80));
  EXPECT_TRUE(ends.has_begun());
  EXPECT_TRUE(ends.is_stopped(ProcessId{0}));
  ends.restart();
  EXPECT_FALSE(ends.has_begun());
  EXPECT_FALSE(ends.is_stopped(ProcessId{0}));
  std::vector<std::optional<profiles::ProcessRecord>> records{idle_server()};
  ends.trim(records);
  EXPECT_EQ(records[0], idle_server());
}

}  // namespace
}  // namespace dps::coordinator
