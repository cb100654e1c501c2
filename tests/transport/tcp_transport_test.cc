#include "transport/tcp/tcp_transport.h"

#include <map>
#include <thread>

#include <gtest/gtest.h>

#include "tests/transport/tcp_network.h"

namespace dps::transport {
namespace {

class TcpTransportTest : public testing::TestWithParam<Wait> {};

INSTANTIATE_TEST_SUITE_P(Waiting, TcpTransportTest, testing::Values(Wait::kBlock, Wait::kSpin),
                         [](const auto& test) {
                           return test.param == Wait::kBlock ? "Asleep" : "Polling";
                         });

TEST_P(TcpTransportTest, DeliversEverySizePackedAndNot) {
  constexpr std::uint64_t kLargest = 1 << 20;
  TcpPair pair(kLargest, GetParam());
  for (const std::uint64_t bytes : std::initializer_list<std::uint64_t>{
           0, 1, 2, 3, 4, 5, 1023, 4071, 4072, 4073, 4095, 4096, 4097, 65'535, kLargest}) {
    for (const bool packed : {true, false}) {
      for (const bool xdr : {true, false}) {
        send(pair[0], 1, {MessageId{3}, bytes, packed, xdr, MessageRoute::kDefault});
        const Arrival arrival = receive(pair[1]);
        EXPECT_EQ(arrival.mid, MessageId{3});
        EXPECT_EQ(arrival.from, ProcessId{0});
        EXPECT_EQ(arrival.bytes, bytes);
        EXPECT_EQ(arrival.packed, packed);
        EXPECT_EQ(arrival.xdr, xdr);
      }
    }
  }
}

TEST_P(TcpTransportTest, KeepsTheOrderOfEachSender) {
  constexpr std::uint32_t kMessages = 20'000;
  TcpNetwork network(3, {{0, 1}, {0, 2}}, 9'000, GetParam());
  const auto stream = [&network](std::uint32_t self) {
    for (std::uint32_t i = 0; i < kMessages; ++i) {
      send(
          network[self], 0,
          {MessageId{i % 10}, i % 100 == 0 ? 9'000 : i % 64, false, false, MessageRoute::kDefault});
    }
  };
  const std::jthread first(stream, 1);
  const std::jthread second(stream, 2);
  std::map<ProcessId, std::uint32_t> taken;
  for (std::uint32_t i = 0; i < 2 * kMessages; ++i) {
    const Arrival arrival = receive(network[0]);
    const std::uint32_t number = taken[arrival.from]++;
    ASSERT_EQ(index(arrival.mid), number % 10);
    ASSERT_EQ(arrival.bytes, number % 100 == 0 ? 9'000 : number % 64);
  }
}

TEST_P(TcpTransportTest, TwoThatSendLargeMessagesToEachOtherFinish) {
  constexpr std::uint64_t kBytes = 64 << 20;
  TcpPair pair(kBytes, GetParam());
  const auto exchange = [&](std::uint32_t self) {
    for (int i = 0; i < 4; ++i) {
      send(pair[self], 1 - self, {.bytes = kBytes, .packed = false});
    }
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(receive(pair[self]).bytes, kBytes);
    }
  };
  const std::jthread other(exchange, 1);
  exchange(0);
}

TEST_P(TcpTransportTest, TwoThatFloodEachOtherFinish) {
  constexpr int kMessages = 200'000;
  TcpPair pair(64, GetParam());
  const auto exchange = [&pair](std::uint32_t self) {
    for (int i = 0; i < kMessages; ++i) {
      send(pair[self], 1 - self, {.bytes = 64, .packed = false});
    }
    for (int i = 0; i < kMessages; ++i) {
      receive(pair[self]);
    }
  };
  const std::jthread other(exchange, 1);
  exchange(0);
}

TEST_P(TcpTransportTest, NotesThatASendFoundNoRoom) {
  constexpr std::uint64_t kBytes = 64 << 20;
  constexpr int kTrials = 100;  // the receiver may take the bytes as fast as they are sent
  constexpr bool kNotesArrivals = true;
  TcpPair pair(kBytes, GetParam(), kNotesArrivals);
  send(pair[0], 1, {.bytes = 1, .packed = false});
  EXPECT_FALSE(pair[0].held());
  receive(pair[1]);
  const auto before = std::chrono::steady_clock::now();
  for (int i = 0; i < kTrials && !pair[0].held(); ++i) {
    const std::jthread other([&] { receive(pair[1]); });
    send(pair[0], 1, {.bytes = kBytes, .packed = false});
  }
  ASSERT_TRUE(pair[0].held());
  EXPECT_GE(*pair[0].held(), before);
  EXPECT_LE(*pair[0].held(), std::chrono::steady_clock::now());
  send(pair[0], 1, {.bytes = 1, .packed = false});
  EXPECT_FALSE(pair[0].held());
}

TEST_P(TcpTransportTest, MessagesToTheSenderGoThroughTheQueue) {
  TcpPair pair(100, GetParam());
  send(pair[0], 0, {.mid = MessageId{1}, .bytes = 7});
  send(pair[0], 0, {.mid = MessageId{2}, .bytes = 0, .packed = false});
  const Arrival first = receive(pair[0]);
  EXPECT_EQ(first.mid, MessageId{1});
  EXPECT_EQ(first.from, ProcessId{0});
  EXPECT_EQ(first.bytes, 7U);
  EXPECT_EQ(receive(pair[0]).mid, MessageId{2});
}

TEST_P(TcpTransportTest, AProcessWithoutPeersCanSendToItselfAndWait) {
  TcpNetwork network(1, {}, 10, GetParam());
  send(network[0], 0, {.mid = MessageId{1}});
  EXPECT_EQ(receive(network[0]).mid, MessageId{1});
  EXPECT_EQ(network[0].wait({.until = std::chrono::steady_clock::now()}), WaitOutcome::kDeadline);
}

TEST_P(TcpTransportTest, ServesManyPeers) {
  constexpr std::uint32_t kPeers = 64;
  TcpNetwork::Pairs star;
  for (std::uint32_t i = 1; i <= kPeers; ++i) {
    star.emplace_back(0, i);
  }
  TcpNetwork network(kPeers + 1, star, 1'000, GetParam());
  for (std::uint32_t i = 1; i <= kPeers; ++i) {
    send(network[0], i, {.bytes = i});
    EXPECT_EQ(receive(network[i]).bytes, i);
    send(network[i], 0, {.bytes = i});
  }
  std::map<ProcessId, std::uint64_t> taken;
  for (std::uint32_t i = 1; i <= kPeers; ++i) {
    const Arrival arrival = receive(network[0]);
    taken[arrival.from] += arrival.bytes;
  }
  for (std::uint32_t i = 1; i <= kPeers; ++i) {
    EXPECT_EQ(taken[ProcessId{i}], i);
  }
}

TEST_P(TcpTransportTest, AFloodDoesNotDelayOtherSenders) {
  constexpr int kQueued = 500;  // 44 kB, several buffers of a connection
  constexpr int kFlood = 200'000;
  TcpNetwork network(3, {{0, 1}, {0, 2}}, 64, GetParam());
  const auto flood = [&network](int messages) {
    for (int i = 0; i < messages; ++i) {
      send(network[1], 0, {.bytes = 64, .packed = false});
    }
  };
  flood(kQueued);
  send(network[2], 0, {.mid = MessageId{9}});
  const std::jthread more(flood, kFlood);
  int place = -1;
  for (int i = 0; i <= kQueued + kFlood; ++i) {
    if (receive(network[0]).mid == MessageId{9}) {
      place = i;
    }
  }
  EXPECT_GE(place, 0);
  EXPECT_LT(place, kQueued) << "it is taken before all messages that were sent earlier";
}

TEST_P(TcpTransportTest, AWaitEndsAtItsDeadlineAndNotBefore) {
  TcpPair pair(10, GetParam());
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(2);
  EXPECT_EQ(pair[0].wait({.until = until}), WaitOutcome::kDeadline);
  EXPECT_GE(std::chrono::steady_clock::now(), until);
}

TEST_P(TcpTransportTest, AWaitingMessageIsReturnedEvenAfterTheDeadline) {
  TcpPair pair(10, GetParam());
  send(pair[0], 0, {});
  EXPECT_EQ(pair[0].wait({.until = std::chrono::steady_clock::time_point::min()}),
            WaitOutcome::kMessage);
}

TEST_P(TcpTransportTest, AWaitEndsWhenItsDescriptorIsReadable) {
  TcpPair pair(10, GetParam());
  TestStop wake;
  const WaitLimits limits{.until = soon(), .wake_fd = wake.signal().fd};
  send(pair[1], 0, {.mid = MessageId{5}});
  EXPECT_EQ(pair[0].wait(limits), WaitOutcome::kMessage);
  pair[0].take();
  wake.set();
  EXPECT_EQ(pair[0].wait(limits), WaitOutcome::kWoken);
}

TEST_P(TcpTransportTest, AWaitEndsWhenAskedToStop) {
  TcpPair pair(10, GetParam());
  const std::jthread stopper([&pair] { pair.stop(0).set(); });
  EXPECT_EQ(pair[0].wait({.until = soon()}), WaitOutcome::kInterrupted);
  EXPECT_EQ(pair[0].wait({}), WaitOutcome::kInterrupted);
}

TEST_P(TcpTransportTest, ASendThatIsStuckEndsWhenAskedToStop) {
  constexpr std::uint64_t kBytes = 64 << 20;  // far more than the buffers of sockets
  TcpPair pair(kBytes, GetParam());
  const std::jthread stopper([&pair] { pair.stop(0).set(); });
  const auto sent = pair[0].send(ProcessId{1}, {.bytes = kBytes, .packed = false});
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().code, ErrorCode::kInterrupted);
}

TEST_P(TcpTransportTest, ASendToAPeerThatDiedNamesIt) {
  TcpPair pair(10, GetParam());
  pair.destroy(1);
  Result<void> sent;
  while (sent) {  // the first may still fit into the buffer of the socket
    sent = pair[0].send(ProcessId{1}, {.bytes = 10});
  }
  EXPECT_EQ(sent.error().code, ErrorCode::kSystem);
  EXPECT_NE(sent.error().message.find("'p[1]'"), std::string::npos) << sent.error().message;
}

TEST_P(TcpTransportTest, ASendThatIsStuckEndsWhenThePeerDies) {
  constexpr std::uint64_t kBytes = 64 << 20;
  TcpPair pair(kBytes, GetParam());
  const std::jthread killer([&pair] { pair.destroy(1); });
  const auto sent = pair[0].send(ProcessId{1}, {.bytes = kBytes, .packed = false});
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().code, ErrorCode::kSystem);
}

TEST_P(TcpTransportTest, APeerThatClosesIsListedAsLostAndOthersAreServed) {
  TcpNetwork network(3, {{0, 1}, {0, 2}}, 10, GetParam());
  send(network[1], 0, {.mid = MessageId{1}});
  network.destroy(1);
  EXPECT_EQ(receive(network[0]).mid, MessageId{1});
  while (network[0].lost().empty()) {
    EXPECT_EQ(network[0].wait({.until = std::chrono::steady_clock::now()}), WaitOutcome::kDeadline);
  }
  EXPECT_EQ(network[0].lost(), std::vector{ProcessId{1}});
  send(network[2], 0, {.mid = MessageId{2}});
  EXPECT_EQ(receive(network[0]).mid, MessageId{2});
}

TEST_P(TcpTransportTest, MessagesOfTheNextRunAreKeptUntilItBegins) {
  TcpPair pair(10, GetParam());
  pair[1].begin_run(2);
  send(pair[1], 0, {.mid = MessageId{2}});
  send(pair[0], 0, {.mid = MessageId{1}});
  EXPECT_EQ(receive(pair[0]).mid, MessageId{1});
  EXPECT_EQ(pair[0].wait({.until = std::chrono::steady_clock::now()}), WaitOutcome::kDeadline);
  pair[0].begin_run(2);
  EXPECT_EQ(receive(pair[0]).mid, MessageId{2});
  EXPECT_TRUE(pair[0].remarks().empty());
}

TEST_P(TcpTransportTest, MessagesOfAnEndedRunAreDroppedAndReported) {
  TcpPair pair(10, GetParam());
  pair[0].begin_run(3);
  send(pair[1], 0, {.mid = MessageId{1}});
  pair[1].begin_run(3);
  send(pair[1], 0, {.mid = MessageId{2}});
  EXPECT_EQ(receive(pair[0]).mid, MessageId{2});
  EXPECT_EQ(pair[0].remarks(),
            std::vector<std::string>{"dropped messages from 'p[1]': 1 of another run"});
}

TEST_P(TcpTransportTest, ReadingTimeGrowsOnlyWhenSomethingIsRead) {
  TcpPair pair(1 << 20, GetParam());
  EXPECT_EQ(pair[1].wait({.until = std::chrono::steady_clock::now()}), WaitOutcome::kDeadline);
  EXPECT_EQ(pair[1].reading().count(), 0);
  const std::jthread sender([&pair] { send(pair[0], 1, {.bytes = 1 << 20, .packed = false}); });
  receive(pair[1]);
  EXPECT_GT(pair[1].reading().count(), 0);
}

TEST_P(TcpTransportTest, RecordsIfAMessageWasThereAtTheFirstLook) {
  TcpPair pair(64, GetParam(), true);
  const auto before = std::chrono::steady_clock::now();
  bool was_there = false;
  while (!was_there) {  // until a message has arrived before the receiver looks for it
    send(pair[0], 1, {.bytes = 8});
    was_there = receive(pair[1]).was_there;
  }
  while (was_there) {  // until the receiver looks first
    Arrival arrival;
    {
      const std::jthread receiver([&] { arrival = receive(pair[1]); });
      std::this_thread::yield();
      send(pair[0], 1, {.bytes = 8});
    }
    EXPECT_GT(arrival.found, before);
    was_there = arrival.was_there;
  }
}

}  // namespace
}  // namespace dps::transport
