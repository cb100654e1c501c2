// Sessions over real pipes with scripted agents.
#include "coordinator/session.h"

#include <gtest/gtest.h>

#include "../support/fake_launcher.h"
#include "base/version.h"
#include "coordinator/agents/agent_link.h"
#include "coordinator/launch/child_words.h"
#include "coordinator/launch/local_launcher.h"
#include "rehearsal.h"

namespace dps::coordinator {
namespace {

class Silence : public ProgressListener {
 public:
  void on_progress(const SessionProgress&) override {}
  void on_line(const std::string& line) override { lines.push_back(line); }
  void on_answer(const std::string& line) override { lines.push_back(line); }
  std::vector<std::string> lines;
};

SessionResult play(Launcher& launcher, const SessionOptions& options = {}) {
  const blueprint::Program program = read_program(kPair);
  const Placement placement = on_this_machine(program);
  Silence silence;
  return Session(program, placement, options, launcher, silence).run();
}

std::string failure_of(const AgentScript& script, const SessionOptions& options = {}) {
  FakeLauncher launcher(script);
  const SessionResult result = play(launcher, options);
  return result.failure ? result.failure->reason : "none";
}

void hand_in(FakeAgent& agent, std::uint32_t process, const profiles::ProcessRecord& record) {
  agent.say(control::RecordFrame{profiles::encode_record(record)}, process, record.run);
}

/// Answers like the processes of kPair, except for frames that `answer` handles.
void play_pair(FakeAgent& agent, const std::function<bool(const control::Frame&)>& instead) {
  const std::vector<std::vector<profiles::FlowRow>> flows{{sent_row(1, 1, 2), taken_row(1, 0, 1)},
                                                          {sent_row(0, 0, 1), taken_row(0, 1, 2)}};
  while (const auto heard = agent.hear()) {
    const std::uint32_t process = heard->header.process;
    const std::uint32_t run = heard->header.run;
    if (instead(heard->frame)) {
      return;
    }
    switch (heard->header.kind) {
      case control::FrameKind::kPing:
        agent.say(
            control::PongFrame{std::get<control::PingFrame>(heard->frame).sent, Nanoseconds(0)});
        break;
      case control::FrameKind::kPlan:
        agent.say(control::ListeningFrame{4000}, process);
        break;
      case control::FrameKind::kPeers:
        agent.say(control::ReadyFrame{}, process);
        break;
      case control::FrameKind::kBegin:
        hand_in(agent, process, record_with(run, flows[process]));
        agent.say(control::DoneFrame{}, process, run);
        break;
      case control::FrameKind::kDrain:
        hand_in(agent, process, record_with(run, flows[process]));
        agent.say(control::DrainedFrame{}, process, run);
        break;
      case control::FrameKind::kBye:
        return;
      default:
        break;
    }
  }
}

bool never(const control::Frame& /*frame*/) {
  return false;
}

TEST(Session, PlaysWithAnAgentBehindANoisyLogin) {
  FakeLauncher launcher([](FakeAgent& agent) {
    agent.write("Welcome to node3!\nYou have mail.\n");
    agent.greet();
    play_pair(agent, never);
  });
  SessionOptions options;
  options.repetition.runs = 3;
  const SessionResult result = play(launcher, options);
  EXPECT_TRUE(result.complete) << result.failure->reason;
  EXPECT_EQ(result.runs.size(), 3u);
  ASSERT_TRUE(result.hosts[0].hello);
  EXPECT_EQ(result.hosts[0].hello->host, "fake");
}

TEST(Session, RefusesAnotherVersionAndNamesBoth) {
  const std::string reason = failure_of([](FakeAgent& agent) {
    agent.write(control::kMarker);
    control::HelloFrame hello = own_hello();
    hello.version = "9.9.9";
    agent.say(hello);
    agent.hear_to_the_end();
  });
  EXPECT_TRUE(mentions(reason, "9.9.9")) << reason;
  EXPECT_TRUE(mentions(reason, dps_version())) << reason;
}

TEST(Session, ReportsAMissingAgentWithTheOutputOfTheLauncher) {
  const std::string reason = failure_of([](FakeAgent& agent) {
    agent.write_error("user@node3: Permission denied (publickey).\r\n");
  });
  EXPECT_TRUE(mentions(reason, "localhost: no agent answered")) << reason;
  EXPECT_TRUE(mentions(reason, "Permission denied (publickey) while starting agents")) << reason;
  EXPECT_FALSE(mentions(reason, "after the launch")) << reason;
}

TEST(Session, AnAgentThatSendsNothingTimesOut) {
  SessionOptions options;
  options.deadlines.hello = std::chrono::milliseconds(20);
  const std::string reason = failure_of([](FakeAgent& agent) { agent.hear_to_the_end(); }, options);
  EXPECT_TRUE(mentions(reason, "no agent answered in time")) << reason;
}

TEST(Session, AnAgentThatViolatesTheProtocolIsLost) {
  const std::string reason = failure_of([](FakeAgent& agent) {
    agent.greet();
    agent.write(std::string(64, '\xff'));
    agent.hear_to_the_end();
  });
  EXPECT_NE(reason, "none");
}

TEST(Session, AnAgentThatDoesNotSendHelloFirstIsRefused) {
  const std::string reason = failure_of([](FakeAgent& agent) {
    agent.write(control::kMarker);
    agent.say(control::PongFrame{});
    agent.hear_to_the_end();
  });
  EXPECT_TRUE(mentions(reason, "did not send HELLO")) << reason;
}

TEST(Session, KeepsTheLastCountersOfALostAgent) {
  FakeLauncher launcher([](FakeAgent& agent) {
    agent.greet();
    play_pair(agent, [&](const control::Frame& frame) {
      if (!std::holds_alternative<control::BeginFrame>(frame)) {
        return false;
      }
      agent.say(control::CountersFrame{{waiting(0, 2, 0), waiting(1, 0, 1)}});
      return true;
    });
  });
  const SessionResult result = play(launcher);
  EXPECT_FALSE(result.complete);
  EXPECT_TRUE(mentions(result.failure->reason, "localhost: agent lost")) << result.failure->reason;
  ASSERT_EQ(result.runs.size(), 1u);
  ASSERT_TRUE(result.runs[0].records[0]);
  EXPECT_EQ(result.runs[0].records[0]->traffic.msgs_out, 2u);
}

TEST(Session, AnAgentThatIsSilentIsLost) {
  SessionOptions options;
  options.deadlines.silence = std::chrono::milliseconds(50);
  options.deadlines.ping = std::chrono::milliseconds(10);
  const std::string reason = failure_of(
      [](FakeAgent& agent) {
        agent.greet();
        agent.hear_to_the_end();
      },
      options);
  EXPECT_TRUE(mentions(reason, "no heartbeat for 0.05 s while launching")) << reason;
}

TEST(Session, AMissingSimulatorIsReportedWithAdvice) {
  LocalLauncher launcher("/nonexistent/dps-simulator");
  const SessionResult result = play(launcher);
  EXPECT_EQ(result.exit_status(), 1);
  EXPECT_TRUE(mentions(result.failure->reason, "'/nonexistent/dps-simulator'"));
  EXPECT_TRUE(mentions(result.failure->reason, "build or install both together"));
}

TEST(Session, AMessageAboveTheLimitIsRefusedBeforeAgentsAreStarted) {
  FakeLauncher launcher([](FakeAgent& /*agent*/) { ADD_FAILURE() << "an agent was started"; });
  SessionOptions options;
  options.max_message = 9;
  const SessionResult result = play(launcher, options);
  EXPECT_EQ(result.exit_status(), 2);
  EXPECT_TRUE(mentions(result.failure->reason, "--max-message 10")) << result.failure->reason;
}

TEST(LastWords, AreTheLastLinesInOne) {
  EXPECT_EQ(last_words("one\r\n\ntwo\nthree\x07\nfour"), "two; three\\x07; four");
  EXPECT_EQ(last_words(""), "");
}

}  // namespace
}  // namespace dps::coordinator
