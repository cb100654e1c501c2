#include "profiles/reports/timeline.h"

#include <numeric>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "profiles/traces/spans.h"
#include "tests/profiles/reports/decoded.h"
#include "tests/profiles/traces/random_blueprint.h"
#include "tests/profiles/traces/recorded_prediction.h"

namespace dps::reports {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& text) {
  return text.get<std::string>();
}

RC_GTEST_PROP(TimelineData, HasTheIntervalsOfTheTrace, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  const auto made = traces::record_prediction(traces::random_blueprint(seed));
  const auto timeline = timeline_of(made.trace);
  RC_ASSERT(timeline.has_value());
  const Json& spans = (*timeline)["spans"];
  const auto kinds = decoded(text_of(spans["kinds"]));
  const auto begins = decoded_signed(text_of(spans["begins"]));
  const auto lengths = decoded(text_of(spans["lengths"]));
  std::size_t next = 0;
  for (std::uint32_t p = 0; p < made.trace.head().processes.size(); ++p) {
    const std::size_t first = next;
    traces::Ticks begin = 0;
    bool is_equal = true;
    RC_ASSERT(traces::for_each_span(made.trace, p, [&](const traces::TraceSpan& span) {
                is_equal = is_equal && next < kinds.size();
                if (is_equal) {
                  begin += begins[next];
                  is_equal = kinds[next] == static_cast<std::uint64_t>(span.kind) &&
                             begin == span.begin &&
                             lengths[next] == static_cast<std::uint64_t>(span.length());
                }
                ++next;
              }).has_value());
    RC_ASSERT(is_equal);
    RC_ASSERT(spans["counts"][p].get<std::size_t>() == next - first);
  }
  RC_ASSERT(next == kinds.size());
}

RC_GTEST_PROP(TimelineData, ThePathCoversTheTimeToItsEnd, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  const auto made = traces::record_prediction(traces::random_blueprint(seed));
  const auto timeline = timeline_of(made.trace);
  RC_ASSERT(timeline.has_value());
  const Json& path = (*timeline)["path"];
  RC_PRE(!path.contains("reason"));
  const auto lengths = decoded(text_of(path["lengths"]));
  RC_ASSERT(lengths.size() == path["count"].get<std::size_t>());
  RC_ASSERT(std::accumulate(lengths.begin(), lengths.end(), std::uint64_t{0}) ==
            path["end"].get<std::uint64_t>());
}

/// Twenty messages, one after the other.
constexpr const char* kTwenty = R"(
I Ball.i 1 Ball.m
O Ball.o B.p -t Ball.m
O Back.o A.p -t Ball.m
C Play.c sleep 1ms
F serve.f NULL NULL Ball.o SAME
F play.f Ball.i Play.c Ball.o SAME*9,NULL
F return.f Ball.i Play.c Back.o SAME*9,NULL
U a.u serve.f play.f
U b.u return.f
P A.p 1 a.u
P B.p 1 b.u
)";

TEST(TimelineData, EveryTakenMessageIsThereOnce) {
  std::uint64_t all_used = 0;
  for (std::uint64_t seed = 11; seed < 31; ++seed) {
    const auto made = traces::record_prediction(traces::random_blueprint(seed));
    const auto timeline = timeline_of(made.trace);
    ASSERT_TRUE(timeline.has_value());
    std::uint64_t taken = 0;
    for (const auto& sums : made.sums) {
      taken += sums.traffic.msgs_in;
    }
    const Json& messages = (*timeline)["messages"];
    EXPECT_EQ(messages["count"], taken);
    for (const char* key : {"from", "to", "types", "sends", "send_lengths", "arrivals", "takes",
                            "take_lengths", "uses", "bytes", "numbers"}) {
      EXPECT_EQ(decoded(text_of(messages[key])).size(), taken) << key;
    }
    std::uint64_t used = 0;
    for (const statistics::MessageLatency& row : made.latencies.messages) {
      used += row.times.total.count();
    }
    const auto uses = decoded(text_of(messages["uses"]));
    EXPECT_EQ(uses.size() - static_cast<std::size_t>(std::count(uses.begin(), uses.end(), 0U)),
              used)
        << seed;
    all_used += used;
  }
  EXPECT_GT(all_used, 0U);
}

TEST(TimelineData, TheEarliestEventsAreKeptIfThereAreTooMany) {
  const auto made = traces::record_prediction(kTwenty);
  const auto whole = timeline_of(made.trace);
  const auto part = timeline_of(made.trace, made.trace.head().event_count() / 2);
  ASSERT_TRUE(whole.has_value() && part.has_value());
  EXPECT_TRUE((*whole)["ends_before"].is_null());
  EXPECT_TRUE((*part)["ends_before"].is_number());
  const auto all = decoded(text_of((*whole)["spans"]["kinds"])).size();
  const auto kept = decoded(text_of((*part)["spans"]["kinds"])).size();
  EXPECT_GT(kept, 0U);
  EXPECT_LT(kept, all);
  EXPECT_EQ((*part)["path"], (*whole)["path"]);
}

}  // namespace
}  // namespace dps::reports
