#include "profiles/traces/spool.h"

#include <gtest/gtest.h>

#include "tests/profiles/traces/small_trace.h"

namespace dps::traces {
namespace {

/// `count` events of each process, at the instants 0, 10, 20, …
std::vector<Recorded> steps(int count) {
  std::vector<Recorded> events;
  for (Ticks i = 0; i < count; ++i) {
    for (const std::uint32_t process : {1U, 0U}) {
      events.emplace_back(process, event_at(10 * i, EventKind::kWait));
    }
  }
  return events;
}

std::vector<Ticks> times_of(const Trace& trace, std::uint32_t process) {
  std::vector<Ticks> times;
  for (const Event& event : events_of(trace, process)) {
    times.push_back(event.time);
  }
  return times;
}

TraceHead limited(const Limits& limits) {
  TraceHead head = small_head();
  head.limits = limits;
  return head;
}

TEST(Spool, KeepsTheEventsOfEachProcessInOrderWhateverTheBatch) {
  for (const std::size_t batch : {1U, 2U, 3U, 100U}) {
    const Trace trace = trace_of(small_head(), steps(4), batch);
    EXPECT_EQ(times_of(trace, 0), (std::vector<Ticks>{0, 10, 20, 30})) << batch;
    EXPECT_EQ(times_of(trace, 1), (std::vector<Ticks>{0, 10, 20, 30})) << batch;
    EXPECT_TRUE(trace.head().has_all_events());
  }
}

TEST(Spool, KeepsTheFirstEventsAndCountsTheOthers) {
  const Trace trace = trace_of(limited({3, Keep::kFirst}), steps(5));
  EXPECT_EQ(times_of(trace, 0), (std::vector<Ticks>{0, 10, 20}));
  EXPECT_EQ(trace.head().processes[0].events, 3U);
  EXPECT_EQ(trace.head().processes[0].left_out_before, 0U);
  EXPECT_EQ(trace.head().processes[0].left_out_after, 2U);
}

TEST(Spool, KeepsTheLastEventsAndCountsTheOthers) {
  for (const std::size_t batch : {1U, 3U, 7U, 100U}) {
    const Trace trace = trace_of(limited({3, Keep::kLast}), steps(5), batch);
    EXPECT_EQ(times_of(trace, 1), (std::vector<Ticks>{20, 30, 40})) << batch;
    EXPECT_EQ(trace.head().processes[1].events, 3U);
    EXPECT_EQ(trace.head().processes[1].left_out_before, 2U);
    EXPECT_EQ(trace.head().processes[1].left_out_after, 0U);
  }
}

TEST(Spool, AWindowBeginsWithItsFirstInstantAndEndsBeforeItsLast) {
  const Trace trace = trace_of(limited({100, Keep::kFirst, 10, 30}), steps(5));
  EXPECT_EQ(times_of(trace, 0), (std::vector<Ticks>{10, 20}));
  EXPECT_EQ(trace.head().processes[0].left_out_before, 1U);
  EXPECT_EQ(trace.head().processes[0].left_out_after, 2U);
  EXPECT_FALSE(trace.head().has_all_events());
}

TEST(Spool, AllProcessesShareTheLargestNumberOfEvents) {
  const Trace trace = trace_of(limited({kMostEvents, Keep::kFirst}), {});
  EXPECT_EQ(trace.head().limits.events, kMostEvents / 2);
}

/// 32 bytes per event: 64 MiB are obsolete after 2^21 events.
TEST(Spool, ReplacesItsFileWhenMostOfItIsObsolete) {
  constexpr Ticks kEvents = 5'000'000;
  auto spool = Spool::make(limited({1000, Keep::kLast}), 100'000);
  ASSERT_TRUE(spool.has_value());
  for (Ticks i = 0; i < kEvents; ++i) {
    spool->add(static_cast<std::uint32_t>(i % 7 == 0 ? 1 : 0),
               plain_record(EventKind::kWait, 0, i));
  }
  const auto trace = spool->finish("");
  ASSERT_TRUE(trace.has_value());
  EXPECT_EQ(times_of(*trace, 0).back(), kEvents - 1);
  EXPECT_EQ(times_of(*trace, 0).size(), 1000U);
  EXPECT_EQ(times_of(*trace, 1).size(), 1000U);
  for (const Ticks time : times_of(*trace, 1)) {
    EXPECT_EQ(time % 7, 0);
  }
}

}  // namespace
}  // namespace dps::traces
