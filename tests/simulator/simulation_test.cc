#include "simulator/process/simulation.h"

#include <algorithm>
#include <csignal>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "simulator/process/stop_flag.h"
#include "tests/simulator/rehearsal.h"
#include "tests/support/fake_transport.h"
#include "tests/support/scratch_folder.h"

namespace dps::simulator {
namespace {

using namespace std::chrono_literals;

using profiles::Level;
using profiles::ProcessRecord;
using profiles::ProcessState;

constexpr ProcessId kFirst{0};
constexpr ProcessId kSecond{1};

/// Answers the first three Ask.m of B with an Answer.m each.
constexpr const char* kAnswering = R"(
I Ask.i 1 Ask.m
I Enough.i 3 Ask.m
C Think.c busywait 0.001
O Answer.o ACK -t Answer.m -b 12
F answer.f Ask.i Think.c Answer.o SAME
F enough.f Enough.i NULL NULL NULL
U answer.u answer.f enough.f
P A 1 answer.u

I Never.i 9 Answer.m
O Ask.o A -t Ask.m -b 5 -n 3
F ask.f NULL NULL Ask.o SAME
F never.f Never.i NULL NULL NULL
U ask.u ask.f never.f
P B 1 ask.u
)";

MessageId mid_of(const blueprint::Program& program, const std::string& mtag) {
  for (std::uint32_t mid = 0; mid < program.message_types.size(); ++mid) {
    if (program.message_types[mid].mtag == mtag) {
      return MessageId{mid};
    }
  }
  ADD_FAILURE() << "no message type " << mtag;
  return {};
}

SimulationOptions at_level(Level level) {
  SimulationOptions options;
  options.level = level;
  return options;
}

/// One process of a blueprint on a FakeTransport.
class OneProcess : public testing::Test {
 protected:
  void play(const std::string& text, ProcessId self = kFirst,
            const SimulationOptions& options = at_level(Level::kFunctionality)) {
    program_ = program_of(text);
    rehearsal_ = std::make_unique<Rehearsal>(program_, self, transport_, options);
    ASSERT_EQ(rehearsal_->missing(), "");
  }
  void arrive(const std::string& mtag, ProcessId from, std::uint64_t bytes) {
    transport_.arrivals.push_back({mid_of(program_, mtag), from, bytes});
  }
  [[nodiscard]] ProcessRecord record() const { return rehearsal_->record(); }

