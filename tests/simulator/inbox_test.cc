#include "simulator/process/inbox.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/support/fake_transport.h"

namespace dps::simulator {
namespace {

constexpr MessageId kTimer{0};
constexpr MessageId kMessage{1};
constexpr ProcessId kReceiver{3};
constexpr ProcessId kPeer{5};

class AnInbox : public testing::Test {
 protected:
  /// Takes `count` messages: "t" for each timer, "m" for each other message.
  std::string take(int count) {
    std::string order;
    for (int i = 0; i < count; ++i) {
      order += inbox_.next().value().mid == kTimer ? 't' : 'm';
    }
    return order;
  }
  void messages(int count) {
    for (int i = 0; i < count; ++i) {
      transport_.arrivals.push_back({kMessage, kPeer, 16});
    }
  }
  void timers(int count, Nanoseconds due) {
    for (int i = 0; i < count; ++i) {
      inbox_.timers().add(due, {kTimer, 4});
    }
  }

  support::FakeTransport transport_;
  Inbox inbox_{transport_, kReceiver, std::chrono::steady_clock::now()};
};

TEST_F(AnInbox, TakesAMessageWithItsFields) {
  messages(1);
  const Nanoseconds before = inbox_.now();
  const ReceivedMessage received = inbox_.next().value();
  EXPECT_EQ(received.mid, kMessage);
  EXPECT_EQ(received.from, kPeer);
  EXPECT_EQ(received.bytes, 16U);
  EXPECT_GE(received.taken, before);
  EXPECT_EQ(received.due, received.taken);
}

TEST_F(AnInbox, TakesATimerAsAMessageFromItselfWithItsDueTime) {
  timers(1, Nanoseconds(-50));
  const ReceivedMessage received = inbox_.next().value();
  EXPECT_EQ(received.mid, kTimer);
  EXPECT_EQ(received.from, kReceiver);
  EXPECT_EQ(received.bytes, 4U);
  EXPECT_EQ(received.due, Nanoseconds(-50));
  EXPECT_TRUE(received.is_timer);
  EXPECT_EQ(received.work, Nanoseconds(0));
  EXPECT_TRUE(inbox_.timers().empty());
}

TEST_F(AnInbox, NeverTakesATimerBeforeItIsDue) {
  const Nanoseconds due = inbox_.now() + Nanoseconds(2'000'000);
  timers(1, due);
  EXPECT_GE(inbox_.next().value().taken, due);
}

TEST_F(AnInbox, ATimerThatIsNotDueLetsMessagesPass) {
  timers(1, inbox_.now() + Nanoseconds(3'600'000'000'000));
  messages(3);
  EXPECT_EQ(take(3), "mmm");
  EXPECT_FALSE(inbox_.timers().empty());
}

TEST_F(AnInbox, ADueTimerIsTakenBeforeAWaitingMessageAndThenTheyAlternate) {
  timers(3, Nanoseconds(0));
  messages(5);
  EXPECT_EQ(take(8), "tmtmtmmm");
}

TEST_F(AnInbox, TimersFollowOneAnotherWhenNoMessageWaits) {
  timers(3, Nanoseconds(0));
  EXPECT_EQ(take(3), "ttt");
}

TEST_F(AnInbox, IsInterruptedWhenTheTransportIs) {
  const auto none = inbox_.next();
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::kInterrupted);
}

TEST_F(AnInbox, ReturnsTheErrorsOfTheTransport) {
  transport_.wait_error = Error{ErrorCode::kSystem, "the network is gone"};
  EXPECT_EQ(inbox_.next().error().message, "the network is gone");
}

}  // namespace
}  // namespace dps::simulator
