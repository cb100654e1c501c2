#include "coordinator/session/phases/session_states.h"

#include <csignal>

#include <gtest/gtest.h>

#include "rehearsal.h"

namespace dps::coordinator {
namespace {

using control::CountersFrame;
using control::DiedFrame;
using control::DoneFrame;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::Test;

// kPair: process 0 is A, 1 is B; mid 0 is Answer.m, 1 is Ask.m.
const std::vector<profiles::FlowRow> kOfA{sent_row(1, 1, 2), taken_row(1, 0, 1)};
const std::vector<profiles::FlowRow> kOfB{sent_row(0, 0, 1), taken_row(0, 1, 2)};

void play_once(Rehearsal& session) {
  session.complete(0, kOfA);
  session.complete(1, kOfB);
  session.drain(0, kOfA);
  session.drain(1, kOfB);
}

TEST(SessionStates, GoesFromHelloToByeInASuccessfulRun) {
  Rehearsal session(kPair);
  session.reach(Phase::kRun);
  EXPECT_EQ(session.sent_of<control::Launch>().size(), 1u);
  EXPECT_EQ(session.sent_of<control::PlanFrame>().size(), 2u);
  EXPECT_EQ(session.sent_of<control::PeersFrame>().size(), 2u);
  EXPECT_EQ(session.sent_of<control::BeginFrame>().size(), 2u);
  play_once(session);
  ASSERT_TRUE(session.states.is_over());
  const SessionResult result = session.states.take_result();
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.exit_status(), 0);
  ASSERT_EQ(result.runs.size(), 1u);
  EXPECT_EQ(result.runs[0].records[1]->flows, kOfB);
}

TEST(SessionStates, SendsEachProcessItsPeersAndTheirPorts) {
  Rehearsal session(kPair);
  session.reach(Phase::kRun);
  const auto peers = session.sent_of<control::PeersFrame>();
  const auto& of_a = std::get<control::PeersFrame>(peers[0].frame).peers;
  EXPECT_EQ(of_a, (std::vector<control::PeersFrame::One>{{ProcessId{1}, "127.0.0.1", 1001}}));
}

TEST(SessionStates, BeginsAtOneInstantInTheFuture) {
  Rehearsal session(kPair, {}, 2);
  session.reach(Phase::kRun);
  const auto begins = session.sent_of<control::BeginFrame>();
  ASSERT_EQ(begins.size(), 2u);
  EXPECT_EQ(begins[0].frame, begins[1].frame);
  EXPECT_GT(std::get<control::BeginFrame>(begins[0].frame).instant, session.now.time_since_epoch());
}

TEST(SessionStates, DrainsAsManyMessagesAsWereSentToEach) {
  Rehearsal session(kPair);
  session.reach(Phase::kRun);
  session.complete(0, {sent_row(1, 1, 2)});  // the answer will be late
  session.complete(1, kOfB);
  const auto drains = session.sent_of<control::DrainFrame>();
  ASSERT_EQ(drains.size(), 2u);
  EXPECT_EQ(std::get<control::DrainFrame>(drains[0].frame).expected, 1u);
  EXPECT_EQ(std::get<control::DrainFrame>(drains[1].frame).expected, 2u);
}

TEST(SessionStates, BooksThatDoNotBalanceFailTheRun) {
  Rehearsal session(kPair);
  session.reach(Phase::kRun);
  session.complete(0, kOfA);
  session.complete(1, kOfB);
  session.drain(0, kOfA);
  session.drain(1, {sent_row(0, 0, 1), taken_row(0, 1, 1)});
  const SessionResult result = session.states.take_result();
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.exit_status(), 1);
  EXPECT_TRUE(mentions(result.failure->reason,
                       "'A.p[0]' sent 2 'Ask.m' to 'B.p[0]', which took 1 and had 0 late"))
      << result.failure->reason;
}

