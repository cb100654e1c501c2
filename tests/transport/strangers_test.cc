// Unauthorised connections to a process that waits for its peers are refused, and do not prevent
// the connections of the peers. Source: docs/reliability.md, S3.
#include <deque>
#include <functional>
#include <optional>
#include <thread>

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "tests/transport/raw_peer.h"
#include "tests/transport/tcp_network.h"

namespace dps::transport {
namespace {

/// p[0], which waits for p[1] while a test opens unauthorised connections. finish() connects p[1].
class StrangersTest : public testing::Test {
 protected:
  StrangersTest() : first(test_options(0), stop.signal()) {
    port = static_cast<std::uint16_t>(first.listen().value());
    const Peer peer{ProcessId{1}, "127.0.0.1", 0};
    connecting = std::jthread([this, peer] { connected = first.connect({&peer, 1}, soon()); });
  }

  /// Checks that both are connected and exchange a message.
  void finish() {
    TcpTransport second(test_options(1), {});
    ASSERT_TRUE(second.listen());
    const Peer peer{ProcessId{0}, "127.0.0.1", port};
    const auto other = second.connect({&peer, 1}, soon());
    ASSERT_TRUE(other) << other.error().message;
    connecting.join();
    ASSERT_TRUE(connected) << connected.error().message;
    for (TcpTransport* one : {&first, &second}) {
      ASSERT_TRUE(one->prepare({}, 0));
      one->begin_run(1);
    }
    send(second, 0, {.mid = MessageId{5}});
    EXPECT_EQ(receive(first).mid, MessageId{5});
  }

  static Hello hello(std::uint32_t from = 1, std::uint32_t to = 0) {
    return {test_options(0).run_id, ProcessId{from}, ProcessId{to}, make_nonce()};
  }
  static Secret secret() { return test_options(0).secret; }

  TestStop stop;
  TcpTransport first;
  std::uint16_t port = 0;
  Result<void> connected;
  std::jthread connecting;
};

TEST_F(StrangersTest, InvalidMessagesCloseTheConnectionAndAreCounted) {
  Hello other_run = hello();
  other_run.run[0] ^= std::byte{1};
  HelloMessage other_version = encode_hello(hello());
  other_version[4] = std::byte{9};
  const std::vector<std::vector<std::byte>> first_words{
      std::vector<std::byte>(kHelloBytes),
      std::vector<std::byte>(100'000, std::byte{0xff}),
      {other_version.begin(), other_version.end()},
  };
  for (const auto& words : first_words) {
    RawPeer stranger(port);
    stranger.send(words);
    stranger.await_close();
  }
  for (const Hello& wrong : {other_run, hello(2), hello(0), hello(1, 1), hello(0xffffffff)}) {
    EXPECT_FALSE(RawPeer(port).shake_hands(wrong, secret()));
  }
  finish();
  EXPECT_EQ(first.refused(), 8U);
  EXPECT_EQ(first.remarks(), std::vector<std::string>{"refused unauthorised connections: 8"});
}

TEST_F(StrangersTest, AProofWithoutTheSecretClosesTheConnectionAndIsCounted) {
  Secret wrong = secret();
  wrong[31] ^= std::byte{1};
  EXPECT_FALSE(RawPeer(port).shake_hands(hello(), wrong));
  EXPECT_FALSE(RawPeer(port).shake_hands(hello(), Secret{}));
  finish();
  EXPECT_EQ(first.refused(), 2U);
}

TEST_F(StrangersTest, AProofCannotBeReplayed) {
  const Hello once = hello();
  RawPeer recorded(port);
  // This connection never sends its proof, so p[0] still waits for p[1]. The replay uses the proof
  // on another connection, which has another nonce.
  recorded.send(encode_hello(once));
  const auto challenge = recorded.receive(kChallengeBytes);
  ASSERT_TRUE(challenge);
  const auto nonce = decode_challenge(std::span(*challenge).first<kChallengeBytes>());
  const auto proof =
      encode_proof(Prover::kConnector, *prove(secret(), Prover::kConnector, once, *nonce));

  RawPeer replay(port);
  replay.send(encode_hello(once));
  ASSERT_TRUE(replay.receive(kChallengeBytes));
  replay.send(proof);
  EXPECT_FALSE(replay.receive(kProofBytes));
  finish();
}

TEST_F(StrangersTest, AProofOfTheWrongKindIsRefused) {
  const Hello said = hello();
  RawPeer stranger(port);
  stranger.send(encode_hello(said));
  const auto challenge = stranger.receive(kChallengeBytes);
  ASSERT_TRUE(challenge);
  const auto nonce = decode_challenge(std::span(*challenge).first<kChallengeBytes>());
  stranger.send(
      encode_proof(Prover::kConnector, *prove(secret(), Prover::kAcceptor, said, *nonce)));
  EXPECT_FALSE(stranger.receive(kProofBytes));
  finish();
}

TEST_F(StrangersTest, ConnectionsClosedHalfwayAreCounted) {
  { const RawPeer silent(port); }
  {
    RawPeer cut(port);
    cut.send(std::vector<std::byte>(kHelloBytes - 1));
  }
  {
    RawPeer rude(port);
    rude.send(encode_hello(hello()));
    EXPECT_TRUE(rude.receive(kChallengeBytes));
  }
  finish();
  EXPECT_EQ(first.refused(), 3U);
}

TEST_F(StrangersTest, SilentConnectionsCannotKeepPeersOut) {
  std::deque<RawPeer> silent;
  for (int i = 0; i < 300; ++i) {
    silent.emplace_back(port).send(std::vector<std::byte>(i % 2 == 0 ? 0 : 10));
  }
  finish();
  EXPECT_GE(first.refused(), 200U);
}

TEST_F(StrangersTest, StrangersWhoKnowTheRunIdCannotKeepPeersOut) {
  std::deque<RawPeer> waiting;
  for (int i = 0; i < 300; ++i) {
    waiting.emplace_back(port).send(encode_hello(hello()));
  }
  finish();
}

TEST_F(StrangersTest, TenThousandConnectionsAreClosedAndCounted) {
  constexpr std::size_t kMany = 10'000;
  std::deque<RawPeer> open;
  for (std::size_t i = 0; i < kMany; ++i) {
    open.emplace_back(port);
    if (open.size() > 200) {
      open.pop_front();
    }
  }
  finish();
  EXPECT_GE(first.refused(), kMany - 200);
}

TEST_F(StrangersTest, AfterTheSetUpThePortIsClosed) {
  finish();
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  EXPECT_NE(connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  close(socket);
}

}  // namespace
}  // namespace dps::transport
