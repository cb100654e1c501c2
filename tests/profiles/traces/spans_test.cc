#include "profiles/traces/spans.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/profiles/traces/random_blueprint.h"
#include "tests/profiles/traces/recorded_prediction.h"
#include "tests/profiles/traces/small_trace.h"

namespace dps::traces {
namespace {

using Kind = EventKind;

std::vector<std::string> spans_of(const Trace& trace, std::uint32_t process) {
  std::vector<std::string> spans;
  const auto done = for_each_span(trace, process, [&](const TraceSpan& span) {
    const Line* line = line_of(trace.head(), process, process, span);
    const std::string name = line != nullptr                ? line->tag
                             : span.kind == SpanKind::kWait ? "wait"
                                                            : "take";
    spans.push_back(fmt::format("{} {}-{}", name, span.begin, span.end));
  });
  EXPECT_TRUE(done) << done.error().message;
  return spans;
}

Event take_at(Ticks time, Ticks work, bool waited) {
  Event event = message_at(time, Kind::kTake, 1, 1);
  event.work = work;
  event.flags = waited ? Flag::kWaited : 0;
  return event;
}

std::vector<Recorded> whole_process() {
  return {{0, event_at(0, Kind::kProcessBegin)},
          {0, event_at(0, Kind::kUnitBegin, 0)},
          {0, event_at(1, Kind::kWait)},
          {0, message_at(4, Kind::kArrival, 1, 1)},
          {0, take_at(6, 1, true)},
          {0, event_at(6, Kind::kFunctionalityBegin, 0)},
          {0, event_at(6, Kind::kComputationBegin, 0)},
          {0, event_at(10, Kind::kComputationEnd, 0)},
          {0, message_at(10, Kind::kSendBegin, 1, 1)},
          {0, message_at(12, Kind::kSendEnd, 1, 1)},
          {0, event_at(12, Kind::kFunctionalityEnd, 0)},
          {0, event_at(12, Kind::kUnitEnd, 0)},
          {0, event_at(12, Kind::kUnitBegin, 1)},
          {0, event_at(12, Kind::kWait)},
          {0, event_at(20, Kind::kUnitEnd, 1)},
          {0, event_at(20, Kind::kProcessEnd)}};
}

TEST(Spans, OuterOnesComeFirst) {
  EXPECT_EQ(spans_of(trace_of(small_head(), whole_process()), 0),
            (std::vector<std::string>{"A.p 0-20", "one.u 0-12", "wait 1-5", "take 5-6", "f.f 6-12",
                                      "work.c 6-10", "out.o 10-12", "two.u 12-20", "wait 12-20"}));
}

TEST(Spans, ThatBeginBeforeTheFirstEventBeginWithIt) {
  TraceHead head = small_head();
  head.limits.from = 7;
  EXPECT_EQ(spans_of(trace_of(head, whole_process()), 0),
            (std::vector<std::string>{"A.p 10-20", "one.u 10-12", "f.f 10-12", "work.c 10-10",
                                      "out.o 10-12", "two.u 12-20", "wait 12-20"}));
}

TEST(Spans, ThatEndAfterTheLastEventEndWithIt) {
  TraceHead head = small_head();
  head.limits.to = 11;
  EXPECT_EQ(spans_of(trace_of(head, whole_process()), 0),
            (std::vector<std::string>{"A.p 0-20", "one.u 0-10", "wait 1-5", "take 5-6", "f.f 6-10",
                                      "work.c 6-10", "out.o 10-10"}));
}

TEST(Spans, AUnitLastsUntilALateMessageThatIsItsLastEvent) {
  std::vector<Recorded> events = whole_process();
  events.insert(events.end() - 2, {0, message_at(15, Kind::kLate, 1, 1)});
  TraceHead head = small_head();
  head.limits.to = 16;
  const auto spans = spans_of(trace_of(head, events), 0);
  EXPECT_EQ(std::vector(spans.end() - 2, spans.end()),
            (std::vector<std::string>{"two.u 12-15", "wait 12-15"}));
}

TEST(Spans, OfAKilledProcessEndWithTheProcess) {
  std::vector<Recorded> events = whole_process();
  events.resize(7);  // in the computation
  auto spool = Spool::make(small_head());
  for (const auto& [process, event] : events) {
    spool->add(process, record_of(event));
  }
  spool->ended(0, 9);
  const auto trace = spool->finish("A.p[0] was killed");
  EXPECT_EQ(spans_of(*trace, 0), (std::vector<std::string>{"A.p 0-9", "one.u 0-9", "wait 1-5",
                                                           "take 5-6", "f.f 6-9", "work.c 6-9"}));
}

TEST(Spans, AreInCommonTime) {
  TraceHead head = small_head();
  head.hosts[0] = {"left", 100, 0.1};
  EXPECT_EQ(spans_of(trace_of(head, whole_process()), 0).front(), "A.p 100-122");
}

TEST(Spans, AFunctionalityImpliesItsUnit) {
  TraceHead head = small_head();
  EXPECT_EQ(spans_of(trace_of(head, {{0, event_at(3, Kind::kFunctionalityBegin, 2)},
                                     {0, event_at(5, Kind::kFunctionalityEnd, 2)}}),
                     0),
            (std::vector<std::string>{"A.p 3-5", "two.u 3-5", "g.f 3-5"}));
}

/// Each span lies in the open ones of lower depth, and after the earlier ones of its own.
RC_GTEST_PROP(Spans, NestAndDoNotOverlap, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  Limits limits;
  limits.events = *rc::gen::inRange<std::uint64_t>(1, 200);
  limits.keep = *rc::gen::element(Keep::kFirst, Keep::kLast);
  limits.from = *rc::gen::element(Ticks{0}, Ticks{0}, Ticks{3'000'000});
  limits.to = *rc::gen::element(Ticks{kNoEnd}, Ticks{kNoEnd}, Ticks{50'000'000});
  const auto made = record_prediction(random_blueprint(seed), limits);
  for (std::uint32_t p = 0; p < made.sums.size(); ++p) {
    std::vector<TraceSpan> open;
    Ticks latest = kLeastTicks;
    const auto done = for_each_span(made.trace, p, [&](const TraceSpan& span) {
      RC_ASSERT(span.begin >= latest);
      RC_ASSERT(span.end >= span.begin);
      latest = span.begin;
      while (!open.empty() && depth_of(open.back().kind) >= depth_of(span.kind)) {
        RC_ASSERT(open.back().end <= span.begin);
        open.pop_back();
      }
      RC_ASSERT(open.empty() == (span.kind == SpanKind::kProcess));
      // A take or a wait may follow a functionality, and lies in its unit.
      if (depth_of(span.kind) == 3 && !open.empty() &&
          open.back().kind == SpanKind::kFunctionality && open.back().end < span.end) {
        RC_ASSERT(open.back().end <= span.begin);
        open.pop_back();
      }
      RC_ASSERT((open.empty() || open.back().end >= span.end));
      open.push_back(span);
    });
    RC_ASSERT(done.has_value());
  }
}

}  // namespace
}  // namespace dps::traces
