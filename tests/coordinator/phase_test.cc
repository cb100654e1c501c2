#include "coordinator/session/phase.h"

#include <gtest/gtest.h>

namespace dps::coordinator {
namespace {

const TimePoint kInstant{std::chrono::seconds(7)};

TEST(PhaseState, NamesItsPhase) {
  const PhaseState states[] = {HelloPhase{},   LaunchPhase{}, ConnectPhase{}, RunPhase{},
                               CollectPhase{}, StopPhase{},   EndPhase{}};
  const Phase phases[] = {Phase::kHello,   Phase::kLaunch, Phase::kConnect, Phase::kRun,
                          Phase::kCollect, Phase::kStop,   Phase::kEnd};
  for (std::size_t i = 0; i < std::size(states); ++i) {
    EXPECT_EQ(phase_of(states[i]), phases[i]);
  }
}

TEST(PhaseState, OnlyARunAndTheEndHaveNoDeadline) {
  EXPECT_EQ(deadline_of(HelloPhase{kInstant}), kInstant);
  EXPECT_EQ(deadline_of(LaunchPhase{kInstant}), kInstant);
  EXPECT_EQ(deadline_of(ConnectPhase{kInstant}), kInstant);
  EXPECT_EQ(deadline_of(CollectPhase{kInstant}), kInstant);
  EXPECT_EQ(deadline_of(StopPhase{kInstant}), kInstant);
  EXPECT_EQ(deadline_of(RunPhase{kInstant, kInstant, kInstant}), std::nullopt);
  EXPECT_EQ(deadline_of(EndPhase{}), std::nullopt);
}

}  // namespace
}  // namespace dps::coordinator
