#include "blueprint/analysis/expected_firings.h"

#include <string>

#include <gtest/gtest.h>

#include "blueprint/analysis/firing_balance.h"
#include "blueprint/engine/play.h"
#include "tests/blueprint/programs.h"

namespace dps::blueprint {
namespace {

/// The expected firings and messages of the F line with this tag.
ExpectedFirings expected(const Program& program, const std::string& tag) {
  const auto all = expected_firings(program);
  for (std::uint32_t at = 0; all && at < program.definitions.size(); ++at) {
    if (program.definitions[at].section == Section::kFunctionality && program.tag(at) == tag) {
      return (*all)[at];
    }
  }
  ADD_FAILURE() << "nothing is expected of " << tag;
  return {};
}

/// The sums over all lines.
ExpectedFirings all_expected(const Program& program) {
  ExpectedFirings sum;
  const auto all = expected_firings(program);
  EXPECT_TRUE(all);
  for (const ExpectedFirings& line : all.value_or(std::vector<ExpectedFirings>{})) {
    sum.firings += line.firings;
    sum.messages += line.messages;
  }
  return sum;
}

/// The firings in a play.
ExpectedFirings played(const Program& program) {
  const engine::PlayResult result = engine::play(program);
  EXPECT_EQ(result.end, engine::PlayEnd::kFinished);
  ExpectedFirings sum{0, static_cast<double>(result.messages)};
  for (const engine::ProcessCount& process : result.processes) {
    for (const engine::UnitCount& unit : process.units) {
      for (const engine::FunctionalityCount& line : unit.functionalities) {
        sum.firings += static_cast<double>(line.triggered);
      }
    }
  }
  return sum;
}

void expect_near(double expected, double actual) {
  EXPECT_NEAR(expected / actual, 1, 1e-3) << expected << " for " << actual;
}

/// A loop over units in a loop over units, in two processes.
std::string nested(const std::string& outer, const std::string& inner) {
  return "F out.f NULL NULL NULL in.fu*" + outer + ",NULL\nF in.f NULL NULL NULL in.fu*{" + inner +
         "-1},out.fu\nU out.fu out.f\nU in.fu in.f\nP A.p 2 out.fu in.fu\n";
}

TEST(ExpectedFirings, ALoopInALoopFiresAsOftenAsBothMultiplied) {
  const Program small = read(nested("50", "100"));
  expect_near(all_expected(small).firings, played(small).firings);
  const Program large = read(nested("20000000", "10^9"));
  expect_near(expected(large, "in.f").firings, 4e16);
  EXPECT_NEAR(expected(large, "out.f").firings, 40'000'002, 40);
}

/// 10^15 rounds leave one part in 10^15 of each round.
TEST(ExpectedFirings, ALongInnerLoopKeepsItsPrecision) {
  expect_near(expected(read(nested("3", "10^15")), "in.f").firings, 6e15);
}

/// Three levels; the innermost is a message to itself.
TEST(ExpectedFirings, LoopsOverMessagesMultiplyToo) {
  const auto text = [](const std::string& n) {
    return "V n " + n +
           "\nI T.i 1 T.m\nO T.o A.p[{self}] -t T.m\n"
           "F a.f NULL NULL NULL b.fu*{n},NULL\nF b.f NULL NULL NULL c.fu*{n},a.fu\n"
           "F c.f NULL NULL T.o d.fu\nF d.f T.i NULL T.o SAME*{n},b.fu\n"
           "U a.fu a.f\nU b.fu b.f\nU c.fu c.f\nU d.fu -early d.f\nP A.p 1 a.fu b.fu c.fu d.fu\n";
  };
  const Program small = read(text("20"));
  expect_near(all_expected(small).firings, played(small).firings);
  expect_near(all_expected(small).messages, played(small).messages);
  expect_near(expected(read(text("100000")), "d.f").messages, 1e15);
}

/// The number of jobs is that of a collection; each job is a loop in its worker.
std::string farm(const std::string& jobs, const std::string& steps) {
  return "V jobs " + jobs + "\nV n " + steps +
         "\nI Result.i 1 Result.m\nI All.i {jobs} Result.m\nI Job.i 1 Job.m\nI Stop.i 1 Stop.m\n"
         "I Step.i 1 Step.m\nO First.o Worker.p -t Job.m\nO Job.o ACK -t Job.m\n"
         "O Result.o Master.p -t Result.m\nO Step.o Worker.p[{self}] -t Step.m\n"
         "O Stop.o Worker.p -t Stop.m\n"
         "F start.f NULL NULL First.o SAME\nF next.f Result.i NULL Job.o SAME\n"
         "F done.f All.i NULL Stop.o NULL\nF take.f Job.i NULL Step.o inner.fu\n"
         "F step.f Step.i NULL Step.o SAME*{n-1},back.fu\nF back.f NULL NULL Result.o worker.fu\n"
         "F stop.f Stop.i NULL NULL NULL\nU master.fu start.f next.f done.f\n"
         "U worker.fu -early take.f stop.f\nU inner.fu -early step.f\nU back.fu back.f\n"
         "P Master.p 1 master.fu\nP Worker.p 3 worker.fu inner.fu back.fu\n";
}

TEST(ExpectedFirings, AMasterEndsAfterItsResults) {
  expect_near(expected(read(farm("1000", "50")), "step.f").firings, 1003 * 50);
  expect_near(expected(read(farm("10^15", "50")), "next.f").messages, 1e15);
  expect_near(expected(read(farm("10^15", "1000")), "step.f").firings, 1e18);
}

/// Each level of a chain sends ten messages for each that it gets.
TEST(ExpectedFirings, AChainThatMultipliesMessages) {
  const auto text = [](int levels) {
    return "V d " + std::to_string(levels) +
           "\nI X.i 1 X.m\nO X.o L.p[{self+1}] -t X.m -n {self<d-1 ? 10 : 0}\n"
           "F s.f NULL NULL X.o NULL\nF f.f X.i NULL X.o SAME\n"
           "F c.f NULL NULL NULL {self==0 ? s.fu : f.fu}\n"
           "U c.fu c.f\nU s.fu s.f\nU f.fu f.f\nP L.p {d} -server c.fu s.fu f.fu\n";
  };
  expect_near(all_expected(read(text(4))).messages, 1110);
  expect_near(all_expected(read(text(16))).messages, 1.11111111111111e15);
}

/// Nothing limits the timer itself, but the answers end the program.
const std::string kTimer =
    "I Tick.i 1 Tick.m\nI Write.i 1 Write.m\nI Ok.i -each 2/3 Ok.m\n"
    "O Tick.o Client.p[0] -t Tick.m -d 1ms\nO Write.o Replica.p -t Write.m -new\n"
    "O Ok.o ACK -t Ok.m\n"
    "F start.f NULL NULL Tick.o SAME\nF tick.f Tick.i NULL Write.o,Tick.o SAME\n"
    "F store.f Write.i NULL Ok.o SAME\nU replica.fu store.f\nP Replica.p 3 -server replica.fu\n";

TEST(ExpectedFirings, ATimerThatSetsItselfFiresUntilItsProcessEnds) {
  const Program program = read(kTimer +
                               "F done.f Ok.i NULL NULL SAME*{10^12-1},NULL\n"
                               "U client.fu start.f tick.f done.f\nP Client.p 1 client.fu\n");
  expect_near(expected(program, "tick.f").firings, 1e12);
  expect_near(expected(program, "store.f").messages, 3e12);
}

TEST(ExpectedFirings, FiringsThatNothingEndsAreUnlimited) {
  const Program program = read(kTimer +
                               "F done.f Ok.i NULL NULL SAME\n"
                               "U client.fu start.f tick.f done.f\n"
                               "P Client.p 1 client.fu\n");
  EXPECT_EQ(expected(program, "tick.f").firings, FiringBalance::kUnlimited);
  EXPECT_EQ(expected(program, "start.f").firings, 1);
}

/// Two processes that wait for each other do nothing, however long their loops are.
TEST(ExpectedFirings, NothingStartsByItself) {
  const Program program = read(
      "I X.i 1 X.m\nO X.o A.p -others -t X.m\nF f.f X.i NULL X.o SAME*{10^15},NULL\nU a.fu f.f\n"
      "P A.p 2 a.fu\n");
  EXPECT_EQ(all_expected(program).firings, 0);
}

TEST(ExpectedFirings, AreThoseOfAPlayForSensiblePrograms) {
  for (const auto& [name, text] : sensible_programs()) {
    SCOPED_TRACE(name);
    const Program program = read(text);
    const ExpectedFirings estimate = all_expected(program);
    const ExpectedFirings counts = played(program);
    EXPECT_GE(estimate.firings, counts.firings * 0.999);
    EXPECT_LE(estimate.firings, counts.firings * 1.2);
    EXPECT_GE(estimate.messages, counts.messages * 0.999);
    EXPECT_LE(estimate.messages, counts.messages * 1.2);
  }
}

}  // namespace
}  // namespace dps::blueprint
