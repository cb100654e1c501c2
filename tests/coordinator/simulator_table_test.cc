#include "coordinator/session/simulator_table.h"

#include <gtest/gtest.h>

namespace dps::coordinator {
namespace {

using control::FrameKind;
using control::SimulatorState;

constexpr ProcessId kA{0};
constexpr ProcessId kB{1};

/// Every frame of a run up to BEGIN, in order.
constexpr FrameKind kToRunning[] = {FrameKind::kPlan, FrameKind::kListening, FrameKind::kPeers,
                                    FrameKind::kReady, FrameKind::kBegin};

class ATableOfTwo : public testing::Test {
 protected:
  void run(ProcessId process) {
    for (const FrameKind kind : kToRunning) {
      EXPECT_TRUE(table.advance(process, kind)) << control::name(kind);
    }
  }

  SimulatorTable table{2};
};

TEST_F(ATableOfTwo, FollowsTheStatesOfEachProcess) {
  EXPECT_TRUE(table.all_in(SimulatorState::kLaunched));
  run(kA);
  EXPECT_EQ(table.state(kA), SimulatorState::kRunning);
  EXPECT_EQ(table.state(kB), SimulatorState::kLaunched);
  EXPECT_FALSE(table.all_in(SimulatorState::kRunning));
  EXPECT_EQ(table.count_in(SimulatorState::kRunning), 1U);
  run(kB);
  EXPECT_TRUE(table.all_in(SimulatorState::kRunning));
  EXPECT_EQ(table.count_in(SimulatorState::kRunning), 2U);
}

TEST_F(ATableOfTwo, RefusesAFrameOutOfTurnAndKeepsTheState) {
  for (const FrameKind kind : {FrameKind::kListening, FrameKind::kBegin, FrameKind::kDone}) {
    EXPECT_FALSE(table.advance(kA, kind)) << control::name(kind);
    EXPECT_EQ(table.state(kA), SimulatorState::kLaunched);
  }
}

TEST_F(ATableOfTwo, AProcessRunsFromBeginToDone) {
  EXPECT_FALSE(table.any_running());
  run(kA);
  EXPECT_TRUE(table.is_running(kA));
  EXPECT_FALSE(table.is_running(kB));
  EXPECT_TRUE(table.any_running());
  EXPECT_TRUE(table.advance(kA, FrameKind::kDone));
  EXPECT_FALSE(table.any_running());
}

TEST_F(ATableOfTwo, ALostProcessIsInNoStateAndDoesNotRun) {
  run(kA);
  run(kB);
  table.lose(kA);
  EXPECT_TRUE(table.is_lost(kA));
  EXPECT_FALSE(table.is_lost(kB));
  EXPECT_FALSE(table.is_running(kA));
  EXPECT_TRUE(table.any_running());
  EXPECT_EQ(table.count_in(SimulatorState::kRunning), 1U);
  EXPECT_TRUE(table.advance(kB, FrameKind::kDone));
  EXPECT_TRUE(table.all_in(SimulatorState::kDone)) << "the lost one is not waited for";
  EXPECT_FALSE(table.any_running());
}

TEST_F(ATableOfTwo, ANewRunBeginsWithoutRecordsAndKeepsStatesAndPorts) {
  table.set_port(kB, 1234);
  profiles::ProcessRecord record;
  record.run = 1;
  table.begin_run(1);
  table.set_record(kB, record);
  table.set_ending(kB, control::DoneFrame{});
  EXPECT_EQ(table.run().number, 1U);
  EXPECT_FALSE(table.run().records[0]);
  EXPECT_EQ(table.run().records[1], record);
  EXPECT_TRUE(table.run().endings[1]);
  run(kA);
  table.begin_run(2);
  EXPECT_EQ(table.run().number, 2U);
  EXPECT_FALSE(table.run().records[1]);
  EXPECT_FALSE(table.run().endings[1]);
  EXPECT_EQ(table.state(kA), SimulatorState::kRunning);
  EXPECT_EQ(table.ports(), (std::vector<std::uint32_t>{0, 1234}));
}

}  // namespace
}  // namespace dps::coordinator
