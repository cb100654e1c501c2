#include "blueprint/engine/play.h"

#include <gtest/gtest.h>

#include "blueprint/reading/reader.h"
#include "tests/blueprint/programs.h"

namespace dps::engine {
namespace {

using blueprint::process;
using blueprint::read;
using Lines = std::vector<std::string>;

const ProcessCount& count_of(const PlayResult& result, const blueprint::Program& program,
                             const std::string& name) {
  return result.processes[index(process(program, name))];
}

TEST(Play, TheWorkedExampleGivesItsExactCounts) {
  const auto program = read(blueprint::kMatrixMultiply2);
  const PlayResult result = play(program);
  EXPECT_EQ(result.end, PlayEnd::kFinished);
  EXPECT_EQ(result.messages, 224U);
  const ProcessCount& master = count_of(result, program, "Master.p[0]");
  ASSERT_EQ(master.units.size(), 1U);
  const auto& fired = master.units[0].functionalities;
  EXPECT_EQ(fired[0], (FunctionalityCount{1, 8, 3200}));
  EXPECT_EQ(fired[1], (FunctionalityCount{104, 104, 832}));
  EXPECT_EQ(fired[2], (FunctionalityCount{1, 4, 0}));
  EXPECT_EQ(master.msgs_in, 104U);
  EXPECT_EQ(master.bytes_in, 1248U);
  EXPECT_EQ(master.msgs_out, 116U);
  EXPECT_EQ(master.bytes_out, 4032U);
  EXPECT_EQ(master.late, 4U);
  EXPECT_TRUE(master.unclaimed.empty());
  EXPECT_TRUE(master.complete);
}

TEST(Play, AllSensibleProgramsEndAndTheirBooksBalance) {
  for (const auto& [name, text] : blueprint::sensible_programs()) {
    const PlayResult result = play(read(text));
    EXPECT_EQ(result.end, PlayEnd::kFinished) << name << "\n" << play_report(result).front();
    std::uint64_t in = 0;
    std::uint64_t out = 0;
    for (const ProcessCount& counts : result.processes) {
      in += counts.msgs_in + counts.late;
      out += counts.msgs_out;
    }
    EXPECT_EQ(in, out) << name;
    EXPECT_EQ(out, result.messages) << name;
  }
}

TEST(Play, AWaitingServerIsNotADeadlock) {
  const auto program = read(blueprint::kClientAndServer);
  const PlayResult result = play(program);
  EXPECT_EQ(result.end, PlayEnd::kFinished);
  EXPECT_FALSE(count_of(result, program, "Server.p[0]").complete);
  EXPECT_EQ(count_of(result, program, "Server.p[0]").units[0].functionalities[1].triggered, 30U);
}

TEST(Play, ADeadlockNamesProcessesUnitsAndMissingMessages) {
  const PlayResult result =
      play(read("P A.p 3 init.fu main.fu\nP S.p 1 -server serve.fu\n"
                "U init.fu go.f\nU main.fu work.f\nU serve.fu serve.f\n"
                "F go.f Go.i NULL NULL main.fu\nF work.f Two.i NULL NULL NULL\n"
                "F serve.f NULL NULL Go.o,Stray.o SAME\n"
                "I Go.i 1 Stray.m 1 Go.m\nI Two.i 2 Task.m 1 Go.m\n"
                "O Stray.o A.p -t Stray.m -n 3\nO Go.o A.p -t Go.m\n"));
  EXPECT_EQ(result.end, PlayEnd::kDeadlock);
  EXPECT_EQ(
      play_report(result),
      (Lines{"played in zero time: a deadlock in the order of arrival that was played; another "
             "order may avoid it",
             "deadlock: 3 processes wait and no message is under way",
             "  A.p[0..2] wait in main.fu", "    work.f (Two.i) has 0 of 2 Task.m, 0 of 1 Go.m",
             "    unclaimed: 2 Stray.m, taken in main.fu"}));
}

TEST(Play, MessagesTakenByAnEarlierUnitAreUnclaimed) {
  const PlayResult result =
      play(read("P A.p 1 init.fu main.fu\nP B.p 1 send.fu\n"
                "U init.fu go.f\nU main.fu work.f\nU send.fu send.f\n"
                "F go.f Go.i NULL NULL main.fu\nF work.f Work.i NULL NULL NULL\n"
                "F send.f NULL NULL Work.o,Go.o NULL\n"
                "I Go.i 1 Go.m\nI Work.i 1 Work.m\nO Work.o A.p -t Work.m\nO Go.o A.p -t Go.m\n"));
  EXPECT_EQ(result.end, PlayEnd::kDeadlock);
  EXPECT_EQ(play_report(result).back(), "    unclaimed: 1 Work.m, taken in init.fu");
}

TEST(Play, MessagesThatTheWaitingUnitHasNotUsedAreUnclaimed) {
  const PlayResult result =
      play(read("P A.p 1 work.fu\nP B.p 1 send.fu\nU work.fu one.f three.f\nU send.fu send.f\n"
                "F one.f One.i NULL NULL SAME\nF three.f Three.i NULL NULL NULL\n"
                "F send.f NULL NULL One.o,Three.o NULL\nI One.i 1 One.m\nI Three.i 3 Three.m\n"
                "O One.o A.p -t One.m -n 5\nO Three.o A.p -t Three.m -n 2\n"));
  EXPECT_EQ(result.end, PlayEnd::kDeadlock);
  EXPECT_EQ(play_report(result).back(), "    unclaimed: 2 Three.m, taken in work.fu");
  ASSERT_EQ(result.waiting.size(), 1U);
  ASSERT_EQ(result.waiting[0].unclaimed.size(), 1U);
  EXPECT_EQ(result.waiting[0].unclaimed[0].count, unclaimed_messages(result));
}

TEST(Play, TimersFireInTheOrderOfTheirDeadlines) {
  const auto program = read(
      "P A.p 1 a.fu\nP B.p 1 b.fu\n"
      "U a.fu arm.f slow.f fast.f\nU b.fu b.f\n"
      "F arm.f NULL NULL Slow.o,Fast.o SAME\nF slow.f Slow.i NULL End.o NULL\n"
      "F fast.f Fast.i NULL Again.o SAME\nF b.f End.i NULL NULL NULL\n"
      "I Slow.i 1 Slow.m\nI Fast.i 1 Fast.m\nI End.i 1 End.m\n"
      "O Slow.o A.p -t Slow.m -d 1.05\nO Fast.o A.p -t Fast.m -d 0.1\n"
      "O Again.o A.p -t Fast.m -d 100ms\nO End.o B.p -t End.m\n");
  const PlayResult result = play(program);
  EXPECT_EQ(result.end, PlayEnd::kFinished);
  EXPECT_EQ(result.processes[0].units[0].functionalities[2].triggered, 10U);
  EXPECT_EQ(result.processes[0].late, 1U);
}

TEST(Play, ATimerOfAServerDoesNotKeepTheRunAlive) {
  const PlayResult result = play(read(
      "P A.p 1 a.fu\nP S.p 1 -server s.fu\nU a.fu a.f\nU s.fu s.f tick.f\n"
      "F a.f NULL NULL NULL NULL\nF s.f NULL NULL Tick.o SAME\nF tick.f Tick.i NULL Tick.o SAME\n"
      "I Tick.i 1 Tick.m\nO Tick.o S.p -t Tick.m -d 1\n"));
  EXPECT_EQ(result.end, PlayEnd::kFinished);
  EXPECT_EQ(result.processes[1].units[0].functionalities[1].triggered, 0U);
}

const char* const kEndless =
    "P A.p 2 u\nU u f g\nF f NULL NULL o SAME\nF g i NULL o SAME\nI i 1 m\n"
    "O o A.p[{1-self}] -t m\n";

TEST(Play, GivesUpAtItsLimitOfMessages) {
  const PlayResult result = play(read(kEndless), {1000, {}});
  EXPECT_EQ(result.end, PlayEnd::kGaveUp);
  EXPECT_EQ(result.messages, 1000U);
}

TEST(Play, GivesUpWhenItsTimeIsOver) {
  int questions = 0;
  const PlayResult result = play(read(kEndless), {1'000'000, [&] { return ++questions == 3; }});
  EXPECT_EQ(result.end, PlayEnd::kGaveUp);
  EXPECT_EQ(questions, 3);
  EXPECT_LT(result.messages, 10'000U);
}

TEST(Play, AnOutputAboveTheLimitEndsItToo) {
  const PlayResult result =
      play(read("P A.p 1 u\nU u f\nF f NULL NULL o NULL\nO o A.p -t m -n 9007199254740991\n"));
  EXPECT_EQ(result.end, PlayEnd::kGaveUp);
}

TEST(Play, IsTheSameEveryTime) {
  const auto program = read(blueprint::kMatrixMultiply2);
  EXPECT_EQ(play(program).processes, play(program).processes);
}

}  // namespace
}  // namespace dps::engine
