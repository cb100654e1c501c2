#include "tests/transport/tcp_network.h"

#include <string>
#include <thread>
#include <utility>

#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace dps::transport {

TestStop::TestStop() : fd_(eventfd(0, EFD_CLOEXEC)) {}

TestStop::~TestStop() {
  close(fd_);
}

void TestStop::set() {
  flag_ = true;
  const std::uint64_t one = 1;
  EXPECT_EQ(write(fd_, &one, sizeof(one)), 8);
}

std::chrono::steady_clock::time_point soon() {
  return std::chrono::steady_clock::now() + std::chrono::seconds(60);
}

TcpOptions test_options(std::uint32_t self, Wait wait) {
  TcpOptions options;
  options.self = ProcessId{self};
  options.secret.fill(std::byte{0x77});
  options.run_id.fill(std::byte{0x33});
  options.wait = wait;
  options.message_types = 10;
  options.name = [](ProcessId process) { return "p[" + std::to_string(index(process)) + "]"; };
  return options;
}

TcpNetwork::TcpNetwork(std::uint32_t processes, const Pairs& pairs, std::uint64_t largest,
                       Wait wait, bool notes_arrivals)
    : stops_(processes) {
  std::vector<std::uint32_t> ports;
  for (std::uint32_t i = 0; i < processes; ++i) {
    TcpOptions options = test_options(i, wait);
    options.notes_arrivals = notes_arrivals;
    transports_.push_back(std::make_unique<TcpTransport>(std::move(options), stops_[i].signal()));
    ports.push_back(transports_.back()->listen().value());
  }
  std::vector<std::vector<Peer>> peers(processes);
  for (const auto& [a, b] : pairs) {
    peers[a].push_back({ProcessId{b}, "127.0.0.1", ports[b]});
    peers[b].push_back({ProcessId{a}, "127.0.0.1", ports[a]});
  }
  std::vector<std::jthread> threads;
  for (std::uint32_t i = 0; i < processes; ++i) {
    threads.emplace_back([this, i, largest, mine = peers[i]] {
      const auto connected = transports_[i]->connect(mine, soon());
      EXPECT_TRUE(connected) << connected.error().message;
      const OutgoingMessage outgoing{.bytes = largest};
      EXPECT_TRUE(transports_[i]->prepare({&outgoing, 1}, largest));
      transports_[i]->begin_run(1);
    });
  }
}

Arrival receive(TcpTransport& transport) {
  const auto outcome = transport.wait({.until = soon()});
  EXPECT_EQ(outcome, WaitOutcome::kMessage);
  return outcome == WaitOutcome::kMessage ? transport.take() : Arrival{};
}

void send(TcpTransport& transport, std::uint32_t to, const OutgoingMessage& outgoing) {
  const auto sent = transport.send(ProcessId{to}, outgoing);
  EXPECT_TRUE(sent) << sent.error().message;
}

}  // namespace dps::transport
