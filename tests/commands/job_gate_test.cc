#include "commands/programs/job_gate.h"

#include <gtest/gtest.h>

namespace dps::commands {
namespace {

using board::RequestKind;

board::BoardRequest request_of(RequestKind kind) {
  board::BoardRequest request;
  request.kind = kind;
  return request;
}

HeldReply reply_at(std::int32_t rank, std::int64_t clock) {
  HeldReply held;
  held.rank = rank;
  held.reply.clock = clock;
  return held;
}

std::int32_t next_rank(JobGate& gate) {
  const auto next = gate.next();
  return next ? next->rank : -1;
}

TEST(JobGate, WithoutALimitAllPass) {
  JobGate gate;
  for (std::int32_t rank = 0; rank < 3; ++rank) {
    gate.requested(rank, request_of(RequestKind::kReceive));
    EXPECT_TRUE(gate.pass(reply_at(rank, rank)));
  }
  EXPECT_EQ(next_rank(gate), -1);
}

TEST(JobGate, TheLeastClockIsNextAndThenTheLeastRank) {
  JobGate gate;
  gate.limit(2);
  EXPECT_FALSE(gate.pass(reply_at(0, 30)));
  EXPECT_FALSE(gate.pass(reply_at(2, 10)));
  EXPECT_FALSE(gate.pass(reply_at(1, 10)));
  EXPECT_EQ(next_rank(gate), 1);
  EXPECT_EQ(next_rank(gate), 2);
  EXPECT_EQ(next_rank(gate), -1);
  gate.requested(2, request_of(RequestKind::kReceive));
  EXPECT_EQ(next_rank(gate), 0);
}

TEST(JobGate, ARankContinuesAfterRequestsWithoutReplies) {
  JobGate gate;
  gate.limit(1);
  EXPECT_FALSE(gate.pass(reply_at(0, 0)));
  EXPECT_EQ(next_rank(gate), 0);
  EXPECT_FALSE(gate.pass(reply_at(1, 0)));
  board::BoardRequest notification = request_of(RequestKind::kSend);
  notification.is_notification = 1;
  gate.requested(0, notification);
  for (const RequestKind kind :
       {RequestKind::kDescribe, RequestKind::kFree, RequestKind::kNameSite, RequestKind::kCost}) {
    gate.requested(0, request_of(kind));
  }
  EXPECT_EQ(next_rank(gate), -1);
  EXPECT_TRUE(gate.pass(reply_at(0, 5)));  // to kCost
  gate.requested(0, request_of(RequestKind::kAway));
  EXPECT_EQ(next_rank(gate), 1);
}

TEST(JobGate, MembersOfACollectiveCallAreReleasedTogetherAndThenTakeTurns) {
  JobGate gate;
  gate.limit(1);
  for (std::int32_t rank = 0; rank < 3; ++rank) {
    gate.requested(rank, request_of(RequestKind::kCollective));
  }
  for (std::int32_t rank = 0; rank < 3; ++rank) {
    EXPECT_TRUE(gate.pass(reply_at(rank, 7)));
  }
  for (std::int32_t rank = 0; rank < 3; ++rank) {
    gate.requested(rank, request_of(RequestKind::kTurn));
    EXPECT_FALSE(gate.pass(reply_at(rank, 7)));
  }
  EXPECT_EQ(next_rank(gate), 0);
  EXPECT_EQ(next_rank(gate), -1);
}

TEST(JobGate, ARankThatEndsLeavesItsPlace) {
  JobGate gate;
  gate.limit(1);
  EXPECT_FALSE(gate.pass(reply_at(0, 0)));
  EXPECT_FALSE(gate.pass(reply_at(1, 1)));
  EXPECT_FALSE(gate.pass(reply_at(2, 2)));
  EXPECT_EQ(next_rank(gate), 0);
  gate.ended(1);
  gate.ended(0);
  EXPECT_EQ(next_rank(gate), 2);
}

}  // namespace
}  // namespace dps::commands
