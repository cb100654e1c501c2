#include "blueprint/engine/certain_deadlock.h"

#include <gtest/gtest.h>

#include "tests/blueprint/engine/all_orders.h"
#include "tests/blueprint/programs.h"

namespace dps::engine {
namespace {

using blueprint::read;

/// A deadlock that is proven; all orders of arrival confirm it.
void expect_certain(const std::string& text) {
  const auto program = read(text);
  const PlayResult result = play_and_judge(program);
  EXPECT_EQ(result.end, PlayEnd::kDeadlock) << text;
  EXPECT_TRUE(result.is_certain) << text;
  EXPECT_FALSE(explore(program, 20'000).some_end) << text;
}

void expect_uncertain(const std::string& text) {
  const PlayResult result = play_and_judge(read(text));
  EXPECT_EQ(result.end, PlayEnd::kDeadlock) << text;
  EXPECT_FALSE(result.is_certain) << text;
}

TEST(CertainDeadlock, TwoProcessesThatWaitForEachOther) {
  expect_certain("P A.p 2 u\nU u f\nF f i NULL o NULL\nI i 1 m\nO o A.p[{1-self}] -t m\n");
}

TEST(CertainDeadlock, AMasterThatWaitsForOneResultTooMany) {
  expect_certain(
      "V n 4\nP M.p 1 mu\nP W.p {n} wu\nU mu start.f got.f all.f\nU wu work.f\n"
      "F start.f NULL NULL task.o SAME\nF got.f one.i NULL NULL SAME\n"
      "F all.f all.i NULL NULL NULL\nF work.f task.i NULL result.o NULL\n"
      "I one.i 1 result.m\nI all.i {n+1} result.m\nI task.i 1 task.m\n"
      "O task.o W.p -t task.m\nO result.o ACK -t result.m\n");
}

TEST(CertainDeadlock, AMisspeltTypeInABagOfTasks) {
  std::string text = blueprint::kMatrixMultiply2;
  text.replace(text.find("Halt.m"), 6, "Hlat.m");
  const PlayResult result = play_and_judge(read(text));
  EXPECT_EQ(result.end, PlayEnd::kDeadlock);
  EXPECT_TRUE(result.is_certain);
}

TEST(CertainDeadlock, AMessageThatAnEarlierUnitTakesFromTheOnlySender) {
  expect_certain(
      "P A.p 1 init.fu main.fu\nP B.p 1 send.fu\n"
      "U init.fu go.f\nU main.fu work.f\nU send.fu send.f\n"
      "F go.f Go.i NULL NULL main.fu\nF work.f Work.i NULL NULL NULL\n"
      "F send.f NULL NULL Work.o,Go.o NULL\n"
      "I Go.i 1 Go.m\nI Work.i 1 Work.m\nO Work.o A.p -t Work.m\nO Go.o A.p -t Go.m\n");
}

TEST(CertainDeadlock, NotIfAnotherSenderMayBeFaster) {
  const std::string text =
      "P B.p 1 first.fu\nP C.p 1 second.fu\nP A.p 1 init.fu main.fu\n"
      "U init.fu go.f\nU main.fu work.f\nU first.fu first.f\nU second.fu second.f\n"
      "F go.f Go.i NULL NULL main.fu\nF work.f Work.i NULL NULL NULL\n"
      "F first.f NULL NULL Work.o NULL\nF second.f NULL NULL Go.o NULL\n"
      "I Go.i 1 Go.m\nI Work.i 1 Work.m\nO Work.o A.p -t Work.m\nO Go.o A.p -t Go.m\n";
  expect_uncertain(text);
  const AllOrders orders = explore(read(text), 20'000);
  EXPECT_TRUE(orders.some_end);
  EXPECT_TRUE(orders.some_deadlock);
}

/// A core whose deadlock is certain, beside processes whose order of arrival matters.
TEST(CertainDeadlock, APartOfTheProgramSuffices) {
  expect_certain(
      "P A.p 1 init.fu main.fu\nP B.p 1 send.fu\nP C.p 2 c.fu\nP D.p 1 d.fu\n"
      "U init.fu go.f\nU main.fu work.f\nU send.fu send.f\nU c.fu c.f\nU d.fu x.f y.f\n"
      "F go.f Go.i NULL NULL main.fu\nF work.f Work.i NULL NULL NULL\n"
      "F send.f NULL NULL Work.o,Go.o NULL\nF c.f NULL NULL c.o NULL\n"
      "F x.f x.i NULL NULL NULL\nF y.f y.i NULL NULL SAME\n"
      "I Go.i 1 Go.m\nI Work.i 1 Work.m\nI x.i 1 c0\nI y.i 1 c1\n"
      "O Work.o A.p -t Work.m\nO Go.o A.p -t Go.m\nO c.o D.p -t {self==0 ? c0 : c1}\n");
}

TEST(CertainDeadlock, ALateMessageOfAnotherSenderCouldHaveBeenTheFirst) {
  expect_uncertain(
      "P B.p 1 b.fu\nP C.p 1 c.fu\nP A.p 1 a.fu\nP D.p 1 d.fu\n"
      "U a.fu stop.f go.f\nU b.fu b.f\nU c.fu c.f\nU d.fu d.f\n"
      "F stop.f Stop.i NULL NULL NULL\nF go.f Go.i NULL Done.o SAME\n"
      "F b.f NULL NULL Stop.o NULL\nF c.f NULL NULL Go.o NULL\n"
      "F d.f Done.i NULL NULL NULL\n"
      "I Stop.i 1 Stop.m\nI Go.i 1 Go.m\nI Done.i 1 Done.m\n"
      "O Stop.o A.p -t Stop.m\nO Go.o A.p -t Go.m\nO Done.o D.p -t Done.m\n");
}

TEST(CertainDeadlock, AnEndIsNone) {
  for (const auto& [name, text] : blueprint::sensible_programs()) {
    EXPECT_FALSE(play_and_judge(read(text)).is_certain) << name;
  }
}

TEST(CertainDeadlock, NotKnownIfALimitIsReached) {
  const auto program = read(
      "P A.p 3 u\nU u f\nF f i NULL o NULL\nI i 1 m 1 n\nO o A.p -t m\n"
      "P B.p 2 v\nU v g\nF g NULL NULL s NULL\nO s A.p -t {self==0 ? m : k}\n");
  const PlayResult played = play(program);
  EXPECT_TRUE(is_certain_deadlock(program, played));
  EXPECT_FALSE(is_certain_deadlock(program, played, {10, {}}));
}

TEST(AllOrders, EveryOrderOfTheExamplesEnds) {
  for (const std::string* text : {&blueprint::kMatrixMultiply1, &blueprint::kBarrier}) {
    const AllOrders orders = explore(read(*text), 300);
    EXPECT_FALSE(orders.some_deadlock);
  }
  const AllOrders ring =
      explore(read("V rounds 3\n" + blueprint::kRing.substr(blueprint::kRing.find('P'))), 20'000);
  EXPECT_TRUE(ring.is_exhausted);
  EXPECT_TRUE(ring.some_end);
  EXPECT_FALSE(ring.some_deadlock);
}

}  // namespace
}  // namespace dps::engine
