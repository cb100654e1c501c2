#include "simulator/process/books.h"

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

RecordMemory memory_for(const std::vector<FlowRow>& rows) {
  profiles::PageShape shape;
  shape.functionalities = {1};
  shape.flows = rows;
  return RecordMemory(shape);
}

TEST(Books, CountInTheRowOfThePairTypeAndDirection) {
  const std::vector<FlowRow> rows = {row(0, 7, true), row(0, 7, false), row(7, 0, false)};
  RecordMemory memory = memory_for(rows);
  Books books(memory.page, rows);
  EXPECT_TRUE(books.sent(ProcessId{0}, MessageId{7}, 10));
  EXPECT_TRUE(books.sent(ProcessId{0}, MessageId{7}, 10));
  EXPECT_TRUE(books.taken(ProcessId{0}, MessageId{7}, 5));
  EXPECT_TRUE(books.late(ProcessId{7}, MessageId{0}));
  EXPECT_TRUE(books.unclaimed({MessageId{7}, ProcessId{0}, 0, 3}));

  const auto flows = memory.page.read().value().flows;
  ASSERT_EQ(flows.size(), 3U);
  EXPECT_EQ(flows[0], (FlowRow{ProcessId{0}, MessageId{7}, true, 2, 20, 0, 0}));
  EXPECT_EQ(flows[1], (FlowRow{ProcessId{0}, MessageId{7}, false, 1, 5, 0, 3}));
  EXPECT_EQ(flows[2], (FlowRow{ProcessId{7}, MessageId{0}, false, 0, 0, 1, 0}));
}

TEST(Books, RefuseAPairWithoutARow) {
  const std::vector<FlowRow> rows = {row(1, 1, true)};
  RecordMemory memory = memory_for(rows);
  Books books(memory.page, rows);
  EXPECT_FALSE(books.taken(ProcessId{1}, MessageId{1}, 0));
  EXPECT_FALSE(books.sent(ProcessId{1}, MessageId{2}, 0));
  EXPECT_FALSE(books.late(ProcessId{2}, MessageId{1}));
}

TEST(Books, AProcessWithoutMessagesHasNone) {
  RecordMemory memory = memory_for({});
  Books books(memory.page, {});
  EXPECT_FALSE(books.taken(ProcessId{0}, MessageId{0}, 0));
}

TEST(Books, KnowTheSizeOfTheNewestMessageOfATypeAndSender) {
  const std::vector<FlowRow> rows = {row(1, 1, false)};
  RecordMemory memory = memory_for(rows);
  Books books(memory.page, rows);
  EXPECT_EQ(books.newest_bytes(ProcessId{1}, MessageId{1}), 0U);
  books.taken(ProcessId{1}, MessageId{1}, 8);
  books.taken(ProcessId{1}, MessageId{1}, 12);
  EXPECT_EQ(books.newest_bytes(ProcessId{1}, MessageId{1}), 12U);
}

RC_GTEST_PROP(Books, FindEveryRowHoweverManyThereAre,
              (const std::set<std::tuple<std::uint16_t, std::uint8_t, bool>>& keys)) {
  std::vector<FlowRow> rows;
  for (const auto& [peer, mid, outgoing] : keys) {
    rows.push_back(row(peer, mid, outgoing));
  }
  RecordMemory memory = memory_for(rows);
  Books books(memory.page, rows);
  std::uint64_t bytes = 0;
  for (FlowRow& one : rows) {
    one.messages = 1;
    one.bytes = ++bytes;
    const bool counted = one.outgoing ? books.sent(one.peer, one.mid, one.bytes)
                                      : books.taken(one.peer, one.mid, one.bytes);
    RC_ASSERT(counted);
  }
  RC_ASSERT(memory.page.read().value().flows == rows);
}

}  // namespace
}  // namespace dps::simulator
