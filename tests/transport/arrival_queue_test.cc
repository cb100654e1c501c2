#include "transport/arrival_queue.h"

#include <deque>
#include <tuple>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace dps::transport {
namespace {

auto fields(const Arrival& arrival) {
  return std::tuple(index(arrival.mid), index(arrival.from), arrival.bytes, arrival.packed,
                    arrival.xdr);
}

Arrival message(std::uint32_t mid, std::uint32_t from = 0) {
  return {.mid = MessageId{mid}, .from = ProcessId{from}};
}

TEST(ArrivalQueue, ReturnsEveryFieldUnchanged) {
  const Arrival arrival{MessageId{0xffffffff}, ProcessId{0xfffffffe}, ArrivalQueue::kLargestBody,
                        false, true};
  ArrivalQueue queue;
  queue.begin_run(0);
  ASSERT_TRUE(queue.push(0, arrival));
  EXPECT_EQ(fields(queue.pop()), fields(arrival));
  EXPECT_TRUE(queue.empty());
}

TEST(ArrivalQueue, ReturnsTheRequestOfEachMessage) {
  ArrivalQueue queue;
  queue.begin_run(0);
  for (std::uint64_t number = 0; number < 6; ++number) {
    Arrival arrival = message(1);
    if (number % 3 != 0) {
      arrival.request = {number, 5, 2};
    }
    ASSERT_TRUE(queue.push(static_cast<std::uint32_t>(number / 3), arrival));
  }
  for (const std::uint64_t run : {0U, 1U}) {
    if (run > 0) {
      EXPECT_EQ(queue.begin_run(1), 0U);
    }
    EXPECT_FALSE(queue.pop().request.exists());
    EXPECT_EQ(queue.pop().request, (Request{3 * run + 1, 5, 2}));
    EXPECT_EQ(queue.pop().request, (Request{3 * run + 2, 5, 2}));
  }
  EXPECT_TRUE(queue.empty());
}

TEST(ArrivalQueue, CountsEqualMessagesWithoutLosingOne) {
  constexpr int kMany = 5'000'000;  // more than one entry can repeat
  ArrivalQueue queue;
  queue.begin_run(1);
  for (int i = 0; i < kMany; ++i) {
    ASSERT_TRUE(queue.push(1, message(3)));
  }
  int popped = 0;
  for (; !queue.empty(); ++popped) {
    queue.pop();
  }
  EXPECT_EQ(popped, kMany);
}

TEST(ArrivalQueue, KeepsTheNextRunUntilItBegins) {
  ArrivalQueue queue;
  queue.begin_run(1);
  ASSERT_TRUE(queue.push(2, message(7)));
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.begin_run(2), 0U);
  ASSERT_FALSE(queue.empty());
  EXPECT_EQ(index(queue.pop().mid), 7U);
}

TEST(ArrivalQueue, KeepsMessagesThatArriveBeforeTheFirstRun) {
  ArrivalQueue queue;
  ASSERT_TRUE(queue.push(0, message(7)));
  EXPECT_TRUE(queue.empty());
  queue.begin_run(0);
  EXPECT_FALSE(queue.empty());
}

TEST(ArrivalQueue, RefusesARunThatIsOver) {
  ArrivalQueue queue;
  queue.begin_run(2);
  EXPECT_FALSE(queue.push(1, message(7)));
}

TEST(ArrivalQueue, RefusesASecondRunToCome) {
  ArrivalQueue queue;
  queue.begin_run(1);
  EXPECT_TRUE(queue.push(2, message(7)));
  EXPECT_FALSE(queue.push(3, message(7)));
}

TEST(ArrivalQueue, ReturnsTheNumberOfMessagesThatANewRunDrops) {
  ArrivalQueue queue;
  queue.begin_run(1);
  ASSERT_TRUE(queue.push(1, message(7)));
  ASSERT_TRUE(queue.push(1, message(7)));
  ASSERT_TRUE(queue.push(2, message(8)));
  EXPECT_EQ(queue.begin_run(3), 3U);
  EXPECT_TRUE(queue.empty());
}

RC_GTEST_PROP(ArrivalQueue, IsAQueue, ()) {
  ArrivalQueue queue;
  std::deque<Arrival> model;
  queue.begin_run(1);
  for (const int action : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 6))) {
    if (action < 4) {
      const Arrival arrival{MessageId{static_cast<std::uint32_t>(action / 2)}, ProcessId{0},
                            static_cast<std::uint64_t>(action % 2), true, false};
      RC_ASSERT(queue.push(1, arrival));
      model.push_back(arrival);
    } else if (!model.empty()) {
      RC_ASSERT(fields(queue.pop()) == fields(model.front()));
      model.pop_front();
    }
    RC_ASSERT(queue.empty() == model.empty());
  }
}

}  // namespace
}  // namespace dps::transport
