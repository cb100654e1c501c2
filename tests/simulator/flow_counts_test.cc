#include "simulator/process/flow_counts.h"

#include <map>
#include <set>
#include <tuple>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/simulator/record_memory.h"

namespace dps::simulator {
namespace {

using profiles::FlowRow;

FlowRow row(std::uint32_t peer, std::uint32_t mid, bool outgoing) {
  FlowRow row;
  row.peer = ProcessId{peer};
  row.mid = MessageId{mid};
  row.outgoing = outgoing;
  return row;
}

constexpr ProcessId kSelf{9};

events::Message to(std::uint32_t peer, std::uint32_t mid, std::uint64_t bytes) {
  return {kSelf, ProcessId{peer}, MessageId{mid}, false, bytes, 0};
}

events::Message from(std::uint32_t peer, std::uint32_t mid, std::uint64_t bytes) {
  return {ProcessId{peer}, kSelf, MessageId{mid}, false, bytes, 0};
}

events::Message timer(std::uint32_t mid) {
  return {kSelf, kSelf, MessageId{mid}, true, 0, 0};
}

RecordMemory memory_for(const std::vector<FlowRow>& rows) {
  profiles::PageShape shape;
  shape.functionalities = {1};
  for (const FlowRow& row : rows) {
    shape.flows.push_back({row.peer, row.mid, row.outgoing});
  }
  return RecordMemory(shape);
}

TEST(FlowCounts, CountInTheRowOfThePairTypeAndDirection) {
  const std::vector<FlowRow> rows = {row(0, 7, true), row(0, 7, false), row(7, 0, false)};
  RecordMemory memory = memory_for(rows);
  FlowCounts counts(memory.page, rows);
  EXPECT_TRUE(counts.sent(to(0, 7, 10)));
  EXPECT_TRUE(counts.sent(to(0, 7, 10)));
  EXPECT_TRUE(counts.taken(from(0, 7, 5)));
  EXPECT_TRUE(counts.late(from(7, 0, 0)));
  EXPECT_TRUE(counts.unclaimed({MessageId{7}, ProcessId{0}, 0, 3}));

  const auto flows = memory.page.read().value().flows;
  ASSERT_EQ(flows.size(), 3U);
  EXPECT_EQ(flows[0], (FlowRow{{ProcessId{0}, MessageId{7}, true}, 2, 20, 0, 0}));
  EXPECT_EQ(flows[1], (FlowRow{{ProcessId{0}, MessageId{7}, false}, 1, 5, 0, 3}));
  EXPECT_EQ(flows[2], (FlowRow{{ProcessId{7}, MessageId{0}, false}, 0, 0, 1, 0}));
}

TEST(FlowCounts, RefuseAPairWithoutARow) {
  const std::vector<FlowRow> rows = {row(1, 1, true)};
  RecordMemory memory = memory_for(rows);
  FlowCounts counts(memory.page, rows);
  EXPECT_FALSE(counts.taken(from(1, 1, 0)));
  EXPECT_FALSE(counts.sent(to(1, 2, 0)));
  EXPECT_FALSE(counts.late(from(2, 1, 0)));
}

TEST(FlowCounts, AProcessWithoutMessagesHasNoRow) {
  RecordMemory memory = memory_for({});
  FlowCounts counts(memory.page, {});
  EXPECT_FALSE(counts.taken(from(0, 0, 0)));
}

TEST(FlowCounts, HaveTheSizeOfTheNewestMessageOfATypeAndSender) {
  const std::vector<FlowRow> rows = {row(1, 1, false)};
  RecordMemory memory = memory_for(rows);
  FlowCounts counts(memory.page, rows);
  EXPECT_EQ(counts.newest_bytes(ProcessId{1}, MessageId{1}), 0U);
  counts.taken(from(1, 1, 8));
  counts.taken(from(1, 1, 12));
  EXPECT_EQ(counts.newest_bytes(ProcessId{1}, MessageId{1}), 12U);
}

TEST(FlowCounts, NumberTheMessagesOfAPairAndTypeAndTheTimersApart) {
  using Direction = FlowCounts::Direction;
  const std::vector<FlowRow> rows = {row(9, 1, true), row(9, 1, false), row(2, 1, false)};
  RecordMemory memory = memory_for(rows);
  FlowCounts counts(memory.page, rows);
  counts.sent(to(9, 1, 0));
  counts.sent(timer(1));
  counts.sent(to(9, 1, 0));
  EXPECT_EQ(counts.next_number(to(9, 1, 0), Direction::kOutgoing), 3U);
  EXPECT_EQ(counts.next_number(timer(1), Direction::kOutgoing), 2U);
  EXPECT_EQ(counts.next_number(timer(1), Direction::kIncoming), 1U);
  counts.taken(from(2, 1, 0));
  counts.late(from(2, 1, 0));
  EXPECT_EQ(counts.next_number(from(2, 1, 0), Direction::kIncoming), 3U);
  EXPECT_EQ(counts.next_number(from(3, 1, 0), Direction::kIncoming), 0U);
  memory.page.reset(2);
  counts.begin_run();
  EXPECT_EQ(counts.next_number(timer(1), Direction::kOutgoing), 1U);
}

RC_GTEST_PROP(FlowCounts, FindEveryRow,
              (const std::set<std::tuple<std::uint16_t, std::uint8_t, bool>>& keys)) {
  std::vector<FlowRow> rows;
  for (const auto& [peer, mid, outgoing] : keys) {
    rows.push_back(row(peer, mid, outgoing));
  }
  RecordMemory memory = memory_for(rows);
  FlowCounts counts(memory.page, rows);
  std::uint64_t bytes = 0;
  for (FlowRow& one : rows) {
    one.messages = 1;
    one.bytes = ++bytes;
    const bool is_counted =
        one.outgoing ? counts.sent(to(index(one.peer), index(one.mid), one.bytes))
                     : counts.taken(from(index(one.peer), index(one.mid), one.bytes)).has_value();
    RC_ASSERT(is_counted);
  }
  RC_ASSERT(memory.page.read().value().flows == rows);
}

}  // namespace
}  // namespace dps::simulator