TEST(SessionStates, PlaysWarmUpRunsWithoutCountingThem) {
  SessionOptions options;
  options.repetition = {2, 1, std::nullopt};
  Rehearsal session(kPair, options);
  session.reach(Phase::kRun);
  for (session.run = 1; session.run <= 3; ++session.run) {
    ASSERT_FALSE(session.states.is_over());
    play_once(session);
  }
  ASSERT_TRUE(session.states.is_over());
  const SessionResult result = session.states.take_result();
  EXPECT_TRUE(result.complete);
  ASSERT_EQ(result.runs.size(), 2u);
  EXPECT_EQ(result.runs[0].number, 2u);
  EXPECT_EQ(session.sent_of<control::BeginFrame>().back().run, 3u);
  EXPECT_EQ(session.sent_of<control::Launch>().size(), 1u) << "the simulators are used again";
}

TEST(SessionStates, ContinuesTheNumbersOfEarlierSessions) {
  SessionOptions options;
  options.repetition.runs = 2;
  options.repetition.before = 4;
  Rehearsal session(kPair, options);
  session.reach(Phase::kRun);
  EXPECT_EQ(session.sent_of<control::BeginFrame>().back().run, 5U);
  for (session.run = 5; session.run <= 6; ++session.run) {
    ASSERT_FALSE(session.states.is_over());
    play_once(session);
  }
  const SessionResult result = session.states.take_result();
  EXPECT_TRUE(result.complete);
  ASSERT_EQ(result.runs.size(), 2U);
  EXPECT_EQ(result.runs[1].number, 6U);
}

/// Simulators touch their buffers before they connect, and their peers wait meanwhile.
TEST(SessionStates, LargeMessagesHaveMoreTimeToConnect) {
  std::string large = kPair;
  const std::size_t at = large.find("-b 10");
  ASSERT_NE(at, std::string::npos) << large;
  large.replace(at, 5, "-b 1GiB");
  Rehearsal session(large);
  session.reach(Phase::kConnect);
  const Deadlines deadlines;
  // Two buffers of each process.
  const auto touching = 4 * 1024 * deadlines.per_mebibyte;
  const auto orders = session.sent_of<control::PeersFrame>();
  ASSERT_FALSE(orders.empty());
  const auto timeout = std::get<control::PeersFrame>(orders[0].frame).timeout_ms;
  EXPECT_GE(milliseconds(timeout), deadlines.ready + touching);
  EXPECT_LT(milliseconds(timeout), deadlines.ready + touching + std::chrono::seconds(1));
  for (auto passed = milliseconds(0); passed < touching; passed += milliseconds(500)) {
    session.pass(milliseconds(500));
    ASSERT_FALSE(session.states.is_over());
    session.hear(0, control::PongFrame{});
  }
}

TEST(SessionStates, AFrameOfAnotherRunIsAViolation) {
  Rehearsal session(kPair);
  session.reach(Phase::kRun);
  session.run = 7;
  session.hear_process(0, DoneFrame{});
  ASSERT_TRUE(session.states.is_over());
  EXPECT_TRUE(mentions(session.states.take_result().failure->reason, "DONE frame of run 7"));
}

// --- deadlines -----------------------------------------------------------------------------------

struct Late {
  Phase phase;
  milliseconds timeout;
  const char* reason;
  int status;
};