  blueprint::Program program_;
  support::FakeTransport transport_;
  std::unique_ptr<Rehearsal> rehearsal_;
};

TEST_F(OneProcess, TakesComputesAndSendsUntilItIsComplete) {
  play(kAnswering);
  for (int i = 0; i < 3; ++i) {
    arrive("Ask.m", kSecond, 5);
  }
  const ProcessOutcome outcome = rehearsal_->run();
  EXPECT_EQ(outcome.ending, Ending::kComplete);
  EXPECT_TRUE(outcome.unclaimed.empty());
  ASSERT_EQ(transport_.sent.size(), 3U);
  EXPECT_EQ(transport_.sent[0].first, kSecond);
  EXPECT_EQ(transport_.sent[0].second.mid, mid_of(program_, "Answer.m"));
  EXPECT_EQ(transport_.sent[0].second.bytes, 12U);

  const ProcessRecord found = record();
  EXPECT_EQ(found.state, ProcessState::kComplete);
  EXPECT_EQ(found.traffic, (profiles::Traffic{15, 3, 36, 3}));
  EXPECT_GE(found.compute, 3ms);
  EXPECT_GE(found.times.real, found.compute + found.send + found.take);
}

TEST_F(OneProcess, RecordsEveryUnitAndFunctionality) {
  play(kAnswering);
  for (int i = 0; i < 3; ++i) {
    arrive("Ask.m", kSecond, 5);
  }
  rehearsal_->run();
  const ProcessRecord found = record();
  ASSERT_EQ(found.units.size(), 1U);
  EXPECT_EQ(found.units[0].active, 1U);
  EXPECT_EQ(found.units[0].traffic, found.traffic);
  ASSERT_EQ(found.units[0].functionalities.size(), 2U);
  EXPECT_EQ(found.units[0].functionalities[0].triggered, 3U);
  EXPECT_EQ(found.units[0].functionalities[0].msgs_out, 3U);
  EXPECT_GE(found.units[0].functionalities[0].compute, 3ms);
  EXPECT_EQ(found.units[0].functionalities[1].triggered, 1U);
}

TEST_F(OneProcess, CountsTheSameAtEveryLevel) {
  std::vector<ProcessRecord> found;
  for (const Level level : {Level::kProcess, Level::kUnit, Level::kFunctionality}) {
    play(kAnswering, kFirst, at_level(level));
    for (int i = 0; i < 3; ++i) {
      arrive("Ask.m", kSecond, 5);
    }
    EXPECT_EQ(rehearsal_->run().ending, Ending::kComplete);
    found.push_back(record());
    for (profiles::FlowRow& flow : found.back().flows) {
      flow.waited = {};  // a time, not a count
    }
  }
  for (const ProcessRecord& one : found) {
    EXPECT_EQ(one.traffic, found[0].traffic);
    EXPECT_EQ(one.flows, found[0].flows);
    EXPECT_GE(one.compute, 3ms);
  }
  EXPECT_TRUE(found[0].units.empty());
  EXPECT_TRUE(found[1].units[0].functionalities.empty());
  EXPECT_EQ(found[2].units[0].functionalities.size(), 2U);
}

TEST_F(OneProcess, StoppedWhileItWaitsReportsTheMissingMessages) {
  play(kAnswering);
  arrive("Ask.m", kSecond, 5);
  const ProcessOutcome outcome = rehearsal_->run();
  EXPECT_EQ(outcome.ending, Ending::kStopped);
  EXPECT_TRUE(outcome.waiting);
  ASSERT_EQ(outcome.progress.size(), 2U);
  EXPECT_EQ(outcome.progress[1].mid, mid_of(program_, "Ask.m"));
  EXPECT_EQ(outcome.progress[1].has, 1U);
  EXPECT_EQ(outcome.progress[1].wants, 3U);
  EXPECT_EQ(record().state, ProcessState::kStopped);
}

TEST_F(OneProcess, UnusedMessagesAreInTheOutcomeAndInTheBooks) {
  play(kAnswering, kSecond);
  arrive("Answer.m", kFirst, 12);
  arrive("Answer.m", kFirst, 12);
  const ProcessOutcome outcome = rehearsal_->run();
  const std::vector<engine::Unclaimed> expected = {{mid_of(program_, "Answer.m"), kFirst, 0, 2}};
  EXPECT_EQ(outcome.unclaimed, expected);
  std::uint64_t unclaimed = 0;
  for (const profiles::FlowRow& row : record().flows) {
    unclaimed += row.unclaimed;
  }
  EXPECT_EQ(unclaimed, 2U);
}

TEST_F(OneProcess, AMissingPeerFailsTheRunAndIsNamed) {
  play(kAnswering);
  arrive("Ask.m", kSecond, 5);
  transport_.send_error = Error{ErrorCode::kSystem, "connection reset by peer"};
  const ProcessOutcome outcome = rehearsal_->run();
  EXPECT_EQ(outcome.ending, Ending::kFailed);
  EXPECT_EQ(outcome.failure,
            "functionality 'answer.f', output 'Answer.o': cannot send 'Answer.m' to 'B[0]': "
            "connection reset by peer");
  EXPECT_EQ(record().state, ProcessState::kFailed);
  EXPECT_EQ(record().traffic.msgs_out, 0U);
}

TEST_F(OneProcess, ATransportThatBreaksWhileWaitingFailsTheRun) {
  play(kAnswering);
  transport_.wait_error = Error{ErrorCode::kSystem, "'B[0]' is gone"};
  const ProcessOutcome outcome = rehearsal_->run();
  EXPECT_EQ(outcome.ending, Ending::kFailed);
  EXPECT_EQ(outcome.failure, "waiting for a message: 'B[0]' is gone");
}

TEST_F(OneProcess, AMessageOutsideThePlannedFlowsIsDroppedAndCounted) {
  play(kAnswering);
  arrive("Answer.m", kSecond, 12);
  rehearsal_->run();
  EXPECT_EQ(record().dropped, 1U);
  EXPECT_EQ(record().traffic.msgs_in, 0U);
}

TEST_F(OneProcess, LateMessagesAreCountedPerSenderAndNotAsTaken) {
  play(kAnswering);
  for (int i = 0; i < 5; ++i) {
    arrive("Ask.m", kSecond, 5);
  }
  EXPECT_EQ(rehearsal_->run().ending, Ending::kComplete);
  ASSERT_TRUE(rehearsal_->simulation().drain(-1, 5));
  const ProcessRecord found = record();
  EXPECT_EQ(found.state, ProcessState::kComplete);
  EXPECT_EQ(found.late, 2U);
  EXPECT_EQ(found.traffic, (profiles::Traffic{15, 3, 36, 3}));
  for (const profiles::FlowRow& row : found.flows) {
    EXPECT_EQ(row.late, row.outgoing ? 0U : 2U);
    EXPECT_EQ(row.messages, 3U);
  }
}

TEST_F(OneProcess, DrainingEndsWhenItIsWoken) {
  play(kAnswering);
  arrive("Ask.m", kSecond, 5);
  rehearsal_->run();
  EXPECT_TRUE(rehearsal_->simulation().drain(STDIN_FILENO, 100));
  EXPECT_FALSE(rehearsal_->simulation().drain(-1, 100)) << "the fake is interrupted";
}

TEST_F(OneProcess, ASecondRunStartsWithANewEngine) {
  play(kAnswering);
  for (int run = 1; run <= 2; ++run) {
    for (int i = 0; i < 3; ++i) {
      arrive("Ask.m", kSecond, 5);
    }
    const auto now = std::chrono::steady_clock::now();
    EXPECT_EQ(rehearsal_->simulation().run(static_cast<std::uint32_t>(run), now).ending,
              Ending::kComplete);
    EXPECT_EQ(transport_.run, static_cast<std::uint32_t>(run));
    EXPECT_EQ(record().run, static_cast<std::uint32_t>(run));
    EXPECT_EQ(record().traffic, (profiles::Traffic{15, 3, 36, 3}));
  }
}

TEST_F(OneProcess, NeverBeginsBeforeItsTime) {
  play(kAnswering);
  const auto begin = std::chrono::steady_clock::now() + std::chrono::milliseconds(3);
  rehearsal_->simulation().run(1, begin);
  EXPECT_GE(std::chrono::steady_clock::now(), begin);
  EXPECT_GE(record().start_late, 0ns);
}

TEST_F(OneProcess, StoppedBeforeItsTimeItNeverBegins) {
  const auto stop = StopFlag::install().value();
  SimulationOptions options = at_level(Level::kProcess);
  options.stop = stop->signal();
  play(kAnswering, kFirst, options);
  stop->set();
  const ProcessOutcome outcome =
      rehearsal_->simulation().run(1, std::chrono::steady_clock::now() + std::chrono::hours(1));
  EXPECT_EQ(outcome.ending, Ending::kStopped);
  EXPECT_FALSE(outcome.waiting);
  EXPECT_EQ(record().state, ProcessState::kStopped);
}

TEST_F(OneProcess, IsStoppedInTheMiddleOfAComputation) {
  const auto stop = StopFlag::install().value();
  for (const char* kind :
       {"sleep 1h", "busywait 1h", "compute 1h", "work 1e300", "exec sleep 99"}) {
    SimulationOptions options = at_level(Level::kFunctionality);
    options.stop = stop->signal();
    play(
        std::string("C Long.c ") + kind + "\nF long.f NULL Long.c NULL NULL\nU u long.f\nP A 1 u\n",
        kFirst, options);
    std::thread killer([] { ::kill(::getpid(), SIGTERM); });
    const ProcessOutcome outcome = rehearsal_->run();
    killer.join();
    EXPECT_EQ(outcome.ending, Ending::kStopped) << kind;
    EXPECT_FALSE(outcome.waiting) << kind;
    stop->clear();
  }
}

TEST_F(OneProcess, PreparesTheLettersThatItMaySend) {
  play(
      "I In.i 1 In.m\nO Big.o B -t Big.m -b 100 -p off\nO In.o A -t In.m\n"
      "O Tick.o B -t Tick.m -d 1\nI Tick.i 1 Tick.m\nI Big.i 1 Big.m\n"
      "F a.f In.i NULL Big.o SAME\nU a.u a.f\nP A 1 a.u\n"
      "F b.f NULL NULL In.o,Tick.o SAME\nF b2.f Tick.i NULL NULL SAME\nF b3.f Big.i NULL NULL "
      "NULL\nU b.u b.f b2.f b3.f\nP B 1 b.u\n");
  ASSERT_EQ(transport_.prepared.size(), 1U);
  EXPECT_EQ(transport_.prepared[0].bytes, 100U);
  EXPECT_FALSE(transport_.prepared[0].packed);
}

// --- components ----------------------------------------------------------------------------------

/// A process with one functionality that executes the component once.
std::string once(const std::string& component) {
  return "C Do.c " + component + "\nF do.f NULL Do.c NULL NULL\nU u do.f\nP A 1 u\n";
}

TEST_F(OneProcess, ComputeTakesLongerOnASlowerHost) {
  SimulationOptions options = at_level(Level::kProcess);
  options.speed = 250;
  play(once("compute 0.001"), kFirst, options);
  EXPECT_EQ(rehearsal_->run().ending, Ending::kComplete);
  EXPECT_GE(record().compute, 4ms);
  EXPECT_GE(record().times.user + record().times.sys, 3'900us);  // in whole microseconds
}

TEST_F(OneProcess, SleepTakesItsTimeAndLittleCpu) {
  play(once("sleep 0.05"));
  EXPECT_EQ(rehearsal_->run().ending, Ending::kComplete);
  EXPECT_GE(record().compute, 50ms);
  EXPECT_LT(record().times.user + record().times.sys, 25ms);
}

TEST_F(OneProcess, CallsABuiltInFunction) {
  play(once("call mult_vectors 100"));
  EXPECT_EQ(rehearsal_->run().ending, Ending::kComplete);
}

TEST_F(OneProcess, AFunctionThatFailsFailsTheRunByName) {
  play(once("call touch_memory"));
  const ProcessOutcome outcome = rehearsal_->run();
  EXPECT_EQ(outcome.ending, Ending::kFailed);
  EXPECT_EQ(outcome.failure,
            "functionality 'do.f', computation 'Do.c': function 'touch_memory' failed: needs "
            "a number of bytes and, optionally, a number of times");
}

TEST_F(OneProcess, ExecutesAProgramBesideTheBlueprintAndCountsItsCpu) {
  const support::ScratchFolder folder;
  folder.write_program("tool",
                       "#!/bin/sh\ni=0; while [ $i -lt 30000 ]; do i=$((i+1)); done\n"
                       "echo \"$1\" > seen\n");
  SimulationOptions options = at_level(Level::kFunctionality);
  options.folder = folder.path();
  play(once("exec tool \"two words\""), kFirst, options);
  EXPECT_EQ(rehearsal_->run().ending, Ending::kComplete);
  EXPECT_EQ(folder.read("seen"), "two words\n");
  const ProcessRecord found = record();
  EXPECT_GE(found.times.user + found.times.sys, 3ms);
  EXPECT_EQ(found.units[0].functionalities[0].triggered, 1U);
}

TEST_F(OneProcess, AProgramThatExitsWithAStatusFailsTheRunByName) {
  const support::ScratchFolder folder;
  folder.write_program("tool", "#!/bin/sh\nexit 7\n");
  SimulationOptions options = at_level(Level::kProcess);
  options.folder = folder.path();
  play(once("exec tool"), kFirst, options);
  const ProcessOutcome outcome = rehearsal_->run();
  EXPECT_EQ(outcome.ending, Ending::kFailed);
  EXPECT_EQ(outcome.failure, "functionality 'do.f', computation 'Do.c': program '" +
                                 (folder.path() / "tool").string() + "' exited with status 7");
}

TEST(Preparation, NamesEverythingThatIsMissingWithItsComponent) {
  const blueprint::Program program = program_of(
      "C One.c call mult_vektors\nC Two.c exec ./no_such_tool\nC Other.c call also_missing\n"
      "F f NULL One.c,Two.c NULL NULL\nF g NULL Other.c NULL NULL\n"
      "U u f\nU w g\nP A 1 u\nP B 1 w\n");
  support::FakeTransport transport;
  const Rehearsal rehearsal(program, kFirst, transport, at_level(Level::kProcess));
  const std::string& missing = rehearsal.missing();
  EXPECT_NE(missing.find("computation 'One.c': unknown function 'mult_vektors'"), std::string::npos)
      << missing;
  EXPECT_NE(missing.find("did you mean 'mult_vectors'?"), std::string::npos) << missing;
  EXPECT_NE(missing.find("computation 'Two.c': there is no program './no_such_tool'"),
            std::string::npos)
      << missing;
  EXPECT_EQ(missing.find("also_missing"), std::string::npos) << "only the process's own";
}

// --- timers --------------------------------------------------------------------------------------

/// A process that sets a timer of 1 ms at its activation and at every tick. The tenth tick ends it.
constexpr const char* kTicking = R"(
I Tick.i 1 Tick.m
I Enough.i 10 Tick.m
O Tick.o A -t Tick.m -b 3 -d 0.001
F start.f NULL NULL Tick.o SAME
F tick.f Tick.i NULL Tick.o SAME
F enough.f Enough.i NULL NULL NULL
U ticking.u start.f tick.f enough.f
P A 1 ticking.u
)";

TEST_F(OneProcess, TimersKeepTheirPeriodAndCountAsMessages) {
  play(kTicking);
  EXPECT_EQ(rehearsal_->run().ending, Ending::kComplete);
  const ProcessRecord found = record();
  EXPECT_GE(found.times.real, 10ms);
  EXPECT_TRUE(transport_.sent.empty());
  // The tick that ends the process has set another timer, whose message is late.
  EXPECT_EQ(found.traffic, (profiles::Traffic{30, 10, 33, 11}));
  EXPECT_EQ(found.late, 1U);
  EXPECT_EQ(found.timers_pending, 0U);
}

TEST_F(OneProcess, ATimersDelayCountsFromTheDueTimeOfTheTimerThatSetIt) {
  play(R"(
I Tick.i 1 Tick.m
I Enough.i 10 Tick.m
C Work.c sleep 0.003
O Tick.o A -t Tick.m -d 0.002
F start.f NULL NULL Tick.o SAME
F tick.f Tick.i Work.c Tick.o SAME
F enough.f Enough.i NULL NULL NULL
U ticking.u start.f tick.f enough.f
P A 1 ticking.u
)");
  EXPECT_EQ(rehearsal_->run().ending, Ending::kComplete);
  EXPECT_EQ(record().traffic.msgs_in, 10U);
  // The process waits for each timer with its due time as the deadline. On a busy machine, the
  // first timer may be due before the process waits.
  const auto& due = transport_.deadlines;
  ASSERT_GE(due.size(), 9U);
  for (std::size_t i = 1; i < due.size(); ++i) {
    EXPECT_EQ(due[i] - due[i - 1], std::chrono::milliseconds(2)) << i;
  }
}

TEST_F(OneProcess, AllCopiesOfATimerAreDueAtOnce) {
  play(
      "I Tick.i 5 Tick.m\nO Tick.o A -t Tick.m -n 5 -d 0.002\n"
      "F start.f NULL NULL Tick.o SAME\nF end.f Tick.i NULL NULL NULL\nU u start.f end.f\n"
      "P A 1 u\n");
  EXPECT_EQ(rehearsal_->run().ending, Ending::kComplete);
  EXPECT_EQ(record().traffic.msgs_in, 5U);
  EXPECT_GE(record().times.real, 2ms);
}

TEST_F(OneProcess, PendingTimersOfACompleteProcessAreLateSoThatTheBooksBalance) {
  play("O Tick.o A -t Tick.m -n 3 -d 1h\nF f NULL NULL Tick.o NULL\nU u f\nP A 1 u\n");
  EXPECT_EQ(rehearsal_->run().ending, Ending::kComplete);
  const ProcessRecord found = record();
  EXPECT_EQ(found.traffic.msgs_out, 3U);
  EXPECT_EQ(found.late, 3U);
  EXPECT_TRUE(rehearsal_->simulation().drain(-1, 3)) << "nothing is left to wait for";
}

/// --for stops a process whose timers are then under way; a server is stopped when the run is over.
TEST_F(OneProcess, PendingTimersOfAStoppedProcessAreLateOnlyIfTheRunIsOver) {
  const auto stop = StopFlag::install().value();
  SimulationOptions options = at_level(Level::kFunctionality);
  options.stop = stop->signal();
  play(
      "O Tick.o A -t Tick.m -n 3 -d 1h\nC Long.c sleep 1h\nF f NULL Long.c NULL SAME\n"
      "F s NULL NULL Tick.o SAME\nU u s f\nP A 1 u\n",
      kFirst, options);
  std::thread killer([this] {
    while (record().traffic.msgs_out < 3) {
      std::this_thread::yield();
    }
    ::kill(::getpid(), SIGTERM);
  });
  EXPECT_EQ(rehearsal_->run().ending, Ending::kStopped);
  killer.join();
  EXPECT_EQ(record().late, 0U);
  EXPECT_TRUE(rehearsal_->simulation().drain(-1, 3)) << "nothing is left to wait for";
  EXPECT_EQ(record().late, 3U);
}

}  // namespace
}  // namespace dps::simulator
