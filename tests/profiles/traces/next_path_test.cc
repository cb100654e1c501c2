#include "profiles/traces/analysis/next_path.h"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "profiles/causes/named_why.h"
#include "profiles/text/why_advice.h"
#include "profiles/traces/analysis/why.h"
#include "tests/profiles/traces/bounded_machine.h"
#include "tests/profiles/traces/path_text.h"
#include "tests/profiles/traces/random_blueprint.h"
#include "tests/profiles/traces/recorded_prediction.h"
#include "tests/profiles/traces/simple_machine.h"

namespace dps::traces {
namespace {

/// Both branches end in Last.p; the right one is 100 ns shorter.
constexpr const char* kBranches = R"(
I All.i  2 Done.m
C left.c  compute 10us
C right.c compute {0.0000099}
O Done.o  Last.p -t Done.m
F left.f  NULL  left.c  Done.o NULL
F right.f NULL  right.c Done.o NULL
F all.f   All.i NULL    NULL   NULL
U left.u  left.f
U right.u right.f
U all.u   all.f
P Last.p  1 all.u
P Left.p  1 left.u
P Right.p 1 right.u
)";

TEST(NextPath, OfTwoBranchesIsTheShorterOne) {
  const auto made = record_on(simple_machine(), kBranches);
  const auto why = explain(made.trace);
  ASSERT_TRUE(why) << why.error().message;
  ASSERT_TRUE(why->next);
  EXPECT_EQ(why->next->group, 1U);
  EXPECT_EQ(why->next->length, why->path.end - 96'000);  // and takes its message without a wait
}

TEST(NextPath, IsInTheAdviceIfItLeavesLessToGain) {
  const auto made = record_on(simple_machine(), kBranches);
  const auto why = profiles::why_of(made.trace);
  ASSERT_TRUE(why) << why.error().message;
  EXPECT_EQ(profiles::why_advice(*why),
            "Best remedy: less work in Left.p, which has 99.3% of the path: 99.2% Left.p[0]\n"
            "  computes left.c (line 3); the next path, without this work, is 99.0% as long\n");
}

TEST(NextPath, OfAChainIsTheRestOfIt) {
  constexpr const char* kTwoSteps = R"(
I Done.i  1 Done.m
C work.c  compute 10us
C rest.c  compute 1us
O Done.o  Last.p -t Done.m
F work.f  NULL   work.c Done.o NULL
F rest.f  Done.i rest.c NULL   NULL
U work.u  work.f
U rest.u  rest.f
P First.p 1 work.u
P Last.p  1 rest.u
)";
  const auto made = record_on(simple_machine(), kTwoSteps);
  const auto why = profiles::why_of(made.trace);
  ASSERT_TRUE(why) << why.error().message;
  EXPECT_EQ(why->next_without, "First.p");
  EXPECT_DOUBLE_EQ(why->next_path_s, 1.074e-6);  // 50 ns under way, 20 to wake up, 4 to take
  EXPECT_EQ(profiles::why_advice(*why).find("next path"), std::string::npos);
}

TEST(NextPath, IsUnknownWhereProcessesShareCores) {
  const auto made = record_prediction(kBranches);  // three processes on two hosts
  const auto why = profiles::why_of(made.trace);
  ASSERT_TRUE(why) << why.error().message;
  EXPECT_EQ(why->next_without, "");
}

/// B makes room for A when it has computed: without its work, A is never held.
TEST(NextPath, GoesThroughHeldSends) {
  constexpr const char* kHeldSender = R"(
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
  const auto made = record_on(bounded_machine(1'000), kHeldSender);
  const auto next = path_without(made.trace, 1).value();
  EXPECT_EQ(next.length, 3'000'000);  // A computes, is held by the network, and a message leaves
}

/// If no work is left out, the events keep their instants.
RC_GTEST_PROP(NextPath, IsTheWholePathIfAllWorkTakesTime, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  const auto made = record_prediction(random_blueprint(seed));
  RC_PRE(!made.trace.head().has_windows);  // the next path does not follow the answers for which
                                           // messages wait, so explain() has none
  const auto next = path_without(made.trace, kNone).value();
  Ticks last_step = path_of(made.trace).path.end;
  for (const Segment& segment : path_of(made.trace).segments) {
    last_step = segment.activity == Activity::kEnd ? segment.begin : last_step;
  }
  RC_ASSERT(next.length == last_step);
}

}  // namespace
}  // namespace dps::traces
