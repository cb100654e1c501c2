#include "blueprint/engine/deadlock_report.h"

#include <gtest/gtest.h>

namespace dps::engine {
namespace {

using Lines = std::vector<std::string>;

WaitingProcess worker(std::uint32_t index, std::uint64_t has) {
  return {"Worker.p", index, "worker.fu", {{"w.f", "Work.i", "Task.m", has, 2}}, {}};
}

TEST(DeadlockReport, ListsEachPairOfEachCollectionAndUnclaimedMessages) {
  WaitingProcess master{"Master.p", 0, "master.fu", {}, {{"Stray.m", "init.fu", 1200}}};
  master.lacks = {
      {"a.f", "A.i", "X.m", 1, 2}, {"a.f", "A.i", "Y.m", 0, 1000}, {"b.f", "B.i", "X.m", 1, 4}};
  EXPECT_EQ(
      deadlock_report({master}),
      (Lines{"deadlock: 1 process waits and no message is under way",
             "  Master.p[0] waits in master.fu", "    a.f (A.i) has 1 of 2 X.m, 0 of 1,000 Y.m",
             "    b.f (B.i) has 1 of 4 X.m", "    unclaimed: 1,200 Stray.m, taken in init.fu"}));
}

TEST(DeadlockReport, ReportsThatACollectionCountsAnewInEachUnit) {
  WaitingProcess client{"Client.p", 0, "last.fu", {}, {}};
  client.lacks = {{"page.f", "Page.i", "Page.m", 0, 1},
                  {"done.f", "All.i", "Page.m", 1, 20, {"first.fu", "client.fu"}},
                  {"full.f", "Full.i", "X.m", 3, 3, {"client.fu"}}};
  const Lines lines = deadlock_report({client});
  ASSERT_EQ(lines.size(), 6U);
  EXPECT_EQ(
      lines.back(),
      "    All.i counts anew in each unit: messages that were taken in first.fu, client.fu do not "
      "count here");
}

TEST(DeadlockReport, ListsClonesInOneStateTogether) {
  EXPECT_EQ(deadlock_report({worker(0, 1), worker(1, 1), worker(2, 0), worker(3, 1), worker(5, 1)}),
            (Lines{"deadlock: 5 processes wait and no message is under way",
                   "  Worker.p[0..1,3,5] wait in worker.fu", "    w.f (Work.i) has 1 of 2 Task.m",
                   "  Worker.p[2] waits in worker.fu", "    w.f (Work.i) has 0 of 2 Task.m"}));
}

TEST(DeadlockReport, ReportsThatMessagesAreBlockedInTheNetwork) {
  EXPECT_EQ(deadlock_report({worker(0, 1)}, kMostStates, UnderWay::kBlocked).front(),
            "deadlock: 1 process waits and all messages under way are blocked");
}

TEST(DeadlockReport, CountsEntriesBeyondTheLimit) {
  std::vector<WaitingProcess> many;
  for (std::uint32_t i = 0; i < 30; ++i) {
    many.push_back(worker(i, i));
  }
  const Lines lines = deadlock_report(many, 10);
  EXPECT_EQ(lines.size(), 1U + 10U * 2U + 1U);
  EXPECT_EQ(lines.back(), "  and 20 more");
}

TEST(DeadlockReport, NamesMessagesThatWaitForAnswers) {
  WaitingProcess front{"Front.p", 0, "front.fu", {}, {}};
  front.queues = {{"Job.m", "Worker.p[0..3]", 2, 1}, {"Log.m", "Log.p[0]", 1, 0}};
  EXPECT_EQ(deadlock_report({front}),
            (Lines{"deadlock: 1 process waits and no message is under way",
                   "  Front.p[0] waits in front.fu",
                   "    2 messages 'Job.m' wait for an answer of Worker.p[0..3] (-window 1)",
                   "    1 message 'Log.m' waits for an answer of Log.p[0]"}));
}

TEST(DeadlockReport, AUnitWithoutAnyPairIsReportedAsSuch) {
  EXPECT_EQ(deadlock_report({{"A.p", 0, "u", {}, {}}}).back(),
            "    no message can fire anything in this unit");
}

}  // namespace
}  // namespace dps::engine
