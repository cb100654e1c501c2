// Runs that --for ends.
#include <gtest/gtest.h>

#include "coordinator/session/phases/session_states.h"
#include "rehearsal.h"

namespace dps::coordinator {
namespace {

using std::chrono::milliseconds;

TEST(EndedRun, ForEndsTheRunWhichIsThenComplete) {
  SessionOptions options;
  options.end = Seconds(3);
  Rehearsal session(kPair, options);
  session.reach(Phase::kRun);
  session.pass(milliseconds(2900));
  session.hear(0, control::PongFrame{});
  EXPECT_EQ(session.phase, Phase::kRun);
  session.complete(1, {taken_row(0, 1, 1, 0)});
  session.pass(milliseconds(200));
  ASSERT_EQ(session.phase, Phase::kStop);
  EXPECT_EQ(session.sent_of<control::StopFrame>().size(), 1u);
  session.hear_record(0, record_with(1, {sent_row(1, 1, 3)}));
  session.hear_process(0, stopped_while_waiting(0, 0, 0, 1));
  ASSERT_EQ(session.phase, Phase::kCollect);  // of B, which has counted a late message since
  ASSERT_EQ(session.sent_of<control::DrainFrame>().size(), 1u);
  session.drain(1, {taken_row(0, 1, 1, 1)});
  ASSERT_TRUE(session.states.is_over());
  const SessionResult result = session.states.take_result();
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.exit_status(), 0);
  ASSERT_EQ(result.runs.size(), 1u);
  EXPECT_EQ(result.notes, std::vector<std::string>{
                              "ended after 3 s, as requested: 1 process was not complete, and 1 "
                              "message was under way"});
}

TEST(EndedRun, AHostThatIsLostWhileForEndsTheRunIsAFailure) {
  SessionOptions options;
  options.end = Seconds(3);
  Rehearsal session(kPair, options, 2);
  session.reach(Phase::kRun);
  session.pass(milliseconds(2900));
  session.hear(0, control::PongFrame{});
  session.hear(1, control::PongFrame{});
  session.pass(milliseconds(200));
  session.states.on_lost(1, Error{ErrorCode::kSystem, "its agent has ended"}, session.now);
  session.hear_record(0, record_with(1, {sent_row(1, 1, 3)}));
  session.hear_process(0, stopped_while_waiting(0, 0, 0, 1));
  ASSERT_TRUE(session.states.is_over());
  const SessionResult result = session.states.take_result();
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.exit_status(), 1);
}

}  // namespace
}  // namespace dps::coordinator
