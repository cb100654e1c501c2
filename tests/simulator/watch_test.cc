#include "simulator/agent/watch.h"

#include <csignal>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "tests/simulator/fake_simulators.h"

namespace dps::simulator {
namespace {

using control::SimulatorState;
using profiles::ProcessState;
using std::chrono::seconds;

class AWatch : public testing::Test {
 protected:
  /// A simulator in the middle of a run.
  SimulatorChild& add(std::uint32_t process, const std::string& name, bool server = false) {
    control::Launch::One one;
    one.process = ProcessId{process};
    one.name = name;
    one.functionalities = {1};
    one.server = server;
    auto child = SimulatorChild::launch(io_, one, {profiles::Level::kProcess, {}}, events_,
                                        simulators_.starter());
    EXPECT_TRUE(child);
    auto& placed = children_[one.process] = *std::move(child);
    placed->state = SimulatorState::kRunning;
    simulators_.page(name).set_state(ProcessState::kRunning, Nanoseconds(0));
    return *placed;
  }
  void stop(const std::string& name) const {
    kill(simulators_.pid(name), SIGSTOP);
    waitpid(simulators_.pid(name), nullptr, WUNTRACED);
  }
  /// The report for each simulator that is stuck, after a scan at this time.
  std::vector<std::string> stuck_at(seconds time) {
    const Watch::Clock::time_point now{time};
    watch_.read(now);
    std::vector<std::string> texts;
    for (const Watch::Stuck& stuck : watch_.stuck(now)) {
      texts.push_back(stuck.child->name() + " " + stuck.what);
    }
    return texts;
  }

  using Texts = std::vector<std::string>;

  asio::io_context io_{1};
  FakeSimulators simulators_;
  SimulatorChild::Events events_;
  Children children_;
  Watch watch_{children_};
};

TEST_F(AWatch, ReadsTheCountersOfAllInTheOrderOfTheProcesses) {
  add(7, "B.p[0]");
  add(2, "A.p[0]");
  profiles::PageHead& head = simulators_.page("B.p[0]").head();
  head.traffic.msgs_out.set(5);
  head.traffic.msgs_in.set(3);
  head.late.set(1);
  head.timers_pending.set(2);
  simulators_.page("B.p[0]").set_state(ProcessState::kWaiting, Nanoseconds(40));
  const auto frame = watch_.read({});
  ASSERT_EQ(frame.processes.size(), 2U);
  EXPECT_EQ(frame.processes[0].process, ProcessId{2});
  const control::CountersFrame::One& one = frame.processes[1];
  EXPECT_EQ(one.process, ProcessId{7});
  EXPECT_EQ(one.state, ProcessState::kWaiting);
  EXPECT_EQ(one.sent, 5U);
  EXPECT_EQ(one.taken, 3U);
  EXPECT_EQ(one.late, 1U);
  EXPECT_EQ(one.timers_pending, 2U);
  EXPECT_EQ(one.changed, Nanoseconds(40));
}

TEST_F(AWatch, DetectsProgressSinceTheLastReading) {
  add(0, "A.p[0]");
  watch_.read({});
  EXPECT_TRUE(watch_.moved()) << "the first reading";
  watch_.read({});
  EXPECT_FALSE(watch_.moved());
  simulators_.page("A.p[0]").head().steps.add(1);
  watch_.read({});
  EXPECT_TRUE(watch_.moved());
}

TEST_F(AWatch, DetectsThatOnlyServersRun) {
  EXPECT_FALSE(watch_.only_servers_run()) << "no simulator runs";
  SimulatorChild& client = add(0, "Client.p[0]");
  SimulatorChild& server = add(1, "Server.p[0]", true);
  EXPECT_FALSE(watch_.only_servers_run());
  client.state = SimulatorState::kDone;
  EXPECT_TRUE(watch_.only_servers_run());
  server.state = SimulatorState::kDone;
  EXPECT_FALSE(watch_.only_servers_run());
}

TEST_F(AWatch, AProcessThatComputesOrWaitsIsNotStuck) {
  add(0, "A.p[0]");
  add(1, "B.p[0]");
  simulators_.page("B.p[0]").set_state(ProcessState::kWaiting, Nanoseconds(0));
  EXPECT_EQ(stuck_at(seconds(0)), Texts{});
  EXPECT_EQ(stuck_at(seconds(1000)), Texts{});
}

TEST_F(AWatch, ReportsAStoppedProcessAfterTenSecondsAndOnce) {
  add(0, "A.p[0]");
  stop("A.p[0]");
  EXPECT_EQ(stuck_at(seconds(1)), Texts{});
  EXPECT_EQ(stuck_at(seconds(10)), Texts{});
  EXPECT_EQ(stuck_at(seconds(11)), Texts{"A.p[0] has been stopped (SIGSTOP or a debugger)"});
  EXPECT_EQ(stuck_at(seconds(30)), Texts{});
}

TEST_F(AWatch, ReportsAProcessAgainThatMovedInBetween) {
  add(0, "A.p[0]");
  stop("A.p[0]");
  stuck_at(seconds(0));
  EXPECT_EQ(stuck_at(seconds(10)).size(), 1U);
  simulators_.page("A.p[0]").head().steps.add(1);
  EXPECT_EQ(stuck_at(seconds(12)), Texts{});
  EXPECT_EQ(stuck_at(seconds(22)).size(), 1U);
}

TEST_F(AWatch, NamesTheProgramThatAProcessWaitsFor) {
  add(0, "A.p[0]");
  const pid_t program = simulators_.execute("A.p[0]");
  stuck_at(seconds(0));
  EXPECT_EQ(stuck_at(seconds(10)), Texts{"A.p[0] waits for a program that it executed (pid " +
                                         std::to_string(program) + ")"});
}

TEST_F(AWatch, AProcessWhoseRunIsOverIsNotStuck) {
  add(0, "A.p[0]").state = SimulatorState::kDone;
  stop("A.p[0]");
  stuck_at(seconds(0));
  EXPECT_EQ(stuck_at(seconds(1000)), Texts{});
}

}  // namespace
}  // namespace dps::simulator
