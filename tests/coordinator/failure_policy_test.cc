// The selection of the failure that is reported, and of failures that stop a session.
#include "coordinator/session/phases/failure_policy.h"

#include <gtest/gtest.h>

#include "coordinator/agents/failure_causes.h"
#include "rehearsal.h"

namespace dps::coordinator {
namespace {

using std::chrono::milliseconds;

FailureCause report(std::uint32_t process, const std::string& what) {
  return {CauseKind::kReport, 0, ProcessId{process}, what, {}};
}

class FailureCausesTest : public testing::Test {
 protected:
  Failure failure() { return causes.failure(program, placement, "now"); }

  blueprint::Program program = read_program(kServed);
  Placement placement = on_this_machine(program);
  FailureCauses causes;
};

TEST_F(FailureCausesTest, TheFirstOfEqualKindIsTheReason) {
  causes.add(report(1, "failed here"));
  causes.add(report(0, "failed there"));
  EXPECT_EQ(failure().reason, "'Client.p[1]' on localhost failed here, now");
  EXPECT_EQ(failure().details, std::vector<std::string>{"'Client.p[0]' on localhost failed there"});
}

TEST_F(FailureCausesTest, ADeathOutweighsReports) {
  causes.add(report(0, "lost a connection"));
  causes.add({CauseKind::kDeath, 0, ProcessId{2}, "was killed", "next"});
  EXPECT_EQ(failure().reason, "'Server.p[0]' on localhost was killed, now");
  EXPECT_TRUE(failure().details.empty());
  EXPECT_EQ(failure().next_step, "next");
}

TEST_F(FailureCausesTest, AReportAndTheDeathThatFollowsAreOneCause) {
  EXPECT_TRUE(causes.add(report(0, "no function")));
  EXPECT_FALSE(causes.add({CauseKind::kDeath, 0, ProcessId{0}, "ended with exit status 1", {}}));
  EXPECT_EQ(failure().reason, "'Client.p[0]' on localhost no function, now");
}

TEST_F(FailureCausesTest, ProcessesWithTheSameTextShareALine) {
  causes.add(report(1, "no function"));
  causes.add(report(0, "no function"));
  EXPECT_EQ(failure().reason, "'Client.p[0]' (and 1 more) on localhost no function, now");
  EXPECT_TRUE(failure().details.empty());
}

class FailurePolicyTest : public testing::Test {
 protected:
  static constexpr milliseconds kSettle{250};

  bool add(FailureCause cause, bool is_running = true) {
    return policy.add(std::move(cause), is_running, now, "1 s after the start");
  }
  std::string reason() { return policy.failure(program, placement).reason; }

  blueprint::Program program = read_program(kServed);
  Placement placement = on_this_machine(program);
  FailurePolicy policy{kSettle};
  TimePoint now{std::chrono::hours(1)};
  FailureCause death{CauseKind::kDeath, 0, ProcessId{2}, "was killed", {}};
};

TEST_F(FailurePolicyTest, ADeathStopsARunAtOnce) {
  EXPECT_TRUE(add(death));
}

TEST_F(FailurePolicyTest, BeforeTheRunADeathWaitsForTheReportsOfOthers) {
  EXPECT_FALSE(add(death, false));
  EXPECT_EQ(policy.due(), now + kSettle);
}

TEST_F(FailurePolicyTest, AReportWaitsForTheDeathThatMayHaveCausedIt) {
  EXPECT_FALSE(add(report(0, "lost a connection")));
  const TimePoint due = now + kSettle;
  now += milliseconds(100);
  EXPECT_FALSE(add(report(1, "lost a connection")));
  EXPECT_EQ(policy.due(), due) << "a later report does not prolong the wait";
  EXPECT_TRUE(add(death));
  EXPECT_EQ(reason(), "'Server.p[0]' on localhost was killed, 1 s after the start");
}

TEST_F(FailurePolicyTest, TheTimeIsThatOfTheFirstCause) {
  add(report(0, "lost a connection"));
  policy.stop(std::nullopt, "2 s after the start");
  EXPECT_EQ(reason(), "'Client.p[0]' on localhost lost a connection, 1 s after the start");
  EXPECT_FALSE(policy.due());
}

TEST_F(FailurePolicyTest, ACauseWithoutATimeHasNone) {
  policy.add(report(0, "was refused"), false, now, "");
  policy.stop(std::nullopt, "2 s after the launch");
  EXPECT_EQ(reason(), "'Client.p[0]' on localhost was refused");
}

TEST_F(FailurePolicyTest, AVerdictOutweighsCausesAndHasATimeOfItsOwn) {
  add(report(0, "lost a connection"));
  policy.stop(refusal(ExitStatus::kTimeout, "too long"), "2 s after the start");
  EXPECT_EQ(reason(), "too long, 2 s after the start");
  EXPECT_FALSE(add(death)) << "the session is stopping already";
  EXPECT_EQ(reason(), "too long, 2 s after the start");
}

TEST_F(FailurePolicyTest, ACauseThatArrivesDuringTheStopCanBecomeTheReason) {
  add(report(0, "lost a connection"));
  policy.stop(std::nullopt, "2 s after the start");
  EXPECT_FALSE(add(death));
  EXPECT_EQ(reason(), "'Server.p[0]' on localhost was killed, 1 s after the start");
}

TEST_F(FailurePolicyTest, WithoutACauseTheSessionEndedEarly) {
  EXPECT_FALSE(policy.has_causes());
  EXPECT_EQ(reason(), "the session ended early");
}

}  // namespace
}  // namespace dps::coordinator