TEST(SessionStates, EveryPhaseHasADeadline) {
  const Deadlines deadlines;
  const Late cases[] = {
      {Phase::kHello, deadlines.hello, "node0: no agent answered in time: ssh: no route", 1},
      {Phase::kLaunch, deadlines.launch, "not all simulators were prepared in time", 1},
      {Phase::kConnect, deadlines.ready + milliseconds(2) + deadlines.failure_report,
       "not all simulators were connected in time", 1},
  };
  for (const Late& late : cases) {
    Rehearsal session(kPair);
    session.words = "ssh: no route";
    session.reach(late.phase);
    EXPECT_EQ(session.phase, late.phase);
    const int steps = static_cast<int>(late.timeout / milliseconds(500));
    for (int i = 0; i < steps; ++i) {  // the agent is alive
      session.pass(milliseconds(500));
      EXPECT_FALSE(session.states.is_over() && i + 1 < steps) << late.reason;
      if (late.phase > Phase::kHello) {
        session.hear(0, control::PongFrame{});
      }
    }
    session.pass(milliseconds(600));
    ASSERT_TRUE(session.states.is_over()) << late.reason;
    const SessionResult result = session.states.take_result();
    EXPECT_EQ(result.exit_status(), late.status);
    EXPECT_TRUE(mentions(result.failure->reason, late.reason)) << result.failure->reason;
  }
}

TEST(SessionStates, TheAdviceOfALauncherOfAllIsGivenIfNoHostAnswers) {
  for (const bool answers : {false, true}) {
    Rehearsal session(kPair, {}, 2);
    if (answers) {
      session.hear(0, control::HelloFrame{});
    }
    for (int i = 0; i < 41 && !session.states.is_over(); ++i) {
      session.pass(milliseconds(500));
      if (answers && !session.states.is_over()) {
        session.hear(0, control::PongFrame{});
      }
    }
    ASSERT_TRUE(session.states.is_over());
    const SessionResult result = session.states.take_result();
    EXPECT_TRUE(mentions(result.failure->reason, "no agent answered in time"));
    EXPECT_EQ(result.failure->next_step, answers ? "" : "one keeps all");
  }
}

TEST(SessionStates, RecordsThatDoNotComeMakeTheResultIncomplete) {
  Rehearsal session(kPair);
  session.reach(Phase::kRun);
  session.complete(0, kOfA);
  session.complete(1, kOfB);
  session.drain(0, kOfA);
  for (int i = 0; i < 31; ++i) {
    session.pass(seconds(1));
    session.hear(0, control::PongFrame{});
  }
  ASSERT_TRUE(session.states.is_over());
  const SessionResult result = session.states.take_result();
  EXPECT_EQ(result.exit_status(), 6);
  EXPECT_EQ(result.failure->details, std::vector<std::string>{"'B.p[0]' on node0 was draining"});
  EXPECT_TRUE(result.runs[0].records[1].has_value()) << "that of DONE";
}

TEST(SessionStates, AProcessThatDoesNotBeginIsNamed) {
  Rehearsal session(kPair);
  session.reach(Phase::kRun);
  Counters ready = waiting(1, 0, 0);
  ready.state = profiles::ProcessState::kReady;
  session.hear(0, CountersFrame{{waiting(0, 2, 0), ready}});
  for (int i = 0; i < 5; ++i) {
    session.pass(milliseconds(500));
    session.hear(0, control::PongFrame{});
  }
  ASSERT_EQ(session.phase, Phase::kStop);
  EXPECT_TRUE(mentions(session.states.take_result().failure->reason,
                       "'B.p[0]' on node0 did not begin with the others"));
}

TEST(SessionStates, ASilentHostIsReportedAsLostAndNotAsNotBegun) {
  Rehearsal session(kPair, {}, 2);
  session.reach(Phase::kRun);
  for (int i = 0; i < 9; ++i) {
    session.pass(milliseconds(500));
    session.hear(0, CountersFrame{{waiting(0, 2, 0)}});
  }
  EXPECT_EQ(session.phase, Phase::kRun);
  session.pass(milliseconds(1000));
  ASSERT_EQ(session.phase, Phase::kStop);
  EXPECT_TRUE(
      mentions(session.states.take_result().failure->reason, "node1: no heartbeat for 5 s"));
}

