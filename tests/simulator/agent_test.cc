// The program dps-simulator --agent: the frames that it sends, and that it leaves no processes.
#include "simulator/agent/agent.h"

#include <gtest/gtest.h>
#include <signal.h>

#include "base/processes/process_end.h"
#include "base/version.h"
#include "profiles/record.h"
#include "tests/simulator/agent_driver.h"

namespace dps::simulator {
namespace {

using control::AgentLostFrame;
using control::DiedFrame;
using control::FailedFrame;
using control::HelloFrame;
using control::LaunchedFrame;
using control::RecordFrame;

/// Sends LAUNCH for simulators 0 … count-1, which get no PLAN.
std::vector<pid_t> launch(AgentDriver& agent, std::uint32_t count) {
  control::Launch order;
  for (std::uint32_t i = 0; i < count; ++i) {
    control::Launch::One one;
    one.process = ProcessId{i};
    one.name = "Idle.p[" + std::to_string(i) + "]";
    one.functionalities = {1};
    order.processes.push_back(one);
  }
  agent.send(order);
  std::vector<pid_t> pids;
  for (std::uint32_t i = 0; i < count; ++i) {
    pids.push_back(static_cast<pid_t>(agent.expect<LaunchedFrame>(i).pid));
  }
  return pids;
}

TEST(SimulatorProgram, PrintsItsVersion) {
  const Finished finished = run_simulator_program({"--version"});
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.output, "dps-simulator " + std::string(dps_version()) + "\n");
}

TEST(SimulatorProgram, PrintsAHintWhenStartedByHand) {
  const Finished finished = run_simulator_program({});
  EXPECT_EQ(finished.status, 2);
  EXPECT_EQ(finished.output,
            "dps-simulator is started by dps, not by hand: try 'dps run BLUEPRINT'\n");
}

TEST(SimulatorProgram, RefusesToBeASimulatorWithoutAnAgent) {
  const Finished finished = run_simulator_program({"--simulator"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(finished.output,
            "dps-simulator: there is no record page; only agents start simulators\n");
}

TEST(SimulatorProgram, ReportsThatAnAgentNeedsAPipe) {
  const Finished finished = run_simulator_program({"--agent"});  // with /dev/null as input
  EXPECT_EQ(finished.status, 1);
  EXPECT_NE(finished.output.find("needs a pipe or a socket"), std::string::npos) << finished.output;
}

TEST(Agent, SendsHelloFirst) {
  AgentDriver agent;
  const auto hello = agent.expect<HelloFrame>();
  EXPECT_EQ(hello.protocol, control::kProtocolVersion);
  EXPECT_EQ(hello.version, dps_version());
  EXPECT_FALSE(hello.host.empty());
  EXPECT_GE(hello.cores, 1U);
  EXPECT_GT(hello.memory, 0U);
  EXPECT_EQ(descendants_of(agent.guardian()), std::vector{static_cast<pid_t>(hello.pid)});
}

TEST(Agent, AnswersPingWithBothClocks) {
  AgentDriver agent;
  agent.send(control::PingFrame{Nanoseconds(42)});
  const auto pong = agent.await<control::PongFrame>();
  ASSERT_TRUE(pong.has_value());
  EXPECT_EQ(pong->sent, Nanoseconds(42));
  EXPECT_GT(pong->received, Nanoseconds(0));
}

TEST(Agent, ByeEndsEverythingInOrder) {
  AgentDriver agent;
  agent.expect<HelloFrame>();
  launch(agent, 3);
  AwaitedProcesses awaited;
  awaited.add_tree(agent.guardian());
  EXPECT_EQ(awaited.count(), 5U);
  agent.send(control::ByeFrame{});
  EXPECT_EQ(agent.next(), std::nullopt);  // no DIED, since they ended after BYE
  EXPECT_EQ(agent.wait_exit(), 0);
  EXPECT_TRUE(awaited.all_end());
}

TEST(Agent, NothingOutlivesTheCoordinator) {
  AgentDriver agent;
  agent.expect<HelloFrame>();
  launch(agent, 3);
  AwaitedProcesses awaited;
  awaited.add_tree(agent.guardian());
  EXPECT_EQ(awaited.count(), 5U);
  agent.close_down();
  EXPECT_TRUE(awaited.all_end());
}

TEST(Agent, ReportsThatItsInnerHalfWasKilled) {
  AgentDriver agent;
  const auto hello = agent.expect<HelloFrame>();
  launch(agent, 3);
  AwaitedProcesses awaited;
  awaited.add_tree(agent.guardian());
  EXPECT_EQ(awaited.count(), 5U);
  kill(static_cast<pid_t>(hello.pid), SIGKILL);
  EXPECT_EQ(agent.expect<AgentLostFrame>(), (AgentLostFrame{"agent", SIGKILL, 0}));
  EXPECT_EQ(agent.wait_exit(), 1);
  EXPECT_TRUE(awaited.all_end());
}

TEST(Agent, ReportsThatItsGuardianWasKilled) {
  AgentDriver agent;
  agent.expect<HelloFrame>();
  launch(agent, 3);
  AwaitedProcesses awaited;
  awaited.add_tree(agent.guardian());
  EXPECT_EQ(awaited.count(), 5U);
  kill(agent.guardian(), SIGKILL);
  EXPECT_EQ(agent.expect<AgentLostFrame>(), (AgentLostFrame{"guardian", 0, 0}));
  EXPECT_TRUE(awaited.all_end());
  EXPECT_EQ(agent.wait_exit(), 128 + SIGKILL);
}

TEST(Agent, ReportsItsLossEvenWhenKilledInTheMiddleOfALargeFrame) {
  AgentDriver agent;
  const auto hello = agent.expect<HelloFrame>();
  control::Launch order;
  order.processes.resize(1);
  order.processes[0].flows.resize(100'000);  // a record that exceeds the buffer of a pipe
  agent.send(order);
  AwaitedProcesses simulator;
  simulator.add(static_cast<pid_t>(agent.expect<LaunchedFrame>(0).pid));
  agent.send(control::StopFrame{});
  EXPECT_TRUE(simulator.all_end());
  agent.await_part();  // the first part of RECORD; the others are written while the pipe is read
  kill(static_cast<pid_t>(hello.pid), SIGKILL);
  EXPECT_EQ(agent.expect<AgentLostFrame>(), (AgentLostFrame{"agent", SIGKILL, 0}));
  EXPECT_EQ(agent.wait_exit(), 1);
}

TEST(Agent, AStoppedInnerHalfIsEndedWithTheStream) {
  AgentDriver agent;
  const auto hello = agent.expect<HelloFrame>();
  launch(agent, 2);
  AwaitedProcesses awaited;
  awaited.add_tree(agent.guardian());
  EXPECT_EQ(awaited.count(), 4U);
  kill(static_cast<pid_t>(hello.pid), SIGSTOP);
  agent.close_down();
  EXPECT_TRUE(awaited.all_end());  // the guardian waits 2 s for it
}

TEST(Agent, GarbageEndsItWithAReason) {
  AgentDriver agent;
  agent.expect<HelloFrame>();
  launch(agent, 2);
  AwaitedProcesses awaited;
  awaited.add_tree(agent.guardian());
  EXPECT_EQ(awaited.count(), 4U);
  agent.write_down("hello world, this is no frame\n");
  const auto failed = agent.expect<FailedFrame>();
  EXPECT_EQ(failed.phase, "control");
  EXPECT_EQ(failed.code, ErrorCode::kProtocol);
  EXPECT_EQ(agent.wait_exit(), 1);
  EXPECT_TRUE(awaited.all_end());
}

struct OutOfPlace {
  const char* what;
  control::Frame frame;
  std::uint32_t process, run;
  const char* text;
};

class OutOfPlaceFrames : public testing::TestWithParam<OutOfPlace> {};

TEST_P(OutOfPlaceFrames, EndTheAgent) {
  AgentDriver agent;
  agent.expect<HelloFrame>();
  launch(agent, 1);
  agent.send(GetParam().frame, GetParam().process, GetParam().run);
  EXPECT_EQ(agent.expect<FailedFrame>().text, GetParam().text) << GetParam().what;
  EXPECT_EQ(agent.wait_exit(), 1);
}

INSTANTIATE_TEST_SUITE_P(
    Agent, OutOfPlaceFrames,
    testing::Values(OutOfPlace{"out of order", control::BeginFrame{}, 0, 1,
                               "a BEGIN frame of run 1 for 'Idle.p[0]', being launched in run 0"},
                    OutOfPlace{"another run", control::PlanFrame{}, 0, 1,
                               "a PLAN frame of run 1 for 'Idle.p[0]', being launched in run 0"},
                    OutOfPlace{"not here", control::PlanFrame{}, 7, 0,
                               "a PLAN frame for process 7, which is not here"},
                    OutOfPlace{"a simulator's, to the agent", control::DrainFrame{},
                               control::kAgentItself, 0, "a DRAIN frame is not for an agent"},
                    OutOfPlace{"an agent's, to a simulator", control::PingFrame{}, 0, 0,
                               "a PING frame of run 0 for 'Idle.p[0]', being launched in run 0"}));

TEST(Agent, NamesASimulatorThatWasKilledAndKeepsItsRecord) {
  AgentDriver agent;
  agent.expect<HelloFrame>();
  const auto pids = launch(agent, 2);
  kill(pids[1], SIGKILL);
  const auto record = agent.expect<RecordFrame>(1);
  const auto decoded = profiles::decode_record(record.record);
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(decoded->state, profiles::ProcessState::kPreparing);
  const auto died = agent.expect<DiedFrame>(1);
  EXPECT_EQ(died.signal, SIGKILL);
  EXPECT_EQ(died.status, 0);
  agent.send(control::ByeFrame{});
  EXPECT_EQ(agent.wait_exit(), 0);
}

TEST(Agent, StopKillsSimulatorsThatHaveNotBegun) {
  AgentDriver agent;
  agent.expect<HelloFrame>();
  launch(agent, 2);
  agent.send(control::StopFrame{{ProcessId{0}}, 0});
  agent.expect<RecordFrame>(0);
  EXPECT_EQ(agent.expect<DiedFrame>(0).signal, SIGKILL);
  agent.send(control::ByeFrame{});
  EXPECT_EQ(agent.next(), std::nullopt);
}

TEST(Agent, RefusesToLaunchAProcessTwice) {
  AgentDriver agent;
  agent.expect<HelloFrame>();
  launch(agent, 1);
  control::Launch order;
  order.processes.resize(1);
  order.processes[0].name = "Idle.p[0]";
  agent.send(order);
  EXPECT_EQ(agent.expect<FailedFrame>().text, "'Idle.p[0]' is launched twice");
}

TEST(Agent, GuardsManySimulators) {
  AgentDriver agent;
  agent.expect<HelloFrame>();
  launch(agent, 64);
  AwaitedProcesses awaited;
  awaited.add_tree(agent.guardian());
  EXPECT_EQ(awaited.count(), 66U);
  agent.close_down();
  EXPECT_TRUE(awaited.all_end());
}

TEST(Agent, EndsWhenTheCoordinatorIsSilentForTheLeasePeriod) {
  AgentDriver agent;
  agent.expect<HelloFrame>();
  launch(agent, 1);
  AwaitedProcesses awaited;
  awaited.add_tree(agent.guardian());
  const auto failed = agent.expect<FailedFrame>();  // after 15 s; the pipe stays open
  EXPECT_EQ(failed.text, "no heartbeat from the coordinator for 14 s");
  EXPECT_EQ(agent.wait_exit(), kLeaseExpired);
  EXPECT_TRUE(awaited.all_end());
}

}  // namespace
}  // namespace dps::simulator
