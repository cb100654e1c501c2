#include "transport/tcp/connection.h"

#include <array>
#include <vector>

#include <gtest/gtest.h>
#include <sys/socket.h>

#include "tests/transport/raw_peer.h"

namespace dps::transport {
namespace {

/// A connection to a socket of the test.
class ConnectionTest : public testing::Test {
 protected:
  ConnectionTest() {
    std::array<int, 2> ends{};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
    connection.emplace(Descriptor(ends[0]), ProcessId{1});
    peer.emplace(Descriptor(ends[1]));
  }

  Connection::Fill fill() { return connection->fill(scratch); }

  std::optional<Connection> connection;
  std::optional<RawPeer> peer;
  std::vector<std::byte> scratch = std::vector<std::byte>(100'000);
};

TEST_F(ConnectionTest, ReadsSeveralSmallMessagesAtOnce) {
  for (const std::uint32_t sequence : {0U, 1U, 2U}) {
    peer->send_header({.sequence = sequence, .bytes = sequence});
    peer->send(std::vector<std::byte>(sequence));
  }
  ASSERT_EQ(fill(), Connection::Fill::kData);
  for (const std::uint32_t sequence : {0U, 1U, 2U}) {
    const auto header = connection->next();
    ASSERT_TRUE(header);
    EXPECT_EQ(header->sequence, sequence);
  }
  EXPECT_FALSE(connection->next());
  EXPECT_EQ(fill(), Connection::Fill::kNothing);
}

TEST_F(ConnectionTest, ReturnsAMessageOnlyWhenItIsComplete) {
  std::array<std::byte, kDataHeaderBytes + 2> message{};
  encode({.bytes = 2}, std::span(message).first<kDataHeaderBytes>());
  for (const std::byte byte : message) {
    EXPECT_FALSE(connection->next());
    peer->send({&byte, 1});
    ASSERT_EQ(fill(), Connection::Fill::kData);
  }
  EXPECT_TRUE(connection->next());
}

TEST_F(ConnectionTest, ReadsALargeBodyIntoTheScratchBuffer) {
  const std::vector<std::byte> body(50'000, std::byte{7});
  peer->send_header({.bytes = body.size()});
  peer->send(body);
  std::optional<DataHeader> header;
  while (!header) {
    ASSERT_EQ(fill(), Connection::Fill::kData);
    header = connection->next();
  }
  EXPECT_EQ(header->bytes, body.size());
  EXPECT_EQ(scratch[40'000], std::byte{7});
  EXPECT_EQ(scratch[50'000], std::byte{0});
}

TEST_F(ConnectionTest, ABodyLargerThanTheScratchBufferWrapsAround) {
  scratch.resize(4096);
  peer->send_header({.bytes = 60'000});
  peer->send(std::vector<std::byte>(60'000));
  peer->send_header({.sequence = 1});
  std::optional<DataHeader> header;
  while (!header) {
    ASSERT_EQ(fill(), Connection::Fill::kData);
    header = connection->next();
  }
  EXPECT_EQ(header->bytes, 60'000U);
  while (!(header = connection->next())) {
    ASSERT_EQ(fill(), Connection::Fill::kData);
  }
  EXPECT_EQ(header->sequence, 1U);
}

TEST_F(ConnectionTest, StopsAtAnInvalidHeader) {
  peer->send(std::vector<std::byte>(100, std::byte{0xee}));
  ASSERT_EQ(fill(), Connection::Fill::kData);
  EXPECT_FALSE(connection->next());
  EXPECT_TRUE(connection->malformed());
}

TEST_F(ConnectionTest, DetectsThatTheOtherEndHasClosed) {
  peer.reset();
  EXPECT_EQ(fill(), Connection::Fill::kClosed);
}

}  // namespace
}  // namespace dps::transport