TEST(SessionStates, TheTimeoutStopsTheRunAndNamesUnfinishedProcesses) {
  SessionOptions options;
  options.timeout = Seconds(3);
  Rehearsal session(kPair, options);
  session.reach(Phase::kRun);
  session.hear(0, CountersFrame{{waiting(0, 2, 0), waiting(1, 0, 1)}});
  session.pass(milliseconds(2900));
  EXPECT_EQ(session.phase, Phase::kRun);
  session.hear(0, control::PongFrame{});
  session.pass(milliseconds(200));
  ASSERT_EQ(session.phase, Phase::kStop);
  EXPECT_EQ(session.sent_of<control::StopFrame>().size(), 1u);
  session.complete(0, kOfA);
  session.hear_process(1, stopped_while_waiting(0, 1, 1, 2));
  ASSERT_TRUE(session.states.is_over());
  const SessionResult result = session.states.take_result();
  EXPECT_EQ(result.exit_status(), 5);
  EXPECT_EQ(result.failure->details,
            std::vector<std::string>{"'B.p[0]' was waiting for a message in unit 'answer.u'"});
}

TEST(SessionStates, AnAgentThatIsSilentForFiveSecondsIsLost) {
  Rehearsal session(kPair, {}, 2);
  session.reach(Phase::kRun);
  for (const int second : {1, 2, 3, 4}) {
    session.pass(seconds(1));
    session.hear(0, CountersFrame{{waiting(0, second == 4 ? 2 : 1, 0)}});
    if (second == 1) {
      session.hear(1, CountersFrame{{waiting(1, 0, 1)}});
    }
  }
  EXPECT_EQ(session.phase, Phase::kRun);
  session.pass(milliseconds(2100));
  ASSERT_EQ(session.phase, Phase::kStop);
  EXPECT_EQ(session.sent_of<control::StopFrame>().size(), 1u) << "to the other host alone";
  session.hear_process(0, stopped_while_waiting(1, 0, 0, 1));
  ASSERT_TRUE(session.states.is_over());
  const SessionResult result = session.states.take_result();
  EXPECT_TRUE(mentions(result.failure->reason, "node1: no heartbeat for 5 s while running"));
  EXPECT_EQ(result.runs[0].records[1]->traffic.msgs_in, 1u) << "of its last reading";
}

TEST(SessionStates, ASuspendedCoordinatorDoesNotLoseItsAgents) {
  Rehearsal session(kPair);
  session.reach(Phase::kRun);
  session.now += seconds(60);
  session.states.on_tick(session.now);
  EXPECT_EQ(session.phase, Phase::kRun);
}

TEST(SessionStates, StoppingGivesUpOnProcessesThatDoNotAnswer) {
  Rehearsal session(kPair);
  session.reach(Phase::kRun);
  session.hear(0, CountersFrame{{waiting(0, 2, 0), waiting(1, 0, 1)}});
  session.states.on_request(stopped_by(SIGINT), session.now);
  EXPECT_FALSE(session.states.is_over());
  session.pass(Deadlines{}.stop);
  ASSERT_TRUE(session.states.is_over());
  const SessionResult result = session.states.take_result();
  EXPECT_EQ(result.exit_status(), 130);
  EXPECT_EQ(result.runs[0].records[0]->traffic.msgs_out, 2u);
}

// --- failures ------------------------------------------------------------------------------------

TEST(SessionStates, EachSignalHasItsStatus) {
  for (const auto& [signal, status] :
       {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}, std::pair{SIGHUP, 129}}) {
    Rehearsal session(kPair);
    session.reach(Phase::kConnect);
    session.states.on_request(stopped_by(signal), session.now);
    ASSERT_TRUE(session.states.is_over()) << "nothing runs yet";
    EXPECT_EQ(session.states.take_result().exit_status(), status);
  }
}

