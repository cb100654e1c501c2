// Events of a run, in the order in which they were recorded, become a trace.
#include "profiles/traces/run_spool.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/profiles/traces/small_trace.h"

namespace dps::traces {
namespace {

Record wait_at(Ticks time, std::uint32_t mark = 0) {
  Event event = event_at(time, EventKind::kComputationBegin);
  event.element = mark;
  return record_of(event);
}

/// The times and marks of a process in the file.
std::vector<std::pair<Ticks, std::uint64_t>> marks_of(const Trace& trace, std::uint32_t process) {
  std::vector<std::pair<Ticks, std::uint64_t>> found;
  for (const RecordExtent& extent : trace.extents(process)) {
    std::vector<std::byte> bytes(extent.count * kRecordBytes);
    EXPECT_TRUE(trace.read(extent.offset, bytes).has_value());
    for (std::size_t at = 0; at < bytes.size(); at += kRecordBytes) {
      const Event event =
          event_of(load(std::span<const std::byte>(bytes).subspan(at).first<kRecordBytes>()));
      found.emplace_back(event.time, event.element);
    }
  }
  return found;
}

RC_GTEST_PROP(RunSpool, SortsByTimeAndKeepsTheOrderOfEqualTimes, ()) {
  const auto times = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 30));
  const auto batch = *rc::gen::inRange<std::size_t>(1, 9);
  auto spool = RunSpool::make(2, batch);
  RC_ASSERT(spool.has_value());
  std::vector<std::pair<Ticks, std::uint64_t>> expected;
  for (const int time : times) {
    const auto mark = static_cast<std::uint32_t>(expected.size());
    expected.emplace_back(time, mark);
    const Record record = wait_at(time, mark);
    spool->add(0, {&record, 1});
  }
  const Record other = wait_at(7, 3);
  spool->add(1, {&other, 1});
  const auto trace = spool->finish(small_head());
  RC_ASSERT(trace.has_value());
  std::stable_sort(expected.begin(), expected.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  RC_ASSERT(marks_of(*trace, 0) == expected);
  RC_ASSERT(trace->head().processes[0].events == expected.size());
  RC_ASSERT((marks_of(*trace, 1) == std::vector<std::pair<Ticks, std::uint64_t>>{{7, 3}}));
}

TEST(RunSpool, CountsLeftOutEventsAlsoOfAProcessWithoutEvents) {
  auto spool = RunSpool::make(2);
  ASSERT_TRUE(spool.has_value());
  spool->set_left_out(0, 1, 2);
  spool->set_left_out(1, 0, 5);
  const auto trace = spool->finish(small_head());
  ASSERT_TRUE(trace.has_value());
  EXPECT_EQ(trace->head().processes[0].left_out_before, 1U);
  EXPECT_EQ(trace->head().processes[0].left_out_after, 2U);
  EXPECT_EQ(trace->head().processes[1].left_out_after, 5U);
  EXPECT_EQ(trace->head().event_count(), 0U);
}

}  // namespace
}  // namespace dps::traces
