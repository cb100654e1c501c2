// The states of a simulator, in the order of docs/protocol.md.
#include "transport/control/states.h"

#include <gtest/gtest.h>

namespace dps::control {
namespace {

using State = SimulatorState;

TEST(States, LeadThroughTwoRunsToEnding) {
  State state = State::kLaunched;
  for (const FrameKind kind :
       {FrameKind::kPlan, FrameKind::kListening, FrameKind::kPeers, FrameKind::kReady,
        FrameKind::kBegin, FrameKind::kDone, FrameKind::kDrain, FrameKind::kDrained,
        FrameKind::kBegin, FrameKind::kDone, FrameKind::kDrain, FrameKind::kDrained}) {
    const auto next = after(state, kind);
    ASSERT_TRUE(next.has_value()) << name(kind) << " while " << phase_name(state);
    state = *next;
  }
  EXPECT_EQ(state, State::kDrained);
  EXPECT_EQ(after(state, FrameKind::kBye), State::kEnding);
}

TEST(States, EveryOtherFrameIsRefused) {
  EXPECT_EQ(after(State::kLaunched, FrameKind::kBegin), std::nullopt);
  EXPECT_EQ(after(State::kReady, FrameKind::kPlan), std::nullopt);
  EXPECT_EQ(after(State::kRunning, FrameKind::kBegin), std::nullopt);
  EXPECT_EQ(after(State::kDone, FrameKind::kDone), std::nullopt);
  EXPECT_EQ(after(State::kEnding, FrameKind::kPlan), std::nullopt);
}

TEST(States, FailedIsAllowedInEveryState) {
  EXPECT_EQ(after(State::kConnecting, FrameKind::kFailed), State::kConnecting);
}

}  // namespace
}  // namespace dps::control
