// Slow requests: the path from a firing back to the beginning of its request.
#include "profiles/traces/analysis/slow_request.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "profiles/causes/named_why.h"
#include "profiles/text/slow_lines.h"
#include "profiles/text/why_lines.h"
#include "tests/profiles/traces/random_blueprint.h"
#include "tests/profiles/traces/recorded_prediction.h"
#include "tests/profiles/traces/simple_machine.h"

namespace dps::traces {
namespace {

constexpr statistics::QuantileShare kOldest{statistics::kWholeShare};

/// Two clients send requests to a server at once; it takes 10 us for each.
constexpr const char* kTwoClients = R"(
I Ask.i    1 Ask.m
I Answer.i 1 Answer.m
C serve.c  compute 10us
O Ask.o    Server.p -t Ask.m -new
O Answer.o ORIGIN   -t Answer.m
F ask.f    NULL     NULL    Ask.o    SAME
F done.f   Answer.i NULL    NULL     NULL
F serve.f  Ask.i    serve.c Answer.o SAME*1,NULL
U client.u ask.f done.f
U server.u serve.f
P Server.p 1 server.u
P Client.p 2 client.u
)";

Ticks length_of(const std::vector<PathPart>& parts) {
  Ticks sum = 0;
  for (const PathPart& part : parts) {
    sum += part.length;
  }
  return sum;
}

TEST(SlowRequest, WaitsForTheWorkForTheOneBeforeIt) {
  const auto made = record_on(simple_machine(), kTwoClients);
  const auto slow = explain_slow(made.trace, {"done.f", kOldest});
  ASSERT_TRUE(slow) << slow.error().message;
  EXPECT_EQ(slow->no_request, "");
  EXPECT_EQ(slow->ages, 2U);
  EXPECT_EQ(slow->at.request.origin, 2U);
  EXPECT_EQ(slow->at.request.number, 1U);
  // From its arrival on: the wake-up and the take of the first request, 20 + 4 ns, the work, and
  // the send of the answer.
  EXPECT_EQ(length_of(slow->other), 10'029'000);
  EXPECT_EQ(slow->at.age(), length_of(slow->own) + length_of(slow->other));
  const TraceHead& head = made.trace.head();
  ASSERT_FALSE(slow->own.empty() || slow->other.empty());
  EXPECT_EQ(slow->own[0].element.activity, Activity::kCompute);
  EXPECT_EQ(slow->own[0].length, 10'000'000);
  EXPECT_EQ(slow->other[0].length, 10'000'000);
  EXPECT_EQ(head.lines[slow->other[0].element.line].tag, "serve.c");
}

TEST(SlowRequest, TheFastOneHasNoOtherWork) {
  const auto made = record_on(simple_machine(), kTwoClients);
  const auto slow = explain_slow(made.trace, {"done.f", statistics::kP50});
  ASSERT_TRUE(slow) << slow.error().message;
  EXPECT_EQ(slow->at.request.origin, 1U);
  EXPECT_TRUE(slow->other.empty());
  EXPECT_EQ(length_of(slow->own), slow->at.age());
}

TEST(SlowRequest, EndsAtAServerThatItFires) {
  const auto made = record_on(simple_machine(), kTwoClients);
  const auto slow = explain_slow(made.trace, {"serve.f", statistics::kP50});
  ASSERT_TRUE(slow) << slow.error().message;
  EXPECT_EQ(slow->at.process, 0U);
  EXPECT_EQ(slow->at.age(), 79'000);
  EXPECT_TRUE(slow->other.empty());
}

/// The answer comes after 10 us, while the client computes for 15 us.
constexpr const char* kBusyClient = R"(
I Ask.i    1 Ask.m
I Go.i     1 Go.m
I Answer.i 1 Answer.m
C serve.c  compute 10us
C busy.c   compute 15us
O Ask.o    Server.p -t Ask.m -new
O Go.o     Client.p -t Go.m
O Answer.o ORIGIN   -t Answer.m
F ask.f    NULL     NULL    Ask.o,Go.o SAME
F busy.f   Go.i     busy.c  NULL       SAME
F done.f   Answer.i NULL    NULL       NULL
F serve.f  Ask.i    serve.c Answer.o   NULL
U client.u ask.f busy.f done.f
U server.u serve.f
P Server.p 1 server.u
P Client.p 1 client.u
)";

TEST(SlowRequest, WorkOfAReceiverBeforeTheMessageComesIsNotOnThePath) {
  const auto made = record_on(simple_machine(), kBusyClient);
  const auto slow = explain_slow(made.trace, {"done.f", kOldest});
  ASSERT_TRUE(slow) << slow.error().message;
  EXPECT_EQ(slow->at.age(), length_of(slow->own) + length_of(slow->other));
  const TraceHead& head = made.trace.head();
  ASSERT_FALSE(slow->own.empty() || slow->other.empty());
  EXPECT_EQ(head.lines[slow->own[0].element.line].tag, "serve.c");
  EXPECT_EQ(slow->own[0].length, 10'000'000);
  EXPECT_EQ(head.lines[slow->other[0].element.line].tag, "busy.c");
  EXPECT_LT(length_of(slow->other), 5'000'000);
  EXPECT_GT(length_of(slow->other), 4'000'000);
}

TEST(SlowRequest, IsPrintedWithItsParts) {
  const auto made = record_on(simple_machine(), kTwoClients);
  const auto slow = profiles::slow_of(made.trace, {"done.f", kOldest});
  ASSERT_TRUE(slow) << slow.error().message;
  const std::string text = profiles::slow_lines(*slow);
  EXPECT_NE(text.find("Why a request is slow: request 1 of Client.p[1]"), std::string::npos)
      << text;
  EXPECT_NE(text.find("the largest of 2 ages"), std::string::npos) << text;
  EXPECT_NE(text.find("%  Server.p[0] computes serve.c (line 4)"), std::string::npos) << text;
  EXPECT_NE(text.find("%  other: Server.p[0] computes serve.c (line 4)"), std::string::npos)
      << text;
}

TEST(SlowRequest, SleepingIsNotComputing) {
  std::string text = kTwoClients;
  text.replace(text.find("compute 10us"), std::string("compute").size(), "sleep");
  const auto made = record_on(simple_machine(), text.c_str());
  const auto slow = profiles::slow_of(made.trace, {"done.f", kOldest});
  ASSERT_TRUE(slow) << slow.error().message;
  const std::string lines = profiles::slow_lines(*slow);
  EXPECT_NE(lines.find("%  other: Server.p[0] sleeps serve.c (line 4)"), std::string::npos)
      << lines;
  EXPECT_EQ(lines.find("computes"), std::string::npos) << lines;
  const auto why = profiles::why_of(made.trace);
  ASSERT_TRUE(why) << why.error().message;
  EXPECT_EQ(why->shares.at(0).what, "compute");
  EXPECT_EQ(why->shares.at(0).kind, "sleep");
  EXPECT_NE(profiles::why_lines(*why, why->path_s).find("less time asleep in Server.p"),
            std::string::npos);
}

TEST(SlowRequest, OfAFunctionalityThatNoRequestFiredHasAReason) {
  const auto made = record_on(simple_machine(), kTwoClients);
  for (const char* ftag : {"ask.f", "none.f"}) {
    const auto slow = explain_slow(made.trace, {ftag, kOldest});
    ASSERT_TRUE(slow) << slow.error().message;
    EXPECT_EQ(slow->no_request, std::string("no request fired '") + ftag + "'");
  }
  const auto late = explain_slow(made.trace, {"done.f", kOldest, 1'000'000'000});
  ASSERT_TRUE(late) << late.error().message;
  EXPECT_EQ(late->no_request, "no request fired 'done.f'");
}

RC_GTEST_PROP(SlowRequest, ThePartsOfAnyRequestAddUpToItsAge, ()) {
  const auto made = record_prediction(random_blueprint(*rc::gen::arbitrary<std::uint64_t>(), true));
  for (const auto& row : made.latencies.requests) {
    for (const statistics::QuantileShare quantile : {statistics::kP50, statistics::kP99, kOldest}) {
      const auto slow = explain_slow(made.trace, {row.ftag, quantile});
      RC_ASSERT(slow.has_value());
      if (!slow->no_request.empty()) {
        continue;
      }
      RC_ASSERT(slow->at.age() == length_of(slow->own) + length_of(slow->other));
    }
  }
}

}  // namespace
}  // namespace dps::traces
