// Protocol violations of a peer after the handshake are counted and have no other effect.
#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "tests/transport/raw_peer.h"
#include "tests/transport/tcp_network.h"

namespace dps::transport {
namespace {

/// p[0] in run 5, with bodies of up to 1,000 bytes, and a p[1] whose bytes are those of the test.
class TcpLimitsTest : public testing::Test {
 protected:
  TcpLimitsTest() : first(test_options(0), {}) {
    const auto port = static_cast<std::uint16_t>(first.listen().value());
    const Peer peer{ProcessId{1}, "127.0.0.1", 0};
    const std::jthread connecting([&] { EXPECT_TRUE(first.connect({&peer, 1}, soon())); });
    second.emplace(port);
    EXPECT_TRUE(
        second->shake_hands({test_options(0).run_id, ProcessId{1}, ProcessId{0}, make_nonce()},
                            test_options(0).secret));
  }

  void SetUp() override {
    ASSERT_TRUE(first.prepare({}, 1000));
    first.begin_run(5);
  }

  /// Expects that the first message that is not dropped has type 9, and this remark on the others.
  void expect_remark(const std::string& remark) {
    EXPECT_EQ(receive(first).mid, MessageId{9});
    EXPECT_EQ(first.remarks(), std::vector<std::string>{remark});
  }

  TcpTransport first;
  std::optional<RawPeer> second;
};

TEST_F(TcpLimitsTest, OneByteTooLargeIsDropped) {
  second->send_header({.run = 5, .sequence = 0, .bytes = 1001});
  second->send(std::vector<std::byte>(1001));
  second->send_header({.run = 5, .mid = MessageId{9}, .sequence = 1, .bytes = 1000});
  second->send(std::vector<std::byte>(1000));
  expect_remark("dropped messages from 'p[1]': 1 too large");
}

TEST_F(TcpLimitsTest, ALargeBodyIsReadAndDropped) {
  second->send_header({.run = 5, .sequence = 0, .bytes = 10'000'000});
  const std::jthread sender([this] {
    second->send(std::vector<std::byte>(10'000'000));
    second->send_header({.run = 5, .mid = MessageId{9}, .sequence = 1});
  });
  expect_remark("dropped messages from 'p[1]': 1 too large");
}

TEST_F(TcpLimitsTest, TheLargestPossibleSizeAllocatesNoMemory) {
  second->send_header({.run = 5, .sequence = 0, .bytes = ~std::uint64_t{0}});
  std::atomic<bool> is_sent = false;
  const std::jthread sender([&] {
    second->send(std::vector<std::byte>(10'000'000));  // far more than the buffers of sockets
    is_sent = true;
  });
  while (!is_sent) {
    ASSERT_EQ(first.wait({.until = std::chrono::steady_clock::now()}), WaitOutcome::kDeadline);
  }
  EXPECT_TRUE(first.lost().empty());
  EXPECT_TRUE(first.remarks().empty());
}

TEST_F(TcpLimitsTest, UnknownTypesAreDropped) {
  second->send_header({.run = 5, .mid = MessageId{10}, .sequence = 0});
  second->send_header({.run = 5, .mid = MessageId{0xffffffff}, .sequence = 1});
  second->send_header({.run = 5, .mid = MessageId{9}, .sequence = 2});
  expect_remark("dropped messages from 'p[1]': 2 of an unknown type");
}

TEST_F(TcpLimitsTest, MessagesOutOfSequenceAreDropped) {
  second->send_header({.run = 5, .mid = MessageId{1}, .sequence = 1});
  second->send_header({.run = 5, .mid = MessageId{9}, .sequence = 0});
  second->send_header({.run = 5, .mid = MessageId{9}, .sequence = 0});
  second->send_header({.run = 5, .mid = MessageId{9}, .sequence = 1});
  EXPECT_EQ(receive(first).mid, MessageId{9});
  expect_remark("dropped messages from 'p[1]': 2 out of order");
}

TEST_F(TcpLimitsTest, MessagesOfAnotherRunAreDropped) {
  second->send_header({.run = 4, .mid = MessageId{1}, .sequence = 0});
  second->send_header({.run = 6, .mid = MessageId{2}, .sequence = 1});
  second->send_header({.run = 7, .mid = MessageId{1}, .sequence = 2});
  second->send_header({.run = 5, .mid = MessageId{9}, .sequence = 3});
  expect_remark("dropped messages from 'p[1]': 2 of another run");
}

TEST_F(TcpLimitsTest, AnInvalidHeaderClosesTheConnection) {
  second->send_header({.run = 5, .mid = MessageId{9}, .sequence = 0});
  second->send(std::vector<std::byte>(kDataHeaderBytes, std::byte{0xff}));
  EXPECT_EQ(receive(first).mid, MessageId{9});
  while (first.lost().empty()) {
    EXPECT_EQ(first.wait({.until = std::chrono::steady_clock::now()}), WaitOutcome::kDeadline);
  }
  second->await_close();
  EXPECT_EQ(first.remarks(), std::vector<std::string>{
                                 "closed the connection to 'p[1]': received an invalid header"});
}

TEST_F(TcpLimitsTest, AMessageAboveTheLimitIsRefusedInPrepare) {
  TcpOptions options = test_options(0);
  options.max_message = 1 << 20;
  TcpTransport transport(options, {});
  const OutgoingMessage at_limit{.bytes = 1 << 20};
  const OutgoingMessage above{.bytes = (1 << 20) + 1};
  EXPECT_TRUE(transport.prepare({&at_limit, 1}, 0));
  EXPECT_EQ(transport.prepare({&above, 1}, 0).error().code, ErrorCode::kLimit);
  EXPECT_EQ(transport.prepare({}, above.bytes).error().code, ErrorCode::kLimit);
}

}  // namespace
}  // namespace dps::transport
