// Messages through a real PVM.
#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <pvm3.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "tests/support/private_pvm.h"
#include "tests/transport/pvm_network.h"

namespace dps::transport {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::uint64_t kMiB = 1 << 20;

class PvmTransportTest : public testing::Test {
 protected:
  support::PrivatePvm pvm;
};

/// All sizes of interest, with both encodings, packed for every send or once.
std::vector<OutgoingMessage> all_messages() {
  std::vector<OutgoingMessage> messages;
  for (const std::uint64_t bytes : {0UL, 1UL, 2UL, 3UL, 4UL, 5UL, 4079UL, 4096UL, kMiB + 3}) {
    for (const bool packed : {true, false}) {
      for (const bool xdr : {true, false}) {
        messages.push_back({.mid = MessageId{static_cast<std::uint32_t>(messages.size() % 10)},
                            .bytes = bytes,
                            .packed = packed,
                            .xdr = xdr});
      }
    }
  }
  return messages;
}

void expect_arrival(const Arrival& arrival, const OutgoingMessage& outgoing, std::uint32_t from) {
  EXPECT_EQ(arrival.mid, outgoing.mid);
  EXPECT_EQ(arrival.from, ProcessId{from});
  EXPECT_EQ(arrival.bytes, outgoing.bytes);
  EXPECT_EQ(arrival.packed, outgoing.packed);
  EXPECT_EQ(arrival.xdr, outgoing.xdr);
}

class PvmRouteTest : public PvmTransportTest,
                     public testing::WithParamInterface<std::pair<MessageRoute, Wait>> {
 protected:
  [[nodiscard]] PvmPlan plan() const {
    return {.route = GetParam().first, .wait = GetParam().second, .largest = kMiB + 3};
  }
};

TEST_P(PvmRouteTest, MessagesArriveInOrderWithTypeAndExactSize) {
  PvmPlan shared = plan();
  shared.messages = all_messages();
  play(shared, {[&](PvmTransport& first) {
                  for (int round = 0; round < 2; ++round) {
                    for (const OutgoingMessage& outgoing : shared.messages) {
                      send(first, 1, outgoing);
                    }
                  }
                },
                [&](PvmTransport& second) {
                  for (int round = 0; round < 2; ++round) {
                    for (const OutgoingMessage& outgoing : shared.messages) {
                      expect_arrival(receive(second), outgoing, 0);
                    }
                  }
                  EXPECT_TRUE(second.remarks().empty());
                }});
}

TEST_P(PvmRouteTest, TwoThatFloodEachOtherDoNotBlock) {
  PvmPlan shared = plan();
  shared.largest = 8 * kMiB;
  const OutgoingMessage outgoing{.mid = MessageId{1}, .bytes = shared.largest, .xdr = false};
  shared.messages = {outgoing};
  const auto exchange = [&](std::uint32_t other) {
    return [&, other](PvmTransport& transport) {
      for (int i = 0; i < 3; ++i) {
        send(transport, other, outgoing);
      }
      for (int i = 0; i < 3; ++i) {
        expect_arrival(receive(transport), outgoing, other);
      }
    };
  };
  play(shared, {exchange(1), exchange(0)});
}

TEST_P(PvmRouteTest, ManySendToManyAndTheOrderOfEachSenderIsKept) {
  constexpr std::uint32_t kProcesses = 4;
  constexpr std::uint32_t kRounds = 50;
  PvmPlan shared = plan();
  const PvmBody body = [&](PvmTransport& transport) {
    for (std::uint32_t round = 0; round < kRounds; ++round) {
      for (std::uint32_t to = 0; to < kProcesses; ++to) {
        send(transport, to, {.mid = MessageId{round % 10}, .bytes = 100});
      }
    }
    std::vector<std::uint32_t> next(kProcesses, 0);
    for (std::uint32_t i = 0; i < kProcesses * kRounds; ++i) {
      const Arrival arrival = receive(transport);
      EXPECT_EQ(index(arrival.mid), next[index(arrival.from)]++ % 10);
    }
  };
  play(shared, std::vector<PvmBody>(kProcesses, body));
}

INSTANTIATE_TEST_SUITE_P(Routes, PvmRouteTest,
                         testing::Values(std::pair(MessageRoute::kDaemon, Wait::kBlock),
                                         std::pair(MessageRoute::kDirect, Wait::kBlock),
                                         std::pair(MessageRoute::kDirect, Wait::kSpin)));

TEST_F(PvmTransportTest, AMessageToTheSenderIsQueuedAfterEarlierArrivals) {
  const OutgoingMessage packed{.mid = MessageId{3}, .bytes = 999};
  const OutgoingMessage as_it_is{.mid = MessageId{4}, .bytes = 7, .packed = false};
  play({.messages = {packed, as_it_is}}, {[&](PvmTransport& self) {
         for (int round = 0; round < 3; ++round) {
           send(self, 0, packed);
           send(self, 0, as_it_is);
         }
         for (int round = 0; round < 3; ++round) {
           expect_arrival(receive(self), packed, 0);
           expect_arrival(receive(self), as_it_is, 0);
         }
       }});
}

TEST_F(PvmTransportTest, AWaitEndsAtItsDeadlineOrWhenItsDescriptorIsReadable) {
  play({}, {[](PvmTransport& self) {
         const auto soon = steady_clock::now() + milliseconds(5);
         EXPECT_EQ(self.wait({.until = soon}).value(), WaitOutcome::kDeadline);
         EXPECT_GE(steady_clock::now(), soon);
         const int wake = eventfd(1, EFD_CLOEXEC);
         EXPECT_EQ(self.wait({.wake_fd = wake}).value(), WaitOutcome::kWoken);
         close(wake);
       }});
}

TEST_F(PvmTransportTest, AStopEndsAWait) {
  play({}, {[](PvmTransport&) {
         std::atomic<bool> stopped = false;
         const int readable = eventfd(0, EFD_CLOEXEC);
         PvmTransport stoppable(pvm_test_options(0), {&stopped, readable});
         ASSERT_TRUE(stoppable.listen());
         std::thread stopper([&] {
           stopped = true;
           eventfd_write(readable, 1);
         });
         EXPECT_EQ(stoppable.wait({}).value(), WaitOutcome::kInterrupted);
         stopper.join();
         close(readable);
       }});
}

TEST_F(PvmTransportTest, AMessageIsFoundWhileADescriptorIsWatched) {
  play({}, {[](PvmTransport& first) { send(first, 1, {.mid = MessageId{2}, .bytes = 8}); },
            [](PvmTransport& second) {
              const int wake = eventfd(0, EFD_CLOEXEC);
              EXPECT_EQ(second.wait({.wake_fd = wake}).value(), WaitOutcome::kMessage);
              EXPECT_EQ(second.take().mid, MessageId{2});
              close(wake);
            }});
}

TEST_F(PvmTransportTest, MessagesThatDoNotBelongToTheRunAreDroppedAndCounted) {
  play({}, {[](PvmTransport& first) {
              receive(first);
              first.begin_run(2);
              send(first, 1, {.mid = MessageId{1}, .bytes = 8});
              first.begin_run(1);
              send(first, 1, {.mid = MessageId{10}, .bytes = 8});
              send(first, 1, {.mid = MessageId{1}, .bytes = 1000});
            },
            [](PvmTransport& second) {
              pvm_initsend(PvmDataDefault);
              pvm_send(pvm_mytid(), 5);  // this task is not one of its peers
              send(second, 0, {.mid = MessageId{1}});
              EXPECT_EQ(receive(second).bytes, 1000U);
              EXPECT_EQ(second.remarks(),
                        (std::vector<std::string>{
                            "messages of PVM tasks that are not part of the run: 1",
                            "dropped messages from 'p[0]': 1 of another run, 1 of an unknown type, "
                            "0 too large"}));
            }});
}

TEST_F(PvmTransportTest, AMissingDaemonIsReported) {
  play({}, {[this](PvmTransport& self) {
         pvm.kill_daemon();
         const auto waited = self.wait({});
         ASSERT_FALSE(waited);
         EXPECT_EQ(waited.error().message,
                   "cannot receive: the PVM daemon of this host does not answer (PvmSysErr)");
       }});
}

TEST_F(PvmTransportTest, APeerThatDoesNotGreetIsNamed) {
  play({}, {[](PvmTransport& self) {
         const Peer nobody{ProcessId{7}, "", static_cast<std::uint32_t>(pvm_mytid()) + 100};
         const auto connected = self.connect({&nobody, 1}, steady_clock::now() + milliseconds(1));
         ASSERT_FALSE(connected);
         EXPECT_EQ(connected.error().message,
                   "received no greeting from 'p[7]' through PVM in time");
       }});
}

TEST_F(PvmTransportTest, AMessageLargerThanPvmCanCountIsRefused) {
  PvmOptions options = pvm_test_options(0);
  options.max_message = std::uint64_t{1} << 40;
  PvmTransport transport(options, {});
  const auto prepared = transport.prepare({}, std::uint64_t{1} << 31);
  ASSERT_FALSE(prepared);
  EXPECT_EQ(prepared.error().message,
            "a message of 2.0 GiB is larger than 2,147,483,647 bytes, which is the limit of PVM");
}

}  // namespace
}  // namespace dps::transport
