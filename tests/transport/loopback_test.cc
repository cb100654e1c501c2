#include <atomic>

#include <gtest/gtest.h>

#include "transport/loopback/loopback_transport.h"

namespace dps::transport {
namespace {

constexpr ProcessId kFirst{0};
constexpr ProcessId kSecond{1};

/// Two processes, prepared for messages of up to 1,000 bytes, in run 1.
struct Two {
  LoopbackNetwork network{2};
  std::atomic<bool> stop = false;
  LoopbackTransport first{network, kFirst, {&stop, -1}};
  LoopbackTransport second{network, kSecond, {&stop, -1}};

  Two() {
    const Letter largest{.bytes = 1000};
    for (LoopbackTransport* one : {&first, &second}) {
      EXPECT_TRUE(one->listen());
      EXPECT_TRUE(one->connect({}, {}));
      EXPECT_TRUE(one->prepare({&largest, 1}, 1000));
      one->begin_run(1);
    }
  }
};

TEST(Loopback, DeliversInTheOrderSentWithTheSender) {
  Two two;
  ASSERT_TRUE(two.first.send(kSecond, {.mid = MessageId{4}, .bytes = 1000}));
  ASSERT_TRUE(two.first.send(kSecond, {.mid = MessageId{5}, .packed = false}));
  ASSERT_EQ(two.second.wait({}), WaitOutcome::kMessage);
  const Arrival one = two.second.take();
  EXPECT_EQ(one.mid, MessageId{4});
  EXPECT_EQ(one.from, kFirst);
  EXPECT_EQ(one.bytes, 1000U);
  EXPECT_TRUE(one.packed);
  ASSERT_EQ(two.second.wait({}), WaitOutcome::kMessage);
  EXPECT_EQ(two.second.take().mid, MessageId{5});
}

TEST(Loopback, DeliversToOneself) {
  Two two;
  ASSERT_TRUE(two.first.send(kFirst, {.mid = MessageId{4}}));
  ASSERT_EQ(two.first.wait({}), WaitOutcome::kMessage);
  EXPECT_EQ(two.first.take().from, kFirst);
}

TEST(Loopback, NeverBlocks) {
  Two two;
  EXPECT_EQ(two.first.wait({}), WaitOutcome::kInterrupted);
  EXPECT_EQ(two.first.wait({.wake_fd = 0}), WaitOutcome::kWoken);
  const auto later = std::chrono::steady_clock::now() + std::chrono::hours(1);
  EXPECT_EQ(two.first.wait({.until = later}), WaitOutcome::kDeadline);
}

TEST(Loopback, StopsWhenAsked) {
  Two two;
  ASSERT_TRUE(two.first.send(kSecond, {}));
  two.stop = true;
  EXPECT_EQ(two.second.wait({}), WaitOutcome::kInterrupted);
  EXPECT_EQ(two.first.send(kSecond, {}).error().code, ErrorCode::kInterrupted);
}

TEST(Loopback, KeepsMessagesOfTheReceiversNextRun) {
  Two two;
  two.first.begin_run(2);
  ASSERT_TRUE(two.first.send(kSecond, {.mid = MessageId{4}}));
  EXPECT_EQ(two.second.wait({}), WaitOutcome::kInterrupted);
  two.second.begin_run(2);
  EXPECT_EQ(two.second.wait({}), WaitOutcome::kMessage);
}

TEST(Loopback, DropsMessagesOfARunThatTheReceiverHasEnded) {
  Two two;
  two.second.begin_run(2);
  ASSERT_TRUE(two.first.send(kSecond, {.mid = MessageId{4}}));
  EXPECT_EQ(two.second.wait({}), WaitOutcome::kInterrupted);
}

}  // namespace
}  // namespace dps::transport
