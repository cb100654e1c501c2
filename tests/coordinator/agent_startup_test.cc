#include "coordinator/agents/agent_startup.h"

#include <gtest/gtest.h>

#include "rehearsal.h"

namespace dps::coordinator {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

/// Allows a retry if the error contains "busy".
class Judge : public Launcher {
 public:
  [[nodiscard]] std::string name() const override { return "judge"; }
  [[nodiscard]] bool shares_clock() const override { return false; }
  Result<LaunchedAgent> start(const Host& /*host*/) override { return LaunchedAgent{}; }
  [[nodiscard]] LaunchVerdict judge(const Host& host, const std::string& words) const override {
    return {words.find("busy") != std::string::npos, "ask " + host.name};
  }
};

/// Has advice only for the case that no agent answers.
class Collective : public Judge {
 public:
  [[nodiscard]] LaunchVerdict judge(const Host& /*host*/,
                                    const std::string& /*words*/) const override {
    return {};
  }
  [[nodiscard]] std::string advice_if_none_answers() const override { return "one keeps all"; }
};

class AgentStartupTest : public testing::Test, public Outbox {
 protected:
  explicit AgentStartupTest(std::size_t hosts = 40) : hosts_(hosts) {
    for (std::size_t i = 0; i < hosts; ++i) {
      hosts_[i].name = "node" + std::to_string(i);
    }
    startup.start(now);
  }

  void send(std::uint32_t host, const control::Frame& /*frame*/, std::uint32_t /*process*/,
            std::uint32_t /*run*/) override {
    pinged.push_back(host);
  }
  [[nodiscard]] std::string words_of(std::uint32_t /*host*/) const override { return "words"; }

  void hear(std::uint32_t host, const control::Frame& frame) {
    control::ReceivedFrame received;
    received.frame = frame;
    startup.on_frame(host, received, now);
  }
  Failure failure() {
    const Placement placement{hosts_, {}, false};
    return startup.causes().failure(program_, placement, "");
  }

  std::vector<Host> hosts_;
  blueprint::Program program_ = read_program(kPair);
  Judge launcher_;
  Deadlines deadlines_;
  TimePoint now{std::chrono::hours(1)};
  std::vector<std::uint32_t> pinged;
  AgentStartup startup{hosts_, launcher_, deadlines_, *this, 2};
};

TEST_F(AgentStartupTest, StartsAtMostThirtyTwoAtOnce) {
  EXPECT_EQ(startup.take_due(now).size(), kMostInFlight);
  EXPECT_TRUE(startup.take_due(now).empty());
  hear(0, control::HelloFrame{});
  startup.on_lost(1, {ErrorCode::kSystem, "gone"}, now);
  EXPECT_EQ(startup.take_due(now), (std::vector<std::uint32_t>{32, 33}));
}

TEST_F(AgentStartupTest, IsOverWhenEveryHostHasAnsweredOrIsLost) {
  (void)startup.take_due(now);
  for (std::uint32_t host = 0; host < 39; ++host) {
    hear(host, control::HelloFrame{});
    hear(host, control::PongFrame{});
    hear(host, control::PongFrame{});
  }
  EXPECT_FALSE(startup.is_over());
  startup.on_lost(39, {ErrorCode::kSystem, "gone"}, now);
  EXPECT_TRUE(startup.is_over());
  EXPECT_EQ(failure().reason, "node39: while starting agents: gone");
  EXPECT_EQ(failure().next_step, "ask node39");
  EXPECT_TRUE(startup.has_agent(3));
}

TEST_F(AgentStartupTest, TheLossOfAnAgentIsNotDelayedByHostsThatDoNotAnswer) {
  (void)startup.take_due(now);
  startup.on_lost(1, {ErrorCode::kSystem, "never started"}, now);
  now += deadlines_.settle;
  startup.on_tick(now);
  EXPECT_FALSE(startup.has_failed());  // hosts that cannot be reached are reported together
  hear(0, control::HelloFrame{});
  startup.on_lost(0, {ErrorCode::kSystem, "died"}, now);
  EXPECT_FALSE(startup.has_failed());
  now += deadlines_.settle;
  EXPECT_LE(startup.next_tick(), now);
  startup.on_tick(now);
  EXPECT_TRUE(startup.has_failed());
  EXPECT_FALSE(startup.is_over());
}

TEST_F(AgentStartupTest, AHostThatDoesNotAnswerInTimeIsLost) {
  (void)startup.take_due(now);
  now += deadlines_.hello;
  startup.on_tick(now);
  EXPECT_EQ(failure().reason, "node0: while starting agents: no agent answered within 10 s: words");
}

TEST_F(AgentStartupTest, TheAdviceOfALauncherOfAllIsGivenIfNoneAnswers) {
  const Collective launcher;
  for (const bool answers : {false, true}) {
    AgentStartup together(hosts_, launcher, deadlines_, *this);
    together.start(now);
    (void)together.take_due(now);
    if (answers) {
      control::ReceivedFrame received;
      received.frame = control::HelloFrame{};
      together.on_frame(1, received, now);
    }
    now += deadlines_.hello;
    together.on_tick(now);
    const Placement placement{hosts_, {}, false};
    const Failure failure = together.causes().failure(program_, placement, "");
    EXPECT_EQ(failure.reason, "node0: while starting agents: no agent answered within 10 s: words");
    EXPECT_EQ(failure.next_step, answers ? "" : "one keeps all");
    EXPECT_EQ(failure.details.front().find("next:"), std::string::npos);
  }
}

TEST_F(AgentStartupTest, ALaunchRefusedUnderLoadIsRepeatedUntilTheDeadline) {
  const TimePoint first = now;
  (void)startup.take_due(now);
  int tries = 0;
  while (startup.causes().empty()) {
    ++tries;
    startup.on_lost(0, {ErrorCode::kSystem, "busy"}, now);
    now += std::chrono::milliseconds(2'000);  // the longest pause
    if (startup.causes().empty()) {
      ASSERT_EQ(startup.take_due(now).front(), 0U);
    }
  }
  EXPECT_GE(tries, 5);
  EXPECT_LE(now - first, deadlines_.hello + std::chrono::milliseconds(2'000));
  EXPECT_EQ(failure().reason, "node0: while starting agents: busy");
}

TEST_F(AgentStartupTest, AgentsThatWaitForOthersArePinged) {
  (void)startup.take_due(now);
  hear(5, control::HelloFrame{});
  pinged.clear();
  now += deadlines_.ping;
  startup.on_tick(now);
  EXPECT_EQ(pinged, std::vector<std::uint32_t>{5});
}

TEST_F(AgentStartupTest, AHostThatFallsSilentIsLost) {
  (void)startup.take_due(now);
  hear(5, control::HelloFrame{});
  now += deadlines_.silence;
  startup.on_tick(now);
  EXPECT_EQ(failure().reason, "node5: while starting agents: no heartbeat for 5 s");
}

}  // namespace
}  // namespace dps::coordinator
