#include "blueprint/engine/message_table.h"

#include <deque>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace dps::engine {

bool operator==(const Taken& a, const Taken& b) {
  return a.sequence == b.sequence && a.stamp == b.stamp && a.from == b.from && a.unit == b.unit &&
         a.count == b.count;
}

namespace {

Taken message(std::uint64_t sequence, std::uint32_t from = 0, std::uint32_t unit = 0) {
  return {.sequence = sequence, .stamp = 0, .from = ProcessId{from}, .unit = unit, .count = 1};
}

std::vector<Taken> entries(const TakenQueue& queue) {
  return {queue.begin(), queue.end()};
}

/// The model of a TakenQueue: a std::deque with an entry for every message.
class NaiveQueue {
 public:
  void push(const Taken& item) { messages_.push_back(item); }
  void pop(std::uint64_t messages) {
    messages_.erase(messages_.begin(), messages_.begin() + static_cast<std::ptrdiff_t>(messages));
  }
  void prepend(NaiveQueue& older) {
    messages_.insert(messages_.begin(), older.messages_.begin(), older.messages_.end());
    older.messages_.clear();
  }
  [[nodiscard]] std::uint64_t messages() const { return messages_.size(); }
  [[nodiscard]] std::vector<Taken> entries() const { return {messages_.begin(), messages_.end()}; }

 private:
  std::deque<Taken> messages_;
};

TEST(TakenQueue, CountsMessagesNotEntries) {
  TakenQueue queue;
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.messages(), 0U);
  queue.push_merged(message(1));
  queue.push_merged(message(2));
  queue.push_merged(message(3, 1));     // from another process
  queue.push_merged(message(4, 1, 1));  // in another unit
  EXPECT_EQ(queue.messages(), 4U);
  EXPECT_EQ(entries(queue).size(), 3U);
}

TEST(TakenQueue, PopLeavesPartOfAnEntry) {
  TakenQueue queue;
  for (std::uint64_t i = 0; i < 5; ++i) {
    queue.push_merged(message(i));
  }
  queue.pop(2);
  EXPECT_EQ(queue.messages(), 3U);
  EXPECT_EQ(queue.front().count, 3U);
  queue.pop(3);
  EXPECT_TRUE(queue.empty());
}

TEST(TakenQueue, PrependPutsAllOlderMessagesInFront) {
  TakenQueue older;
  older.push(message(1), nullptr);
  older.push(message(2), nullptr);
  TakenQueue queue;
  queue.push(message(3), nullptr);
  queue.prepend(older);
  EXPECT_EQ(entries(queue), (std::vector{message(1), message(2), message(3)}));
  EXPECT_EQ(queue.messages(), 3U);
  EXPECT_TRUE(older.empty());
  EXPECT_EQ(older.messages(), 0U);
}

/// 0: push; 1: pop some; 2: push to the other queue; 3: prepend the other queue.
RC_GTEST_PROP(TakenQueue, DoesAsAPlainQueue, (const std::vector<std::uint8_t>& steps)) {
  TakenQueue queue;
  TakenQueue older;
  NaiveQueue naive;
  NaiveQueue naive_older;
  std::uint64_t sequence = 0;
  for (const std::uint8_t step : steps) {
    const Taken next = message(++sequence);
    if (step % 4 == 0) {
      queue.push(next, nullptr);
      naive.push(next);
    } else if (step % 4 == 1) {
      const std::uint64_t count = step % (naive.messages() + 1);
      queue.pop(count);
      naive.pop(count);
    } else if (step % 4 == 2) {
      older.push(next, nullptr);
      naive_older.push(next);
    } else {
      queue.prepend(older);
      naive.prepend(naive_older);
    }
    RC_ASSERT(queue.messages() == naive.messages());
    RC_ASSERT(entries(queue) == naive.entries());
    RC_ASSERT(entries(older) == naive_older.entries());
  }
}

constexpr MessageId kAsk{3};
constexpr MessageId kAnswer{5};

