// The class Agent in the process of the test: the frames that it sends, and its end. agent_test.cc
// tests the program.
#include <csignal>
#include <cstdio>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "simulator/agent/agent.h"
#include "tests/simulator/fake_simulators.h"

namespace dps::simulator {
namespace {

using control::FailedFrame;
using control::FrameKind;
using control::kAgentItself;

constexpr ProcessId kFirst{0};
const std::string kFirstName = "Idle.p[0]";

class AnAgent : public testing::Test {
 protected:
  void send(const control::Frame& frame, std::uint32_t process = kAgentItself,
            std::uint32_t run = 0) {
    feed(control::encode(frame, process, run));
  }
  void feed(const std::vector<std::byte>& bytes) {
    down_.feed(bytes);
    agent_.receive(down_);
  }
  /// Sends LAUNCH for simulators Idle.p[first] … Idle.p[first + count - 1].
  void launch(std::uint32_t count, std::uint32_t first = 0) {
    control::Launch order;
    for (std::uint32_t i = first; i < first + count; ++i) {
      control::Launch::One one;
      one.process = ProcessId{i};
      one.name = "Idle.p[" + std::to_string(i) + "]";
      one.functionalities = {1};
      order.processes.push_back(one);
    }
    send(order);
  }
  /// Runs the agent's event loop until it has sent a frame of this kind.
  void run_until_sent(FrameKind kind) {
    while (!is_sent(kind)) {
      ASSERT_EQ(io_.run_one_for(kSilence), 1U) << "waits for " << control::name(kind);
    }
  }
  /// A run that the first simulator completes: it prints `output`, answers DONE and waits.
  void play_a_run(const std::string& output = "") {
    send(control::PlanFrame{}, index(kFirst));
    answer(control::ListeningFrame{}, FrameKind::kListening, 0);
    send(control::PeersFrame{}, index(kFirst));
    answer(control::ReadyFrame{}, FrameKind::kReady, 0);
    send(control::BeginFrame{}, index(kFirst), 1);
    EXPECT_TRUE(agent_.playing());
    simulators_.print(kFirstName, output);
    answer(control::DoneFrame{}, FrameKind::kDone, 1);
    EXPECT_FALSE(agent_.playing());
  }
  void answer(const control::Frame& frame, FrameKind kind, std::uint32_t run) {
    simulators_.send(kFirstName, frame, kFirst, run);
    run_until_sent(kind);
  }

  [[nodiscard]] bool is_sent(FrameKind kind) const {
    return std::any_of(sent_.begin(), sent_.end(),
                       [&](const auto& one) { return one.header.kind == kind; });
  }
  /// The kinds of all frames sent so far, except COUNTERS, which are sent by a timer.
  [[nodiscard]] std::vector<std::string> kinds() const {
    std::vector<std::string> kinds;
    for (const control::ReceivedFrame& one : sent_) {
      if (one.header.kind != FrameKind::kCounters) {
        kinds.emplace_back(control::name(one.header.kind));
      }
    }
    return kinds;
  }
  [[nodiscard]] const control::ReceivedFrame& newest() const { return sent_.back(); }
  [[nodiscard]] FailedFrame failed() const { return std::get<FailedFrame>(newest().frame); }

  using Kinds = std::vector<std::string>;
  static constexpr std::chrono::seconds kSilence{30};  // exceeded only by a faulty agent

