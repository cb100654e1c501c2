// Failures while connections are opened, and their error messages.
#include <cstdlib>
#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "tests/transport/raw_peer.h"
#include "tests/transport/tcp_network.h"

namespace dps::transport {
namespace {

std::chrono::steady_clock::time_point very_soon() {
  return std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
}

/// The error of p[self] when it cannot connect to `peer`.
Error failure_of(std::uint32_t self, const Peer& peer,
                 std::chrono::steady_clock::time_point deadline) {
  TcpTransport transport(test_options(self), {});
  EXPECT_TRUE(transport.listen());
  const auto connected = transport.connect({&peer, 1}, deadline);
  EXPECT_FALSE(connected);
  return connected ? Error{} : connected.error();
}

/// A port on which no process listens.
std::uint16_t free_port() {
  TcpTransport transport(test_options(0), {});
  return static_cast<std::uint16_t>(transport.listen().value());
}

TEST(SetUp, AClosedPortFailsAtOnceAndNamesThePeer) {
  const std::uint16_t port = free_port();
  const Error error = failure_of(1, {ProcessId{0}, "127.0.0.1", port}, soon());
  EXPECT_EQ(error.code, ErrorCode::kSystem);
  EXPECT_EQ(error.message, "cannot connect to 'p[0]' at 127.0.0.1 port " + std::to_string(port) +
                               ": Connection refused");
}

TEST(SetUp, APeerThatDoesNotConnectIsNamed) {
  const Error error = failure_of(0, {ProcessId{1}, "127.0.0.1", 1}, very_soon());
  EXPECT_EQ(error.code, ErrorCode::kTimeout);
  EXPECT_EQ(
      error.message,
      "'p[1]' has not connected to 'p[0]' at 127.0.0.1 (0 of 1 connections are open); is there "
      "a firewall between the two");
}

TEST(SetUp, APeerThatDoesNotAnswerIsNamed) {
  TcpTransport silent(test_options(0), {});  // listens, and never accepts
  const auto port = static_cast<std::uint16_t>(silent.listen().value());
  const Error error = failure_of(1, {ProcessId{0}, "127.0.0.1", port}, very_soon());
  EXPECT_EQ(error.code, ErrorCode::kTimeout);
  EXPECT_EQ(error.message, "cannot connect to 'p[0]' at 127.0.0.1 port " + std::to_string(port) +
                               ": no answer yet");
}

TEST(SetUp, AnAddressMustBeNumeric) {
  const Error error = failure_of(1, {ProcessId{0}, "node1", 1}, soon());
  EXPECT_EQ(error.code, ErrorCode::kInput);
  TcpOptions options = test_options(0);
  options.address = "node1";
  EXPECT_EQ(TcpTransport(options, {}).listen().error().message, "'node1' is not a numeric address");
}

TEST(SetUp, ListeningOnTheAddressOfAnotherHostFails) {
  TcpOptions options = test_options(0);
  options.address = "192.0.2.1";  // not reachable. Source: RFC 5737, addresses for documentation
  const auto port = TcpTransport(options, {}).listen();
  ASSERT_FALSE(port);
  EXPECT_NE(port.error().message.find("192.0.2.1"), std::string::npos);
}

TEST(SetUp, ProcessesWithDifferentSecretsDoNotConnect) {
  TcpOptions wrong = test_options(0);
  wrong.secret.fill(std::byte{0x78});
  TcpTransport impostor(wrong, {});
  const auto port = static_cast<std::uint16_t>(impostor.listen().value());
  const Peer peer{ProcessId{1}, "127.0.0.1", 0};
  const std::jthread pretending([&] { EXPECT_FALSE(impostor.connect({&peer, 1}, very_soon())); });
  const Error error = failure_of(1, {ProcessId{0}, "127.0.0.1", port}, soon());
  EXPECT_NE(error.message.find("cannot connect to 'p[0]'"), std::string::npos) << error.message;
}

TEST(SetUp, EndsWhenAskedToStop) {
  TestStop stop;
  TcpTransport transport(test_options(0), stop.signal());
  ASSERT_TRUE(transport.listen());
  const std::jthread stopper([&stop] { stop.set(); });
  const Peer peer{ProcessId{1}, "127.0.0.1", 1};
  EXPECT_EQ(transport.connect({&peer, 1}, soon()).error().code, ErrorCode::kInterrupted);
}

TEST(SetUp, ReportsTheNumberOfDescriptorsThatItNeeds) {
  const auto child = [] {
    TcpTransport transport(test_options(0), {});
    const bool listening = transport.listen().has_value();
    const rlimit limit{500, 500};
    setrlimit(RLIMIT_NOFILE, &limit);
    const std::vector<Peer> peers(1000, {ProcessId{1}, "127.0.0.1", 1});
    const auto connected = transport.connect(peers, soon());
    std::fprintf(stderr, "%s\n", connected ? "connected" : connected.error().message.c_str());
    std::exit(listening && !connected && connected.error().code == ErrorCode::kLimit ? 0 : 1);
  };
  EXPECT_EXIT(child(), testing::ExitedWithCode(0), "needs 1128 open files .* only 500 are allowed");
}

}  // namespace
}  // namespace dps::transport
