#include "profiles/traces/latencies.h"

#include <map>
#include <optional>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/profiles/traces/naive_totals.h"
#include "tests/profiles/traces/random_blueprint.h"
#include "tests/profiles/traces/recorded_prediction.h"
#include "tests/profiles/traces/small_trace.h"

namespace dps::traces {
namespace {

using statistics::Histogram;

RC_GTEST_PROP(TraceLatencies, AreThoseOfThePrediction, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  const bool free = *rc::gen::inRange(0, 4) == 0;
  const auto made = record_prediction(random_blueprint(seed), {}, free, 1 + seed % 50);
  const auto of = latencies_of(made.trace);
  RC_ASSERT(of.has_value());
  RC_ASSERT((*of == made.latencies));
}

RC_GTEST_PROP(TraceLatencies, OfRequestsAreThoseOfThePrediction, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  const auto made = record_prediction(random_blueprint(seed, true), {}, false, 1 + seed % 50);
  const auto of = latencies_of(made.trace);
  RC_LOG() << random_blueprint(seed, true);
  RC_ASSERT(of.has_value());
  RC_ASSERT((of->requests == made.latencies.requests));
  RC_ASSERT((of->windows == made.latencies.windows));
  RC_ASSERT((of->collectives == made.latencies.collectives));
  RC_ASSERT((*of == made.latencies));
}

/// The ages of requests, from the events of a process.
struct NaiveAges {
  std::map<std::string, Histogram> ages;  ///< by functionality
  std::map<std::string, std::uint64_t> begun;
};

NaiveAges naive_ages(const Trace& trace) {
  NaiveAges found;
  const TraceHead& head = trace.head();
  for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
    std::optional<Ticks> begin;
    std::string firing;
    const auto done = for_each_event(trace, p, [&](const Event& event) {
      if (event.kind == EventKind::kRequest) {
        begin = event.work;
      } else if (event.kind == EventKind::kFunctionalityBegin) {
        firing = head.functionality_line(p, event.element).tag;
        if (begin) {
          found.ages[firing].add(static_cast<std::uint64_t>(event.time - *begin));
        }
        begin.reset();
      } else if (event.kind == EventKind::kRequestBegin) {
        ++found.begun[firing];
      }
    });
    EXPECT_TRUE(done.has_value());
  }
  return found;
}

RC_GTEST_PROP(TraceLatencies, AgesAreFromTheBeginToEachFiring, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  const auto made = record_prediction(random_blueprint(seed, true));
  NaiveAges expected = naive_ages(made.trace);
  std::map<std::string, Histogram> ages;
  std::map<std::string, std::uint64_t> begun;
  for (const statistics::RequestLatency& row : made.latencies.requests) {
    if (!row.age.empty()) {
      ages[row.ftag].merge(row.age);
    }
    if (row.begun > 0) {
      begun[row.ftag] += row.begun;
    }
  }
  RC_ASSERT((ages == expected.ages));
  RC_ASSERT(begun == expected.begun);
}

TEST(TraceLatencies, AnAgeBeginsWhenTheTimerWasDue) {
  const auto made = record_prediction(
      "I Tick.i 1 Tick.m\nI Ask.i 1 Ask.m\nI End.i 1 End.m\nC Busy.c compute 5us\n"
      "O Tick.o A.p[0] -t Tick.m -d 1us\nO Ask.o B.p -t Ask.m -new\nO End.o ORIGIN -t End.m\n"
      "F start.f NULL Busy.c Tick.o SAME\nF tick.f Tick.i Busy.c Ask.o SAME\n"
      "F end.f End.i NULL NULL NULL\nF serve.f Ask.i NULL End.o NULL\n"
      "U a.fu start.f tick.f end.f\nU b.fu serve.f\nP A.p 1 a.fu\nP B.p 1 b.fu\n",
      {}, true);
  ASSERT_EQ(made.latencies.requests.size(), 3U);
  // The timer is due at 1 us, taken at 5 us, and the computation ends at 10 us.
  EXPECT_EQ(made.latencies.requests[0].ftag, "tick.f");
  EXPECT_EQ(made.latencies.requests[0].begun, 1U);
  EXPECT_TRUE(made.latencies.requests[0].age.empty());
  EXPECT_EQ(made.latencies.requests[1].ftag, "end.f");
  EXPECT_EQ(made.latencies.requests[1].age.max(), 9'000'000U);
  EXPECT_EQ(made.latencies.requests[2].ftag, "serve.f");
  EXPECT_EQ(made.latencies.requests[2].age.min(), 9'000'000U);
}

TEST(TraceLatencies, AMessageWaitsInItsSenderUntilAReceiverHasAnswered) {
  const auto made = record_prediction(
      "I Job.i 1 Job.m\nI Done.i 3 Done.m\nC Work.c compute 5us\n"
      "O Job.o B.p -t Job.m -n 3 -window 1\nO Done.o ACK -t Done.m\n"
      "F ask.f NULL NULL Job.o SAME\nF done.f Done.i NULL NULL NULL\n"
      "F work.f Job.i Work.c Done.o SAME\nU a.fu ask.f done.f\nU b.fu work.f\n"
      "P A.p 1 a.fu\nP B.p 1 -server b.fu\n",
      {}, true);
  const auto of = latencies_of(made.trace);
  ASSERT_TRUE(of);
  EXPECT_EQ(of->windows, made.latencies.windows);
  ASSERT_EQ(of->windows.size(), 1U);
  EXPECT_EQ(of->windows[0].ptag, "A.p");
  EXPECT_EQ(of->windows[0].otag, "Job.o");
  EXPECT_EQ(of->windows[0].longest_queue, 2U);
  Histogram waited;  // the second one until 5 us, the third one until 10 us
  waited.add(0);
  waited.add(5'000'000);
  waited.add(10'000'000);
  EXPECT_EQ(of->windows[0].waited, waited);
}

RC_GTEST_PROP(TraceLatencies, EndAtTheUsesThatTheLanguageDefines, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  const auto made = record_prediction(random_blueprint(seed));
  const auto expected = naive_totals(made.program, made.trace);
  std::size_t rows = 0;
  for (std::uint32_t mid = 0; mid < made.program.message_types.size(); ++mid) {
    const NaiveTotals& of = expected[mid];
    if (of.totals.empty() && of.unclaimed.count == 0) {
      continue;
    }
    RC_ASSERT(rows < made.latencies.messages.size());
    const statistics::MessageLatency& row = made.latencies.messages[rows++];
    RC_ASSERT(row.mtag == made.program.message_types[mid].mtag);
    Histogram totals;
    for (const std::uint64_t total : of.totals) {
      totals.add(total);
    }
    RC_ASSERT((row.times.total == totals));
    RC_ASSERT((row.times.unclaimed == of.unclaimed));
  }
  RC_ASSERT(rows == made.latencies.messages.size());
}

/// The sum over all messages of the type, in picoseconds.
Histogram::Sum sum_of(const Histogram& of) {
  return of.parts().sum;
}

RC_GTEST_PROP(TraceLatencies, PartsAddUpAndEveryTakenMessageCounts, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  const auto made = record_prediction(random_blueprint(seed));
  std::uint64_t taken = 0;
  for (std::uint32_t p = 0; p < made.trace.head().processes.size(); ++p) {
    RC_ASSERT(for_each_event(made.trace, p, [&](const Event& event) {
                taken += event.kind == EventKind::kTake && !event.has(Flag::kTimer) ? 1 : 0;
              }).has_value());
  }
  std::uint64_t counted = 0;
  for (const statistics::MessageLatency& row : made.latencies.messages) {
    const statistics::MessageTimes& times = row.times;
    counted += times.total.count() + times.unclaimed.count;
    RC_ASSERT(times.kept.count() == times.total.count());
    RC_ASSERT((sum_of(times.total) ==
               sum_of(times.under_way) + sum_of(times.queued) + sum_of(times.kept)));
  }
  RC_ASSERT(counted == taken);
}

/// Message 1 from A to B in a run: B waits from `waits` on, and takes it at 500.
Trace run_with_wait_at(Ticks waits, Ticks begun = 200) {
  TraceHead head = small_head();
  head.kind = TraceKind::kRun;
  head.unit = TimeUnit::kNanoseconds;
  return trace_of(head, {{0, message_at(begun, EventKind::kSendBegin, 1, 1)},
                         {0, message_at(begun + 10, EventKind::kSendEnd, 1, 1)},
                         {1, event_at(waits, EventKind::kWait)},
                         {1, message_at(400, EventKind::kArrival, 0, 1)},
                         {1, message_at(500, EventKind::kTake, 0, 1)}});
}

statistics::MessageTimes times_of(const Trace& trace) {
  const auto of = latencies_of(trace);
  EXPECT_TRUE(of.has_value());
  EXPECT_EQ(of->messages.size(), 1U);
  return of->messages.empty() ? statistics::MessageTimes{} : of->messages[0].times;
}

TEST(TraceLatenciesOfRuns, AMessageIsSplitIfItsReceiverWaitedWhenTheSendBegan) {
  statistics::MessageTimes expected;
  expected.add(200, 100);
  EXPECT_EQ(times_of(run_with_wait_at(200)), expected);
  EXPECT_EQ(latencies_of(run_with_wait_at(200))->ticks_per_second, 1'000'000'000U);
}

TEST(TraceLatenciesOfRuns, TheSplitOfOtherMessagesIsUnknown) {
  statistics::MessageTimes expected;
  expected.add_unsplit(300);
  EXPECT_EQ(times_of(run_with_wait_at(201)), expected);
}

TEST(TraceLatenciesOfRuns, ATimeThatIsNegativeByTheClocksIsZero) {
  statistics::MessageTimes expected;
  expected.add_unsplit(0);
  EXPECT_EQ(times_of(run_with_wait_at(350, 900)), expected);
}

/// B.p[0], in its first unit, takes the message at 500 and fires f.f at 520. It may have begun that
/// unit before the trace.
Trace run_with_uses(bool begins, std::vector<Recorded> more = {}) {
  TraceHead head = small_head_with_uses();
  head.kind = TraceKind::kRun;
  head.unit = TimeUnit::kNanoseconds;
  head.processes[1].left_out_before = begins ? 0 : 7;
  std::vector<Recorded> events;
  if (begins) {
    events.push_back({1, event_at(150, EventKind::kUnitBegin)});
  }
  events.insert(events.end(), more.begin(), more.end());
  for (const Recorded& event : {Recorded{0, message_at(300, EventKind::kSendBegin, 1, 1)},
                                Recorded{1, event_at(300, EventKind::kWait)},
                                Recorded{1, message_at(400, EventKind::kArrival, 0, 1)},
                                Recorded{1, message_at(500, EventKind::kTake, 0, 1)},
                                Recorded{1, event_at(520, EventKind::kFunctionalityBegin)}}) {
    events.push_back(event);
  }
  return trace_with(head, events);
}

TEST(TraceLatenciesOfRuns, TheFiringThatFollowsATakeHasItsInstant) {
  EXPECT_EQ(times_of(run_with_uses(true)).total.max(), 200U);
}

TEST(TraceLatenciesOfRuns, AMessageWhoseUseDependsOnMissingEventsDoesNotCount) {
  EXPECT_TRUE(latencies_of(run_with_uses(false))->messages.empty());
}

TEST(TraceLatenciesOfRuns, AUnitThatUsesEachMessageAtOnceNeedsNoEarlierEvents) {
  const auto of =
      latencies_of(run_with_uses(false, {{1, event_at(200, EventKind::kFunctionalityEnd)}}));
  ASSERT_EQ(of->messages.size(), 1U);
  EXPECT_EQ(of->messages[0].times.total.max(), 200U);
}

/// B.p[0] began its second unit before the trace: f.f uses each Job.m at once, g.f fires when two
/// of three Ok.m of a request have been taken.
TEST(TraceLatenciesOfRuns, AQuorumDoesNotHideTheOtherTypesOfItsUnit) {
  constexpr std::uint32_t kJob = 0;
  constexpr std::uint32_t kOk = 1;
  constexpr std::uint32_t kUsesJob = 1;
  constexpr std::uint32_t kUsesOk = 2;
  TraceHead head = small_head_with_uses();
  head.kind = TraceKind::kRun;
  head.unit = TimeUnit::kNanoseconds;
  head.message_types = {"Job.m", "Ok.m"};
  head.outputs = {{7, kJob}, {7, kOk}};
  head.collections = {{{{kJob, 1, 1}}}, {{{kOk, 2, 3}}, true}};
  head.uses[0].early = {0, 0};
  head.processes[1].left_out_before = 7;
  const auto message = [](Ticks time, EventKind kind, std::uint32_t peer, std::uint32_t element) {
    Event event = message_at(time, kind, peer, 1 + element);
    event.element = element;
    return event;
  };
  const Trace trace =
      trace_with(head, {{1, event_at(200, EventKind::kFunctionalityEnd, kUsesJob)},
                        {0, message(300, EventKind::kSendBegin, 1, kJob)},
                        {1, event_at(300, EventKind::kWait)},
                        {0, message(310, EventKind::kSendBegin, 1, kOk)},
                        {1, message(400, EventKind::kArrival, 0, kJob)},
                        {1, message(410, EventKind::kArrival, 0, kOk)},
                        {1, message(500, EventKind::kTake, 0, kJob)},
                        {1, event_at(520, EventKind::kFunctionalityBegin, kUsesJob)},
                        {1, event_at(530, EventKind::kFunctionalityEnd, kUsesJob)},
                        {1, message(600, EventKind::kTake, 0, kOk)},
                        {1, event_at(620, EventKind::kFunctionalityBegin, kUsesOk)}});
  const auto of = latencies_of(trace);
  ASSERT_TRUE(of.has_value());
  ASSERT_EQ(of->messages.size(), 1U);
  EXPECT_EQ(of->messages[0].mtag, "Job.m");
  EXPECT_EQ(of->messages[0].times.total.max(), 200U);
}

TEST(TraceLatenciesOfRuns, MessagesThatAreUsedBeforeTheMeasuredTimeDoNotCount) {
  EXPECT_EQ(latencies_of(run_with_uses(true), 500)->messages.size(), 1U);
  EXPECT_TRUE(latencies_of(run_with_uses(true), 501)->messages.empty());
}

TEST(TraceLatenciesOfRuns, AMessageWithAMissingEndDoesNotCount) {
  TraceHead head = small_head();
  const Trace trace = trace_of(head, {{0, message_at(100, EventKind::kSendBegin, 1, 1)},
                                      {1, message_at(400, EventKind::kArrival, 0, 2)},
                                      {1, message_at(500, EventKind::kTake, 0, 2)}});
  EXPECT_TRUE(latencies_of(trace)->messages.empty());
}

}  // namespace
}  // namespace dps::traces