TEST(SessionStates, AKilledProcessIsTheReasonAndNotPeersThatLostIt) {
  Rehearsal session(kPair);
  session.reach(Phase::kRun);
  DoneFrame broken;
  broken.ending = events::Ending::kFailed;
  broken.failure = "lost the connection to 'B.p[0]'";
  session.hear_process(0, broken);
  EXPECT_EQ(session.phase, Phase::kRun) << "another failure may be the cause";
  session.hear_process(1, DiedFrame{.state = profiles::ProcessState::kRunning,
                                    .signal = SIGKILL,
                                    .status = 0,
                                    .unit = 0,
                                    .position = 0});
  ASSERT_TRUE(session.states.is_over());
  const SessionResult result = session.states.take_result();
  EXPECT_EQ(result.exit_status(), 1);
  EXPECT_TRUE(mentions(result.failure->reason,
                       "'B.p[0]' on node0 was killed by signal 9 (SIGKILL) while running, in unit "
                       "'answer.u', functionality 'answer.f', "))
      << result.failure->reason;
  EXPECT_TRUE(result.failure->details.empty());
}

TEST(SessionStates, ASingleFailureIsTheCauseAfterTheSettleTime) {
  Rehearsal session(kPair);
  session.reach(Phase::kRun);
  DoneFrame broken;
  broken.ending = events::Ending::kFailed;
  broken.failure = "program 'x' exited with status 3";
  session.hear_process(0, broken);
  session.pass(Deadlines{}.settle);
  ASSERT_EQ(session.phase, Phase::kStop);
  session.hear_process(1, stopped_while_waiting(0, 1, 0, 2));
  const SessionResult result = session.states.take_result();
  EXPECT_TRUE(mentions(result.failure->reason,
                       "'A.p[0]' on node0 failed while running: program 'x' exited with status 3"));
}

TEST(SessionStates, EqualFailuresOfManyProcessesAreReportedOnce) {
  Rehearsal session(kPair);
  session.reach(Phase::kLaunch);
  control::FailedFrame failed;
  failed.code = ErrorCode::kInput;
  failed.phase = "plan";
  failed.text = "no function 'f'";
  for (const std::uint32_t process : {0u, 1u}) {
    session.hear_process(process, failed);
    session.hear_process(process, DiedFrame{.signal = 0, .status = 1});
  }
  EXPECT_FALSE(session.states.is_over());
  session.pass(Deadlines{}.settle);
  ASSERT_TRUE(session.states.is_over());
  const SessionResult result = session.states.take_result();
  EXPECT_TRUE(mentions(result.failure->reason,
                       "'A.p[0]' (and 1 more) on node0 failed while preparing: no function 'f'"))
      << result.failure->reason;
  EXPECT_TRUE(result.runs.empty());
}

TEST(SessionStates, ALostAgentEndsTheRunOfItsHost) {
  Rehearsal session(kPair);
  session.reach(Phase::kRun);
  session.hear(0, control::AgentLostFrame{"agent", SIGKILL, 0});
  ASSERT_TRUE(session.states.is_over());
  EXPECT_TRUE(mentions(session.states.take_result().failure->reason,
                       "node0: agent lost (its inner half ended by signal 9 (SIGKILL)) while "
                       "running"));
}

TEST(SessionStates, AHostThatIsTooSmallIsRefusedBeforeAnythingIsLaunched) {
  Rehearsal session(kPair);
  control::HelloFrame hello;
  hello.cores = 1;
  hello.memory = 1 << 20;
  session.hear(0, hello);
  session.pass(Deadlines{}.settle);
  ASSERT_TRUE(session.states.is_over());
  EXPECT_TRUE(session.sent_of<control::Launch>().empty());
  EXPECT_TRUE(mentions(session.states.take_result().failure->reason,
                       "node0: 2 simulators with their largest messages need"));
}

// --- quiescence ----------------------------------------------------------------------------------

/// Two scans of the counters, with the probe between them.
void read_twice(Rehearsal& session, const std::vector<Counters>& counters) {
  session.hear(0, CountersFrame{counters});
  session.hear(0, control::PongFrame{session.now.time_since_epoch(), Nanoseconds(0)});
  session.hear(0, CountersFrame{counters});
}

