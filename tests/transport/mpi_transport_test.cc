// MpiTransport between the ranks of an mpirun: every rank runs every test, in the same order.
// ctest starts it with 2 and with 4 ranks.
#include "transport/mpi/mpi_transport.h"

#include <array>
#include <atomic>
#include <memory>

#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "tests/support/cpu_time.h"
#include "transport/mpi/message_tag.h"
#include "transport/mpi/world.h"

namespace dps::transport {
namespace {

using std::chrono::steady_clock;

std::unique_ptr<MpiWorld> the_world;  // NOLINT: MPI is initialised once, before all tests

constexpr std::uint32_t kTypes = 10;
constexpr std::uint64_t kPostedRoom =
    64 << 10;  ///< the largest body for which a receive is posted in advance
constexpr std::uint64_t kRoom = 1 << 20;  ///< a body of this size is probed for, then received

OutgoingMessage outgoing(std::uint32_t mid, std::uint64_t bytes, bool packed = false,
                         bool xdr = true) {
  return {.mid = MessageId{mid}, .bytes = bytes, .packed = packed, .xdr = xdr};
}

/// The parameter is the size of the largest body that a process can receive.
class MpiRanks : public testing::TestWithParam<std::uint64_t> {
 protected:
  void SetUp() override {
    MPI_Barrier(the_world->group());
    open(GetParam());
  }
  void TearDown() override { MPI_Barrier(the_world->group()); }

  /// Makes new connections between all processes.
  void open(std::uint64_t room, bool shares_cores = false) {
    MpiOptions options;
    options.shares_cores = shares_cores;
    options.self = self();
    options.group = the_world->group();
    options.warm_up = the_world->warm_up();
    options.message_types = kTypes;
    options.name = [](ProcessId process) { return "p" + std::to_string(index(process)); };
    transport_ = std::make_unique<MpiTransport>(options, StopSignal{&stopped_, stop_fd_});
    ASSERT_EQ(transport_->listen(), static_cast<std::uint32_t>(the_world->rank()));
    const std::array messages{outgoing(0, room)};
    ASSERT_TRUE(transport_->prepare(messages, room));
    std::vector<Peer> peers;
    for (std::uint32_t rank = 0; rank < size(); ++rank) {
      if (ProcessId{rank + 100} != self()) {
        peers.push_back({ProcessId{rank + 100}, "", rank});
      }
    }
    const auto connected =
        transport_->connect(peers, steady_clock::now() + std::chrono::seconds(20));
    ASSERT_TRUE(connected) << connected.error().message;
    transport_->begin_run(1);
  }

  static std::uint32_t rank() { return static_cast<std::uint32_t>(the_world->rank()); }
  static std::uint32_t size() { return static_cast<std::uint32_t>(the_world->size()); }
  /// The number of the process of a rank, which differs from the rank.
  static ProcessId self() { return ProcessId{rank() + 100}; }
  static ProcessId next() { return ProcessId{(rank() + 1) % size() + 100}; }
  static ProcessId previous() { return ProcessId{(rank() + size() - 1) % size() + 100}; }

  Arrival receive() {
    const auto outcome =
        transport_->wait({.until = steady_clock::now() + std::chrono::seconds(30)});
    EXPECT_TRUE(outcome.has_value() && *outcome == WaitOutcome::kMessage);
    return outcome && *outcome == WaitOutcome::kMessage ? transport_->take() : Arrival{};
  }