TEST(MessageTable, KeepsItsRowsInTheOrderOfTheTypes) {
  MessageTable table;
  table.add_type(kAnswer, false);
  table.add_type(kAsk, false);
  table.add_type(kAnswer, true);  // again, by an -early unit
  ASSERT_EQ(table.rows().size(), 2U);
  EXPECT_EQ(table.rows()[0].mid, kAsk);
  EXPECT_FALSE(table.rows()[0].claimable);
  EXPECT_TRUE(table.rows()[1].claimable);
  EXPECT_EQ(table.find(MessageId{4}), nullptr);
}

TEST(MessageTable, FindsARowAmongManyAsAmongFew) {
  MessageTable table;
  for (std::uint32_t mid = 0; mid < 40; mid += 2) {
    table.add_type(MessageId{mid}, false);
  }
  for (std::uint32_t mid = 0; mid < 40; mid += 2) {
    ASSERT_NE(table.find(MessageId{mid}), nullptr);
    EXPECT_EQ(table.find(MessageId{mid})->mid, MessageId{mid});
    EXPECT_EQ(table.find(MessageId{mid + 1}), nullptr);
  }
}

TEST(MessageTable, AMessageOfATypeThatNoUnitListsIsUnclaimed) {
  MessageTable table;
  EXPECT_EQ(table.take(kAsk, message(1, 7, 2)), nullptr);
  EXPECT_EQ(table.take(kAsk, message(2, 7, 2)), nullptr);
  EXPECT_EQ(table.unclaimed(), (std::vector<Unclaimed>{{kAsk, ProcessId{7}, 2, 2}}));
}

/// A table whose active unit counts early messages of type kAsk and has taken some.
class AnEarlyUnit : public testing::Test {
 protected:
  void SetUp() override {
    table_.add_type(kAsk, true);
    begin_unit();
  }
  void begin_unit() {
    row().listed = true;
    table_.take_snapshot(true);
  }
  void take(std::uint64_t sequence) {
    TypeRow* const taken = table_.take(kAsk, message(sequence));
    ASSERT_EQ(taken, &row());
    MessageTable::keep(*taken, message(sequence), 0);
  }
  /// The sequence numbers of the messages that the active unit takes again.
  std::vector<std::uint64_t> take_again() {
    std::vector<std::uint64_t> sequences;
    Taken found;
    while (TypeRow* const again = table_.take_again(found)) {
      MessageTable::keep(*again, found, 0);
      sequences.push_back(found.sequence);
    }
    return sequences;
  }
  TypeRow& row() { return table_.rows()[0]; }

  MessageTable table_;
};

TEST_F(AnEarlyUnit, LeavesUnusedMessagesToTheNextOne) {
  take(1);
  take(2);
  table_.leave_unit();
  EXPECT_EQ(table_.unclaimed(), (std::vector<Unclaimed>{{kAsk, ProcessId{0}, 0, 2}}));
  begin_unit();
  EXPECT_EQ(row().snapshot, 0U) << "unclaimed messages are not in the snapshot";
  EXPECT_EQ(take_again(), (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(row().taken, 2U);
  EXPECT_TRUE(table_.unclaimed().empty()) << "the active unit holds them";
}

TEST_F(AnEarlyUnit, PutsMessagesThatItTookAgainBeforeThoseThatItDidNotReach) {
  take(1);
  take(2);
  take(3);
  table_.leave_unit();
  begin_unit();
  Taken first;
  TypeRow* const again = table_.take_again(first);
  ASSERT_NE(again, nullptr);
  MessageTable::keep(*again, first, 0);
  table_.leave_unit();  // 2 and 3 were not taken again
  begin_unit();
  EXPECT_EQ(take_again(), (std::vector<std::uint64_t>{1, 2, 3}));
}

TEST_F(AnEarlyUnit, DoesNotLeaveMessagesThatItUsed) {
  take(1);
  take(2);
  MessageTable::use(row(), 1);
  table_.leave_unit();
  begin_unit();
  EXPECT_EQ(take_again(), std::vector<std::uint64_t>{2});
}

}  // namespace
}  // namespace dps::engine
