// The critical path through sends that full buffers hold: it continues in the receiver.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "profiles/causes/named_why.h"
#include "profiles/text/why_advice.h"
#include "profiles/text/why_lines.h"
#include "tests/profiles/traces/bounded_machine.h"
#include "tests/profiles/traces/path_text.h"
#include "tests/profiles/traces/recorded_prediction.h"
#include "tests/profiles/traces/small_trace.h"

namespace dps::traces {
namespace {

using Kind = EventKind;
using Texts = std::vector<std::string>;

/// The path, in nanoseconds.
Texts path_on(const machines::Machine& machine, const std::string& blueprint) {
  const auto made = record_on(machine, blueprint);
  return texts_of(made.trace, path_of(made.trace), 1'000);
}

/// A is quick, and B slow. B takes the second message when it has computed for the first one; it
/// makes room for the third one, whose send is held, when it waits after the second.
constexpr const char* kSlowReceiver = R"(
I In.i   1 Data.m
C fast.c compute 1us
C slow.c compute 10us
O Data.o B.p -t Data.m -b 1000 -n 3
F send.f NULL fast.c Data.o NULL
F take.f In.i slow.c NULL   SAME*2,NULL
U send.u send.f
U take.u take.f
P A.p 1 send.u
P B.p 1 take.u
)";

TEST(HeldPath, OfASlowReceiverStaysInTheReceiver) {
  EXPECT_EQ(path_on(bounded_machine(1'000), kSlowReceiver),
            (Texts{"A.p[0] compute fast.c 1000", "B.p[0] under way Data.o 1000",
                   "B.p[0] compute slow.c 10000", "B.p[0] compute slow.c 10000",
                   "B.p[0] under way Data.o 1000", "B.p[0] compute slow.c 10000"}));
}

/// The receiver waits all the time: a message takes 4 us, and its send ends when 1 us is left.
TEST(HeldPath, OfASlowNetworkIsUnderWay) {
  constexpr const char* kLarge = R"(
I In.i   1 Data.m
C fast.c compute 1us
C late.c compute 9us
O Data.o B.p -t Data.m -b 4000
F send.f NULL fast.c Data.o done.u
F take.f In.i NULL   NULL   NULL
F done.f NULL late.c NULL   NULL
U send.u send.f
U done.u done.f
U take.u take.f
P A.p 1 send.u done.u
P B.p 1 take.u
)";
  EXPECT_EQ(path_on(bounded_machine(1'000), kLarge),
            (Texts{"A.p[0] compute fast.c 1000", "B.p[0] under way Data.o 3000",
                   "A.p[0] compute late.c 9000"}));
}

/// C is slow, so that B is held. Meanwhile B reads, so that A is not held.
constexpr const char* kChain = R"(
I In.i   1 Data.m
I More.i 1 More.m
C slow.c compute 10us
O Data.o B.p -t Data.m -b 1000 -n 20
O More.o C.p -t More.m -b 1000
F send.f NULL   NULL   Data.o NULL
F pass.f In.i   NULL   More.o SAME*19,NULL
F take.f More.i slow.c NULL   SAME*19,NULL
U send.u send.f
U pass.u pass.f
U take.u take.f
P A.p 1 send.u
P B.p 1 pass.u
P C.p 1 take.u
)";

TEST(HeldPath, OfAChainGoesToTheProcessThatHoldsAll) {
  const auto made = record_on(bounded_machine(1'000), kChain);
  const auto why = profiles::why_of(made.trace);
  ASSERT_TRUE(why) << why.error().message;
  const std::string text = profiles::why_lines(*why, why->path_s);
  EXPECT_NE(text.find("Best remedy: less work in C.p"), std::string::npos) << text;
  EXPECT_NE(text.find("B.p is held"), std::string::npos) << text;
  EXPECT_EQ(text.find("A.p is held"), std::string::npos) << text;
}

TEST(HeldPath, OfASendToItselfIsUnderWay) {
  constexpr const char* kSelf = R"(
I In.i   1 Data.m
C work.c compute 1us
O Data.o A.p -t Data.m -b 4000
F send.f NULL work.c Data.o NULL
U send.u send.f
P A.p 1 send.u
)";
  EXPECT_EQ(path_on(bounded_machine(1'000), kSelf),
            (Texts{"A.p[0] compute work.c 1000", "A.p[0] under way Data.o 3000"}));
}

// --- runs, by hand ------------------------------------------------------------------------------

TraceHead run_head() {
  TraceHead head = small_head();
  head.kind = TraceKind::kRun;
  return head;
}

Texts path_by_hand(const TraceHead& head, const std::vector<Recorded>& events) {
  const Trace trace = trace_of(head, events);
  return texts_of(trace, path_of(trace));
}

/// A.p[0] is held from 10 to 40. B.p[0] computes until 36.
std::vector<Recorded> held(Ticks waits) {
  return {{0, event_at(0, Kind::kProcessBegin)},       {0, message_at(8, Kind::kSendBegin, 1, 1)},
          {0, message_at(10, Kind::kSendHeld, 1, 1)},  {0, message_at(40, Kind::kSendFreed, 1, 1)},
          {0, message_at(40, Kind::kSendEnd, 1, 1)},   {0, event_at(50, Kind::kProcessEnd)},
          {1, event_at(0, Kind::kProcessBegin)},       {1, event_at(2, Kind::kComputationBegin)},
          {1, event_at(waits, Kind::kComputationEnd)}, {1, event_at(waits, Kind::kWait)}};
}

/// The receiver has read, and works again when the sender notices that there is room.
TEST(HeldPath, OfARunGoesToTheLastReadOfTheReceiver) {
  auto events = held(36);
  events.insert(events.end(), {{1, message_at(36, Kind::kArrival, 0, 7)},
                               {1, message_at(37, Kind::kTake, 0, 7)},
                               {1, event_at(38, Kind::kComputationBegin)},
                               {1, event_at(45, Kind::kComputationEnd)},
                               {1, event_at(46, Kind::kProcessEnd)}});
  EXPECT_EQ(path_by_hand(run_head(), events),
            (Texts{"B.p[0] engine 2", "B.p[0] compute work.c 34", "B.p[0] under way out.o 4",
                   "A.p[0] engine 10"}));
}

TEST(HeldPath, OfARunWhoseReceiverHasNotReadIsHeld) {
  auto events = held(36);
  events.erase(events.end() - 2, events.end());
  EXPECT_EQ(path_by_hand(run_head(), events), (Texts{"A.p[0] engine 8", "A.p[0] send out.o 2",
                                                     "A.p[0] held out.o 30", "A.p[0] engine 10"}));
}

/// A rank waits until its receive is posted, in a call that begins then.
TEST(HeldPath, OfAnMpiProgramGoesToTheRankThatPostsTheReceive) {
  TraceHead head = run_head();
  head.communicators = {{"", {0, 1}, {}}};
  head.channels = {{0, 5}};
  auto events = held(40);
  events.pop_back();
  events.insert(events.end(), {{1, event_at(40, Kind::kFunctionalityBegin)},
                               {1, event_at(44, Kind::kFunctionalityEnd)},
                               {1, event_at(44, Kind::kProcessEnd)}});
  EXPECT_EQ(path_by_hand(head, events),
            (Texts{"B.p[0] engine 2", "B.p[0] compute work.c 38", "A.p[0] engine 10"}));
}

/// The same send, whose end depended on this instant of the process.
Texts path_of_send_that_depends_on(std::uint32_t process, Ticks since) {
  TraceHead head = run_head();
  head.communicators = {{"", {0, 1}, {}}};
  head.channels = {{0, 5}};
  head.kind = TraceKind::kPrediction;
  head.processes[0].end = 48;
  Event end = message_at(46, Kind::kReleased, process, kEndOfCall);
  end.work = since;
  return path_by_hand(head, {{0, event_at(0, Kind::kProcessBegin)},
                             {0, event_at(10, Kind::kFunctionalityBegin)},
                             {0, message_at(10, Kind::kSendBegin, 1, 1)},
                             {0, message_at(10, Kind::kSendHeld, 1, 1)},
                             {0, message_at(20, Kind::kSendFreed, 1, 1)},
                             {0, message_at(46, Kind::kSendEnd, 1, 1)},
                             {0, end},
                             {0, event_at(46, Kind::kFunctionalityEnd)},
                             {0, event_at(48, Kind::kProcessEnd)},
                             {1, event_at(0, Kind::kProcessBegin)},
                             {1, event_at(2, Kind::kComputationBegin)},
                             {1, event_at(20, Kind::kComputationEnd)},
                             {1, event_at(20, Kind::kFunctionalityBegin)},
                             {1, event_at(44, Kind::kFunctionalityEnd)},
                             {1, event_at(44, Kind::kProcessEnd)}});
}

/// The receive was posted while the message was under way, so the receiver was not late.
TEST(HeldPath, OfALongMessageStaysInItsSender) {
  EXPECT_EQ(path_of_send_that_depends_on(0, 10),
            (Texts{"A.p[0] engine 10", "A.p[0] send out.o 36", "A.p[0] engine 2"}));
}

TEST(HeldPath, GoesToTheInstantOnWhichTheEndOfTheCallDepended) {
  EXPECT_EQ(path_of_send_that_depends_on(1, 20),
            (Texts{"B.p[0] engine 2", "B.p[0] compute work.c 18", "A.p[0] send out.o 26",
                   "A.p[0] engine 2"}));
  EXPECT_EQ(path_of_send_that_depends_on(0, 4),
            (Texts{"A.p[0] engine 4", "A.p[0] send out.o 42", "A.p[0] engine 2"}));
}

TEST(HeldPath, OfASendThatFailsIsHeld) {
  TraceHead head = small_head();
  head.processes[0].end = head.processes[1].end = 30;
  EXPECT_EQ(path_by_hand(head, {{0, event_at(0, Kind::kProcessBegin)},
                                {0, message_at(8, Kind::kSendBegin, 1, 1)},
                                {0, message_at(10, Kind::kSendHeld, 1, 1)},
                                {0, message_at(30, Kind::kSendFailed, 1, 1)},
                                {0, event_at(30, Kind::kProcessEnd)},
                                {1, event_at(0, Kind::kProcessBegin)}}),
            (Texts{"A.p[0] engine 8", "A.p[0] send out.o 2", "A.p[0] held out.o 20"}));
}

}  // namespace
}  // namespace dps::traces