  std::atomic<bool> stopped_ = false;
  int stop_fd_ = eventfd(0, EFD_CLOEXEC);
  std::unique_ptr<MpiTransport> transport_;
};

TEST_P(MpiRanks, MessagesArriveInOrderWithAllTheirFields) {
  for (std::uint32_t i = 0; i < 100; ++i) {
    ASSERT_TRUE(transport_->send(next(), outgoing(i % kTypes, i * 100, i % 2 == 0, i % 3 == 0)));
  }
  for (std::uint32_t i = 0; i < 100; ++i) {
    const Arrival arrival = receive();
    EXPECT_EQ(index(arrival.mid), i % kTypes);
    EXPECT_EQ(arrival.from, previous());
    EXPECT_EQ(arrival.bytes, i * 100);
    EXPECT_EQ(arrival.packed, i % 2 == 0);
    EXPECT_EQ(arrival.xdr, i % 3 == 0);
  }
  EXPECT_TRUE(transport_->remarks().empty());
}

TEST_P(MpiRanks, ALongWaitLeavesSharedCoresToOthers) {
  constexpr std::chrono::milliseconds kWait(200);
  open(GetParam(), true);
  const auto used = cpu_time(CLOCK_THREAD_CPUTIME_ID);
  const auto outcome = transport_->wait({.until = steady_clock::now() + kWait});
  EXPECT_EQ(outcome, WaitOutcome::kDeadline);
  EXPECT_LT(cpu_time(CLOCK_THREAD_CPUTIME_ID) - used, kWait / 2);
  MPI_Barrier(the_world->group());  // else a message ends the wait of another rank
  ASSERT_TRUE(transport_->send(next(), outgoing(1, 7)));
  EXPECT_EQ(receive().from, previous());
}

TEST_P(MpiRanks, AMessageToTheSenderGoesThroughTheQueue) {
  ASSERT_TRUE(transport_->send(self(), outgoing(3, 7)));
  const Arrival arrival = receive();
  EXPECT_EQ(arrival.from, self());
  EXPECT_EQ(arrival.bytes, 7U);
}

TEST_P(MpiRanks, AllSendLargeBodiesAtOnceWithoutADeadlock) {
  const std::uint64_t large = GetParam() == kPostedRoom ? kPostedRoom : 32 << 20;
  open(large);
  for (std::uint32_t to = 0; to < size(); ++to) {
    if (to != rank()) {
      ASSERT_TRUE(transport_->send(ProcessId{to + 100}, outgoing(1, large)));
    }
  }
  for (std::uint32_t i = 1; i < size(); ++i) {
    EXPECT_EQ(receive().bytes, large);
  }
}

TEST_P(MpiRanks, AFloodFromAllIsReceivedWhileAllSend) {
  constexpr int kMessages = 2'000;
  for (int i = 0; i < kMessages; ++i) {
    ASSERT_TRUE(transport_->send(next(), outgoing(2, 5'000)));
  }
  for (int i = 0; i < kMessages; ++i) {
    ASSERT_EQ(receive().bytes, 5'000U);
  }
}

TEST_P(MpiRanks, AnEmptyBodyIsAMessageToo) {
  ASSERT_TRUE(transport_->send(next(), outgoing(4, 0)));
  EXPECT_EQ(receive().bytes, 0U);
}

TEST_P(MpiRanks, WaitingEndsAtADeadlineADescriptorAndAStop) {
  EXPECT_EQ(transport_->wait({.until = steady_clock::now()}), WaitOutcome::kDeadline);
  const int wake = eventfd(1, EFD_CLOEXEC);
  EXPECT_EQ(transport_->wait({.wake_fd = wake}), WaitOutcome::kWoken);
  close(wake);
  stopped_ = true;
  EXPECT_EQ(transport_->wait({}), WaitOutcome::kInterrupted);
  const auto sent = transport_->send(next(), outgoing(0, 1));
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().code, ErrorCode::kInterrupted);
}

TEST_P(MpiRanks, NothingIsReceivedWithoutAWait) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(transport_->wait({.until = steady_clock::now()}), WaitOutcome::kDeadline);
  }
  MPI_Barrier(the_world->group());
  ASSERT_TRUE(transport_->send(next(), outgoing(6, 9)));
  std::array<std::byte, 9> body{};
  MPI_Status status;
  MPI_Recv(body.data(), 9, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, the_world->group(), &status);
  EXPECT_EQ(index(decode_tag(status.MPI_TAG).mid), 6U);
}

TEST_P(MpiRanks, NoMessageIsLostBetweenWaitsThatEndBeforeItsArrival) {
  constexpr std::uint64_t kMessages = 1'000;
  std::uint64_t taken = 0;
  std::uint64_t sent = 0;
  const auto give_up = steady_clock::now() + std::chrono::seconds(60);
  while ((taken < kMessages || sent < kMessages) && steady_clock::now() < give_up) {
    if (sent < kMessages) {
      ASSERT_TRUE(transport_->send(next(), outgoing(7, sent++)));
    }
    if (transport_->wait({.until = steady_clock::now()}) == WaitOutcome::kMessage) {
      ASSERT_EQ(transport_->take().bytes, taken++);
    }
  }
  EXPECT_EQ(taken, kMessages);
}

TEST_P(MpiRanks, ReadingTimeExcludesWaitingIfBodiesMayBeLarge) {
  if (rank() == 0) {
    ASSERT_TRUE(transport_->send(next(), outgoing(1, GetParam())));
  }
  if (rank() == 1) {
    EXPECT_EQ(receive().bytes, GetParam());
    EXPECT_EQ(transport_->reading().count() > 0, GetParam() > kPostedRoom);
  }
}

TEST_P(MpiRanks, AMessageOfTheNextRunWaitsForIt) {
  MPI_Barrier(the_world->group());
  if (rank() == 0) {
    transport_->begin_run(2);
    ASSERT_TRUE(transport_->send(next(), outgoing(5, 9)));
  }
  MPI_Barrier(the_world->group());
  if (rank() == 1) {
    EXPECT_EQ(transport_->wait({.until = steady_clock::now() + std::chrono::milliseconds(20)}),
              WaitOutcome::kDeadline);
    transport_->begin_run(2);
    EXPECT_EQ(receive().bytes, 9U);
  }
}

TEST_P(MpiRanks, MessagesOfUnknownTypeAreDroppedAndReported) {
  if (rank() == 0) {
    ASSERT_TRUE(transport_->send(next(), outgoing(kTypes, 1)));
    ASSERT_TRUE(transport_->send(next(), outgoing(0, 1)));
  }
  if (rank() == 1) {
    EXPECT_EQ(receive().bytes, 1U);
    const std::vector<std::string> expected{"dropped messages of an unknown type: 1"};
    EXPECT_EQ(transport_->remarks(), expected);
  }
}

TEST_P(MpiRanks, AMessageLargerThanTheReceiversBufferIsNotSent) {
  const std::array larger{outgoing(0, 2 * GetParam())};
  ASSERT_TRUE(transport_->prepare(larger, GetParam()));
  const auto sent = transport_->send(next(), outgoing(0, GetParam() + 1));
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().code, ErrorCode::kProtocol);
  EXPECT_NE(sent.error().message.find("'p" + std::to_string(index(next())) + "'"),
            std::string::npos)
      << sent.error().message;
  ASSERT_TRUE(transport_->send(next(), outgoing(0, GetParam())));
  EXPECT_EQ(receive().bytes, GetParam());
}

TEST_P(MpiRanks, MessagesLargerThanMpiCanCountAreRefusedInPrepare) {
  const std::array too_large{outgoing(0, kMpiLargestBody + 1)};
  const auto large = transport_->prepare(too_large, 0);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().code, ErrorCode::kLimit);
  const std::array one_too_many{outgoing(1U << 30, 1)};
  const auto many = transport_->prepare(one_too_many, 0);
  ASSERT_FALSE(many);
  EXPECT_NE(many.error().message.find("MPI_TAG_UB"), std::string::npos) << many.error().message;
}

TEST_P(MpiRanks, AMissingPeerIsNamed) {
  MpiOptions options;
  options.self = self();
  options.group = the_world->group();
  options.warm_up = the_world->warm_up();
  options.name = [](ProcessId) { return "Worker.p[1]"; };
  MpiTransport alone(options, {});
  MPI_Barrier(the_world->group());
  if (rank() == 0) {
    const std::array peers{Peer{ProcessId{7}, "", 1}};
    const auto connected =
        alone.connect(peers, steady_clock::now() + std::chrono::milliseconds(10));
    ASSERT_FALSE(connected);
    EXPECT_EQ(connected.error().code, ErrorCode::kTimeout);
    EXPECT_NE(connected.error().message.find("'Worker.p[1]'"), std::string::npos);
  }
  MPI_Barrier(the_world->group());
  if (rank() == 1) {  // takes the remaining messages, which would disturb later tests
    std::uint64_t largest = 0;
    MPI_Recv(&largest, 1, MPI_UINT64_T, 0, 0, the_world->warm_up(), MPI_STATUS_IGNORE);
  }
}

INSTANTIATE_TEST_SUITE_P(Bodies, MpiRanks, testing::Values(kPostedRoom, kRoom),
                         [](const auto& room) {
                           return room.param > kPostedRoom ? "looked_for" : "posted";
                         });

TEST(MpiTag, DecodingReturnsTheEncodedTag) {
  for (const MpiTag tag :
       {MpiTag{MessageId{0}, false, false, false}, MpiTag{MessageId{5}, true, false, true},
        MpiTag{MessageId{(1U << 28) - 1}, false, true, true}}) {
    EXPECT_EQ(decode_tag(static_cast<int>(encode(tag))), tag);
  }
}

}  // namespace
}  // namespace dps::transport

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  auto world = dps::transport::MpiWorld::join(0);
  if (!world) {
    return 1;
  }
  dps::transport::the_world = *std::move(world);
  const int status = RUN_ALL_TESTS();
  MPI_Finalize();
  return status;
}
