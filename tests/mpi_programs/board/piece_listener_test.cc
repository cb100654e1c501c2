// The logs of ranks on other hosts, which arrive in pieces over TCP.
#include "mpi_programs/board/piece_listener.h"

#include <cstring>
#include <sstream>
#include <string>
#include <vector>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace dps::board {
namespace {

/// Serves until the condition holds, or for 10 s.
template <typename Condition>
bool serve_until(PieceListener& listener, Condition condition) {
  for (int i = 0; i < 1000 && !condition(); ++i) {
    std::vector<pollfd> watched;
    listener.watch(watched);
    ::poll(watched.data(), watched.size(), 10);
    listener.serve();
  }
  return condition();
}

/// The other side of a listener.
class Sender {
 public:
  explicit Sender(const PieceListener& listener) {
    std::istringstream place(listener.place());
    std::string field;
    std::getline(place, field, ';');
    std::getline(place, field, ';');
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(field)));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    std::getline(place, secret, ';');
    socket = Descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    EXPECT_EQ(::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)),
              0);
  }
  void send(PieceKind kind, std::uint64_t offset, const std::string& contents) const {
    const PieceHead head{kind, 0, offset, contents.size()};
    std::string bytes(reinterpret_cast<const char*>(&head), sizeof(head));
    bytes += contents;
    for (const char one : bytes) {  // each byte may come alone
      ASSERT_EQ(::send(socket.get(), &one, 1, MSG_NOSIGNAL), 1);
    }
  }
  void introduce(const std::string& with) const {
    PieceHello hello;
    with.copy(hello.secret.data(), hello.secret.size());
    hello.self.rank = 3;
    std::string("node2").copy(hello.self.host.data(), 5);
    send(PieceKind::kHello, 0, {reinterpret_cast<const char*>(&hello), sizeof(hello)});
  }

  Descriptor socket;
  std::string secret;
};

std::string contents_of(const Descriptor& file, std::size_t size) {
  std::string text(size, '\0');
  EXPECT_EQ(::pread(file.get(), text.data(), size, 0), static_cast<ssize_t>(size));
  return text;
}

TEST(PieceListener, PiecesOverwriteEarlierBytes) {
  auto listener = PieceListener::make();
  if (!listener) {
    GTEST_SKIP() << "this host has no address but loopback";
  }
  Sender sender(*listener);
  sender.introduce(sender.secret);
  sender.send(PieceKind::kBytes, 0, "first piece");
  sender.send(PieceKind::kBytes, 6, "round");
  sender.send(PieceKind::kFinalizes, 0, "");
  ASSERT_TRUE(serve_until(*listener, [&] {
    return !listener->reports().empty() && listener->reports()[0].has_finalized;
  }));
  const RemoteReport& report = listener->reports()[0];
  EXPECT_EQ(report.self.rank, 3);
  EXPECT_STREQ(report.self.host.data(), "node2");
  ASSERT_EQ(report.logs.size(), 1U);
  EXPECT_EQ(contents_of(report.logs[0], 11), "first round");
  EXPECT_EQ(report.ended, 0U);
  sender.socket.close();
  EXPECT_TRUE(serve_until(*listener, [&] { return listener->reports()[0].ended != 0; }));
  EXPECT_FALSE(listener->reports()[0].is_lost);
}

TEST(PieceListener, WithoutTheSecretNothingIsTaken) {
  auto listener = PieceListener::make();
  if (!listener) {
    GTEST_SKIP() << "this host has no address but loopback";
  }
  Sender stranger(*listener);
  stranger.introduce(std::string(kSecretSize, '0'));
  Sender other(*listener);
  other.introduce(other.secret);
  ASSERT_TRUE(serve_until(*listener, [&] {
    return listener->reports().size() == 1 && listener->reports()[0].is_introduced;
  }));
  char byte = 0;
  EXPECT_LE(::recv(stranger.socket.get(), &byte, 1, 0), 0);  // closed
}

TEST(PieceListener, AnImpossibleOffsetEndsTheConnection) {
  auto listener = PieceListener::make();
  if (!listener) {
    GTEST_SKIP() << "this host has no address but loopback";
  }
  Sender sender(*listener);
  sender.introduce(sender.secret);
  sender.send(PieceKind::kBytes, ~std::uint64_t{0} - 2, "beyond");
  ASSERT_TRUE(serve_until(*listener, [&] {
    return !listener->reports().empty() && listener->reports()[0].ended != 0;
  }));
  EXPECT_TRUE(listener->reports()[0].logs.empty());
}

}  // namespace
}  // namespace dps::board
