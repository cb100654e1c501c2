#include "predictor/machines/flows/flow_network.h"

#include <tuple>

#include <gtest/gtest.h>

#include "tests/support/time_units.h"

namespace dps::machines {
namespace {

constexpr Picoseconds kLatency(100);

/// A byte takes 1 ns on every link.
FlowNetworkOptions byte_a_nanosecond() {
  FlowNetworkOptions options;
  options.bandwidth = options.local_bandwidth = BitsPerSecond(8'000'000'000);
  options.latency = kLatency;
  options.local_latency = 10_ps;
  return options;
}

constexpr Picoseconds nanoseconds(std::int64_t count) {
  return Picoseconds(1000 * count);
}

/// Processes 0, 1 and 2 on hosts of their own, and 3 on the host of 2.
struct FourProcesses {
  explicit FourProcesses(const FlowNetworkOptions& options) : network(options, 3, host_of) {}

  /// Letters with the instants of their arrivals, and senders with those of their releases.
  using Seen = std::vector<std::pair<Picoseconds, std::uint32_t>>;
  void run_until(Picoseconds end) {
    for (Picoseconds now = network.next(); now <= end && now != kNever; now = network.next()) {
      NetworkEvents events;
      clock = std::max(clock, now);
      network.advance(clock, events);
      for (const std::uint32_t id : events.arrived) {
        arrived.emplace_back(clock, id);
      }
      for (const std::uint32_t process : events.released) {
        released.emplace_back(clock, process);
      }
    }
    clock = end;
  }
  void run_out() { run_until(kNever); }

  std::vector<std::uint32_t> host_of{0, 1, 2, 2};
  FlowNetwork network;
  Picoseconds clock;
  Seen arrived, released;
};

using Seen = FourProcesses::Seen;

FlowNetworkOptions with_buffer() {
  FlowNetworkOptions options = byte_a_nanosecond();
  options.buffer = 1000;
  return options;
}

TEST(FlowNetwork, AMessageArrivesAfterItsBytesAndTheLatency) {
  FourProcesses four(byte_a_nanosecond());
  EXPECT_EQ(four.network.next(), kNever);
  EXPECT_TRUE(four.network.enter(9, {0, 1, 500}, 50_ps));
  four.run_out();
  EXPECT_EQ(four.arrived, (Seen{{nanoseconds(500) + 50_ps + kLatency, 9}}));
}

TEST(FlowNetwork, MessagesOfOnePairFollowOneAnotherAndThoseOfTwoShareALink) {
  FourProcesses four(byte_a_nanosecond());
  four.network.enter(0, {0, 1, 500}, 0_ps);
  four.network.enter(1, {0, 1, 500}, 0_ps);
  four.network.enter(2, {2, 1, 500}, 0_ps);
  four.run_out();
  EXPECT_EQ(four.arrived, (Seen{{nanoseconds(1000) + kLatency, 0},
                                {nanoseconds(1000) + kLatency, 2},
                                {nanoseconds(1500) + kLatency, 1}}));
}

TEST(FlowNetwork, WithinAHostPairsDoNotShareAnything) {
  FourProcesses four(byte_a_nanosecond());
  four.network.enter(0, {2, 3, 500}, 0_ps);
  four.network.enter(1, {3, 2, 500}, 0_ps);
  four.run_out();
  EXPECT_EQ(four.arrived, (Seen{{nanoseconds(500) + 10_ps, 0}, {nanoseconds(500) + 10_ps, 1}}));
}

TEST(FlowNetwork, AnEmptyMessageTakesTheLatency) {
  FourProcesses four(byte_a_nanosecond());
  four.network.enter(0, {0, 1, 0}, 7_ps);
  four.run_out();
  EXPECT_EQ(four.arrived, (Seen{{7_ps + kLatency, 0}}));
}

TEST(FlowNetwork, ASenderIsReleasedWhenTheRestOfItsMessageFitsTheBuffer) {
  FourProcesses four(with_buffer());
  four.network.listen(1, true, 0_ps);
  EXPECT_FALSE(four.network.enter(0, {0, 1, 3000}, 0_ps));
  four.run_out();
  EXPECT_EQ(four.released, (Seen{{nanoseconds(2000), 0}}));
  EXPECT_EQ(four.arrived, (Seen{{nanoseconds(3000) + kLatency, 0}}));
}

TEST(FlowNetwork, ASendCountsTheBytesThatAListeningReceiverHasRead) {
  FourProcesses four(with_buffer());
  four.network.listen(1, true, 0_ps);
  EXPECT_TRUE(four.network.enter(0, {0, 1, 600}, 0_ps));
  four.run_until(nanoseconds(500));
  EXPECT_TRUE(four.network.enter(1, {0, 1, 900}, nanoseconds(500)));  // 1,000 have not been read
  EXPECT_FALSE(four.network.enter(2, {0, 1, 1}, nanoseconds(500)));
}

TEST(FlowNetwork, AReceiverThatBeginsToListenReadsTheBytesThatHaveLeft) {
  FourProcesses four(with_buffer());
  EXPECT_FALSE(four.network.enter(0, {0, 1, 1500}, 0_ps));
  four.run_until(nanoseconds(5000));  // 1,000 bytes fill the buffer
  EXPECT_TRUE(four.arrived.empty() && four.released.empty());
  four.network.listen(1, true, nanoseconds(5000));
  four.run_out();
  EXPECT_EQ(four.released, (Seen{{nanoseconds(5000), 0}}));
  EXPECT_EQ(four.arrived, (Seen{{nanoseconds(5500) + kLatency, 0}}));
}

TEST(FlowNetwork, AReceiverThatStopsListeningHasReadTheBytesThatLeftBefore) {
  FourProcesses four(with_buffer());
  four.network.listen(1, true, 0_ps);
  EXPECT_TRUE(four.network.enter(0, {0, 1, 600}, 0_ps));
  four.run_until(nanoseconds(300));
  four.network.listen(1, false, nanoseconds(300));
  EXPECT_TRUE(four.network.enter(1, {0, 1, 700}, nanoseconds(300)));  // 300 of 1,300 have been read
}

TEST(FlowNetwork, AFlowBeforeAFullBufferTakesNoShareOfALink) {
  FourProcesses four(with_buffer());
  four.network.listen(2, true, 0_ps);
  four.network.enter(0, {0, 1, 3000}, 0_ps);
  four.network.enter(1, {0, 2, 3000}, 0_ps);
  four.run_out();
  // Both have carried 1,000 bytes at 2,000 ns; the second continues with the whole bandwidth.
  EXPECT_EQ(four.arrived, (Seen{{nanoseconds(4000) + kLatency, 1}}));
}

}  // namespace
}  // namespace dps::machines
