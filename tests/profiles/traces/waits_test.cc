#include "profiles/traces/analysis/waits.h"

#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "profiles/traces/analysis/why.h"
#include "tests/profiles/traces/path_text.h"
#include "tests/profiles/traces/random_blueprint.h"
#include "tests/profiles/traces/recorded_prediction.h"
#include "tests/profiles/traces/simple_machine.h"
#include "tests/profiles/traces/small_trace.h"

namespace dps::traces {
namespace {

using Texts = std::vector<std::string>;

/// "Second.p second.f Raw.m First.p: late 1000 …, compute fast.c 1000", in nanoseconds.
std::string text_of(const TraceHead& head, const Waits& waits) {
  const auto line = [&](std::uint32_t of) { return of == kNone ? "-" : head.lines[of].tag; };
  const auto group = [&](std::uint32_t of) {
    return of == kNone ? "-" : line(head.groups[of].line);
  };
  std::string text = fmt::format(
      "{} {} {} {}:", group(waits.key.group), line(waits.key.functionality),
      waits.key.mid == kNone ? "-" : head.message_types[waits.key.mid], group(waits.key.sender));
  const WaitParts& parts = waits.parts;
  const std::map<std::string, double> named{
      {"late", parts.late},       {"sending", parts.sending}, {"under way", parts.under_way},
      {"wake-up", parts.wake_up}, {"timer", parts.timer},     {"idle", parts.idle},
      {"unknown", parts.unknown}};
  for (const auto& [name, time] : named) {
    text += time > 0 ? fmt::format(" {} {}", name, time / 1'000) : "";
  }
  for (const auto& [element, time] : waits.meanwhile) {
    text += fmt::format(", {} {} {}", static_cast<int>(element.activity), line(element.line),
                        time / 1'000);
  }
  return text;
}

Texts waits_in(const std::string& blueprint) {
  const auto made = record_on(simple_machine(), blueprint);
  const auto analysis = analyse_waits(made.trace);
  EXPECT_TRUE(analysis) << analysis.error().message;
  Texts texts;
  for (const Waits& waits : analysis->waits) {
    texts.push_back(text_of(made.trace.head(), waits));
  }
  return texts;
}

constexpr int kCompute = static_cast<int>(Activity::kCompute);
constexpr int kWait = static_cast<int>(Activity::kWait);

/// The third stage waits for the second, and while the second waits, for the first.
TEST(Waits, HaveTheirPartsAndTheActivitiesOfTheSender) {
  constexpr const char* kPipeline = R"(
I Raw.i    1 Raw.m
I Made.i   1 Made.m
C fast.c   compute 1us
C slow.c   compute 10us
O Raw.o    Second.p -t Raw.m
O Made.o   Third.p -t Made.m
F first.f  NULL   fast.c Raw.o  NULL
F second.f Raw.i  slow.c Made.o NULL
F third.f  Made.i NULL   NULL   NULL
U first.u  first.f
U second.u second.f
U third.u  third.f
P First.p  1 first.u
P Second.p 1 second.u
P Third.p  1 third.u
)";
  EXPECT_EQ(waits_in(kPipeline),
            (Texts{fmt::format("Third.p third.f Made.m Second.p: late 11079 sending 5 under way 50 "
                               "wake-up 20, {} slow.c 10000, {} - 4, {} - 1075",
                               kCompute, static_cast<int>(Activity::kTake), kWait),
                   fmt::format("Second.p second.f Raw.m First.p: late 1000 sending 5 under way 50 "
                               "wake-up 20, {} fast.c 1000",
                               kCompute)}));
}

TEST(Waits, OfClonesAreCountedForEach) {
  constexpr const char* kStar = R"(
I Go.i   1 Go.m
C slow.c compute 2us
O Go.o   Worker.p -t Go.m
F go.f   NULL slow.c Go.o NULL
F got.f  Go.i NULL   NULL NULL
U go.u   go.f
U got.u  got.f
P Master.p 1 go.u
P Worker.p 3 got.u
)";
  // The sends take 5 ns each; while the second worker waits, the first one's is sent.
  EXPECT_EQ(waits_in(kStar),
            (Texts{fmt::format("Worker.p got.f Go.m Master.p: late 6015 sending 15 under way 150 "
                               "wake-up 60, {} slow.c 6000, {} Go.o 15",
                               kCompute, static_cast<int>(Activity::kSend))}));
}

TEST(Waits, ForTimersAndForNothing) {
  constexpr const char* kTimer = R"(
I Tick.i  1 Tick.m
I Never.i 1 Never.m
O Tick.o  P.p -t Tick.m -d 10us
O Never.o Q.p -t Never.m
F set.f   NULL    NULL Tick.o SAME
F got.f   Tick.i  NULL NULL   NULL
F never.f Never.i NULL NULL   SAME
F send.f  Never.i NULL Never.o SAME
U p.u     set.f got.f
U q.u     never.f send.f
P P.p 1 p.u
P Q.p 1 q.u
)";
  EXPECT_EQ(waits_in(kTimer),
            (Texts{"P.p got.f Tick.m P.p: timer 10000 wake-up 20", "Q.p - - -: idle 10020"}));
}

RC_GTEST_PROP(Waits, AddUpToTheIdleTimeOfTheResult, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  const bool free = *rc::gen::inRange(0, 4) == 0;
  const auto made = record_prediction(random_blueprint(seed), {}, free, 1 + seed % 50);
  const auto analysis = analyse_waits(made.trace);
  RC_ASSERT(analysis.has_value());
  std::map<std::uint32_t, double> waited;
  for (const Waits& waits : analysis->waits) {
    waited[waits.key.group] += waits.parts.total() - waits.parts.held;
    RC_ASSERT(waits.parts.unknown == 0);
    double meanwhile = 0;
    for (const auto& [element, time] : waits.meanwhile) {
      meanwhile += time;
    }
    RC_ASSERT(meanwhile == waits.parts.late + waits.parts.held);
  }
  const auto groups = made.trace.head().process_groups();
  std::map<std::uint32_t, double> idle;
  for (std::uint32_t p = 0; p < made.sums.size(); ++p) {
    idle[groups[p]] += static_cast<double>(made.sums[p].idle.count());
    RC_ASSERT(analysis->busy[p] ==
              static_cast<double>(
                  (made.sums[p].compute + made.sums[p].send + made.sums[p].take).count()));
  }
  for (const auto& [group, time] : idle) {
    RC_ASSERT(waited[group] == time);
  }
}

TEST(Waits, WhoseSendIsMissingAreUnknown) {
  Event take = message_at(20, EventKind::kTake, 0, 1);
  take.work = 2;
  take.flags = Flag::kWaited;
  const Trace trace = trace_of(small_head(), {{1, event_at(3, EventKind::kWait)},
                                              {1, message_at(15, EventKind::kArrival, 0, 1)},
                                              {1, take}});
  const auto analysis = analyse_waits(trace);
  ASSERT_EQ(analysis->waits.size(), 1U);
  EXPECT_EQ(analysis->waits[0].parts.unknown, 12);
  EXPECT_EQ(analysis->waits[0].parts.wake_up, 3);
  EXPECT_EQ(analysis->waits[0].parts.total(), 15);
}

/// The receiver computes while the buffer is full.
TEST(Waits, HeldSendsHaveTheActivitiesOfTheReceiver) {
  const Trace trace = trace_of(small_head(), {{0, event_at(1, EventKind::kFunctionalityBegin)},
                                              {0, message_at(5, EventKind::kSendBegin, 1, 1)},
                                              {0, message_at(7, EventKind::kSendHeld, 1, 1)},
                                              {0, message_at(17, EventKind::kSendFreed, 1, 1)},
                                              {0, message_at(17, EventKind::kSendEnd, 1, 1)},
                                              {1, event_at(2, EventKind::kComputationBegin)},
                                              {1, event_at(30, EventKind::kComputationEnd)}});
  const auto analysis = analyse_waits(trace);
  ASSERT_EQ(analysis->waits.size(), 1U);
  const Waits& held = analysis->waits[0];
  EXPECT_TRUE(held.key.is_hold);
  EXPECT_NE(held.key.functionality, kNone);
  EXPECT_EQ(held.count, 1U);
  EXPECT_EQ(held.parts.held, 10);
  EXPECT_EQ(held.parts.total(), 10);
  ASSERT_EQ(held.meanwhile.size(), 1U);
  EXPECT_EQ(held.meanwhile.begin()->first.activity, Activity::kCompute);
  EXPECT_EQ(held.meanwhile.begin()->second, 10);
  EXPECT_EQ(analysis->busy[0], 2);
}

/// The process was stopped while its send was held.
TEST(Waits, AHoldEndsWithASendThatFails) {
  const Trace trace = trace_of(small_head(), {{0, message_at(5, EventKind::kSendBegin, 1, 1)},
                                              {0, message_at(7, EventKind::kSendHeld, 1, 1)},
                                              {0, message_at(9, EventKind::kSendFailed, 1, 1)}});
  const auto analysis = analyse_waits(trace);
  ASSERT_EQ(analysis->waits.size(), 1U);
  EXPECT_EQ(analysis->waits[0].parts.held, 2);
}

RC_GTEST_PROP(PathShares, AddUpToThePath, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  const auto made = record_prediction(random_blueprint(seed));
  const auto why = explain(made.trace);
  RC_ASSERT(why.has_value());
  Ticks sum = 0;
  for (const PathPart& share : why->shares) {
    RC_ASSERT(share.main_length <= share.length);
    sum += share.length;
  }
  RC_ASSERT(sum == why->path.end);
}

}  // namespace
}  // namespace dps::traces