TEST(SessionStates, ADeadlockIsReportedWithTheMissingMessages) {
  Rehearsal session(kPair);
  session.reach(Phase::kRun);
  read_twice(session, {waiting(0, 1, 0), waiting(1, 0, 1)});
  ASSERT_EQ(session.phase, Phase::kStop);
  session.hear_process(0, stopped_while_waiting(1, 0, 0, 1));
  session.hear_process(1, stopped_while_waiting(0, 1, 1, 2));
  ASSERT_TRUE(session.states.is_over());
  const SessionResult result = session.states.take_result();
  EXPECT_EQ(result.exit_status(), 4);
  EXPECT_TRUE(mentions(result.failure->reason, "deadlock: 2 processes wait"));
  EXPECT_EQ(result.failure->details,
            (std::vector<std::string>{
                "A.p[0] waits in answered.u", "  answered.f (A.i) has 0 of 1 Answer.m",
                "B.p[0] waits in answer.u", "  answer.f (B.i) has 1 of 2 Ask.m"}));
}

TEST(SessionStates, TheRunEndsWhenOnlyIdleServersAreLeft) {
  Rehearsal session(kServed);  // clients 0 and 1, server 2; mid 0 is Ask.m
  session.reach(Phase::kRun);
  const std::vector<profiles::FlowRow> client{sent_row(2, 0, 1), taken_row(2, 1, 1)};
  const std::vector<profiles::FlowRow> server{sent_row(0, 1, 1), sent_row(1, 1, 1),
                                              taken_row(0, 0, 1), taken_row(1, 0, 1)};
  session.complete(0, client);
  session.complete(1, client);
  std::vector<Counters> counters{waiting(0, 1, 1), waiting(1, 1, 1), waiting(2, 2, 2)};
  counters[1].changed = Nanoseconds(40'000);
  counters[2].changed = Nanoseconds(30'000);
  read_twice(session, counters);
  const auto stops = session.sent_of<control::StopFrame>();
  ASSERT_EQ(stops.size(), 1u);
  EXPECT_EQ(std::get<control::StopFrame>(stops[0].frame).processes,
            std::vector<ProcessId>{ProcessId{2}});
  session.hear_record(2, record_with(1, server));  // 1 ms of real time, until it was stopped
  session.hear_process(2, stopped_while_waiting(0, 0, 0, 1));
  for (const std::uint32_t process : {0u, 1u}) {
    session.drain(process, client);
  }
  session.drain(2, server);
  ASSERT_TRUE(session.states.is_over());
  const SessionResult result = session.states.take_result();
  EXPECT_TRUE(result.complete) << result.failure->reason;
  EXPECT_EQ(result.runs[0].records[2]->times.real, Nanoseconds(40'000)) << "it ends with the run";
}

TEST(SessionStates, OutputIsPrintedLineByLineWithTheProcessName) {
  Rehearsal session(kPair);
  session.reach(Phase::kRun);
  session.hear_process(1, control::OutputFrame{"one\ntw", 0});
  session.hear_process(1, control::OutputFrame{"o\x1b\nrest", 100});
  play_once(session);
  EXPECT_EQ(session.lines,
            (std::vector<std::string>{"[B.p[0]] one", "[B.p[0]] two\\x1b", "[B.p[0]] rest",
                                      "warning: B.p[0] wrote 100 B more, which are not shown"}));
}

TEST(SessionStates, AStuckProcessIsAWarning) {
  Rehearsal session(kPair);
  session.reach(Phase::kRun);
  session.hear_process(0, control::StuckFrame{"has not moved for 10 s"});
  EXPECT_EQ(session.lines,
            std::vector<std::string>{"warning: 'A.p[0]' on node0: has not moved for 10 s"});
  EXPECT_EQ(session.phase, Phase::kRun);
}

}  // namespace
}  // namespace dps::coordinator