  FakeSimulators simulators_;
  std::vector<control::ReceivedFrame> sent_;
  control::FrameReader up_{{.trusted = true}};
  control::FrameReader down_{{.down = true, .trusted = true}};
  asio::io_context io_{1};
  Agent agent_{io_,
               {.send =
                    [this](const std::vector<std::byte>& frame) {
                      up_.feed(frame);
                      while (auto received = up_.next().value()) {
                        sent_.push_back(*std::move(received));
                      }
                    },
                .idle = [] { return true; }},
               simulators_.starter()};
};

TEST_F(AnAgent, SendsHelloWhenItStarts) {
  agent_.start();
  EXPECT_EQ(kinds(), Kinds{"HELLO"});
  EXPECT_EQ(agent_.status(), std::nullopt);
}

TEST_F(AnAgent, NamesTheProcessOfEverySimulatorThatItLaunches) {
  launch(2);
  ASSERT_EQ(kinds(), (Kinds{"LAUNCHED", "LAUNCHED"}));
  EXPECT_EQ(newest().header.process, 1U);
  EXPECT_EQ(std::get<control::LaunchedFrame>(newest().frame).pid,
            static_cast<std::uint32_t>(simulators_.pid("Idle.p[1]")));
}

TEST_F(AnAgent, ReportsThatASimulatorCannotBeStartedAndContinues) {
  Agent agent(io_,
              {.send = [this](const std::vector<std::byte>& frame) { up_.feed(frame); },
               .idle = [] { return true; }},
              [](const std::string&, const SimulatorEnds&) -> Result<pid_t> {
                return dps::failure(ErrorCode::kLimit, "no more processes");
              });
  control::Launch order;
  order.processes.resize(1);
  order.processes[0].process = ProcessId{4};
  down_.feed(control::encode(order));
  agent.receive(down_);
  const auto received = up_.next().value();
  ASSERT_TRUE(received);
  EXPECT_EQ(received->header.process, 4U);
  EXPECT_EQ(received->frame,
            control::Frame(FailedFrame{ErrorCode::kLimit, "launch", "no more processes"}));
  EXPECT_EQ(agent.status(), std::nullopt);
}

TEST_F(AnAgent, ByeEndsItAtOnceWithoutSimulators) {
  send(control::ByeFrame{});
  EXPECT_EQ(agent_.status(), 0);
  EXPECT_EQ(kinds(), Kinds{});
}

TEST_F(AnAgent, ByeEndsItOnceTheLastSimulatorHasEnded) {
  launch(2);
  agent_.start();
  send(control::ByeFrame{});  // kills both, since their runs have not begun
  EXPECT_TRUE(agent_.ending());
  io_.run_for(kSilence);
  EXPECT_EQ(agent_.status(), 0);
  EXPECT_EQ(kinds(), (Kinds{"LAUNCHED", "LAUNCHED", "HELLO"})) << "no DIED after BYE";
}

TEST_F(AnAgent, ByeEndsItAfterATimeoutIfASimulatorDoesNotExit) {
  launch(1);
  play_a_run();
  send(control::ByeFrame{});
  EXPECT_EQ(agent_.status(), std::nullopt) << "the simulator has some time to end";
  io_.run_for(kSilence);
  EXPECT_EQ(agent_.status(), 0);
}

TEST_F(AnAgent, RefusesFramesAfterByeButAnswersPing) {
  launch(1);
  play_a_run();
  send(control::ByeFrame{});
  send(control::PingFrame{Nanoseconds(7)});
  EXPECT_EQ(newest().header.kind, FrameKind::kPong);
  send(control::StopFrame{});
  EXPECT_EQ(failed().text, "a STOP frame after BYE");
  EXPECT_EQ(agent_.status(), 1);
}

TEST_F(AnAgent, ABodyThatDoesNotDecodeEndsItWithAReason) {
  auto launch_order = control::encode(control::Launch{});
  launch_order.back() = std::byte{0xff};  // not a level
  feed(launch_order);
  ASSERT_EQ(kinds(), Kinds{"FAILED"});
  EXPECT_EQ(failed().phase, "control");
  EXPECT_EQ(failed().code, ErrorCode::kProtocol);
  EXPECT_NE(failed().text, "");
  EXPECT_EQ(agent_.status(), 1);
}

TEST_F(AnAgent, IgnoresFramesAfterAProtocolError) {
  send(control::DrainFrame{});
  ASSERT_EQ(agent_.status(), 1);
  const std::size_t sent = sent_.size();
  launch(1);
  send(control::PingFrame{Nanoseconds(7)});
  EXPECT_EQ(sent_.size(), sent);
}

TEST_F(AnAgent, ASimulatorThatSendsAFrameOutOfTurnIsKilledAndReported) {
  launch(1);
  agent_.start();
  simulators_.send(kFirstName, control::DoneFrame{}, kFirst);
  run_until_sent(FrameKind::kDied);
  EXPECT_EQ(kinds(), (Kinds{"LAUNCHED", "HELLO", "FAILED", "RECORD", "DIED"}));
  EXPECT_EQ(std::get<FailedFrame>(sent_[2].frame).text,
            "'Idle.p[0]' sent a DONE frame while being launched");
  EXPECT_EQ(std::get<control::DiedFrame>(newest().frame).signal, SIGKILL);
  EXPECT_EQ(agent_.status(), std::nullopt);
}

TEST_F(AnAgent, PassesOutputOnBeforeTheEndOfTheRun) {
  launch(1);
  play_a_run("result\n");
  EXPECT_EQ(kinds(), (Kinds{"LAUNCHED", "LISTENING", "READY", "OUTPUT", "RECORD", "DONE"}));
}

TEST_F(AnAgent, ReportsTheDeathOfASimulatorThatIsNotItsChild) {
  launch(1);
  agent_.died(simulators_.pid(kFirstName), 3 << 8);  // the wait status of exit status 3
  EXPECT_EQ(kinds(), (Kinds{"LAUNCHED", "RECORD", "DIED"}));
  EXPECT_EQ(std::get<control::DiedFrame>(newest().frame).status, 3);
  EXPECT_EQ(agent_.status(), std::nullopt);
}

TEST_F(AnAgent, DoesNotWaitForASimulatorThatLeavesAfterBye) {
  launch(1);
  play_a_run();
  agent_.leaves(simulators_.pid(kFirstName));
  EXPECT_EQ(agent_.status(), std::nullopt) << "it may leave only after BYE";
  send(control::ByeFrame{});
  agent_.leaves(simulators_.pid(kFirstName));
  EXPECT_EQ(agent_.status(), 0);
}

/// Runs with at most 64 open files, in another process, since the limit cannot be raised again.
using AnAgentWithFewFiles = AnAgent;

TEST_F(AnAgentWithFewFiles, ReportsTheNumberOfOpenFilesThatItsSimulatorsNeed) {
  const auto in_child = [this] {
    const rlimit limit{64, 64};
    setrlimit(RLIMIT_NOFILE, &limit);
    launch(1);
    launch(100, 1);
    std::fprintf(stderr, "%s", failed().text.c_str());
    std::_Exit(agent_.status() ? 1 : 0);
  };
  EXPECT_EXIT(in_child(), testing::ExitedWithCode(0),
              "101 simulators need 234 open files, the limit is 64; raise it \\(ulimit -Hn\\)");
}

}  // namespace
}  // namespace dps::simulator
