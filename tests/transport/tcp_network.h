/// Several TcpTransports in one test process, each used by one thread at a time.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "transport/tcp/tcp_transport.h"

namespace dps::transport {

/// A stop flag with its descriptor, as a signal handler would set it.
class TestStop {
 public:
  TestStop();
  ~TestStop();
  TestStop(const TestStop&) = delete;
  TestStop& operator=(const TestStop&) = delete;

  void set();
  [[nodiscard]] StopSignal signal() const { return {&flag_, fd_}; }

 private:
  std::atomic<bool> flag_ = false;
  int fd_;
};

/// A deadline that only tests which hang reach.
std::chrono::steady_clock::time_point soon();

/// Options of process `self` of the tests' run: 10 message types, names "p[0]", "p[1]" …
TcpOptions test_options(std::uint32_t self, Wait wait = Wait::kBlock);

class TcpNetwork {
 public:
  using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  /// Connects exactly `pairs`, prepares messages of up to `largest` bytes and begins run 1.
  TcpNetwork(std::uint32_t processes, const Pairs& pairs, std::uint64_t largest,
             Wait wait = Wait::kBlock, bool notes_arrivals = false);

  TcpTransport& operator[](std::uint32_t process) { return *transports_[process]; }
  TestStop& stop(std::uint32_t process) { return stops_[process]; }
  /// Closes the sockets of the process, as the kernel does when a process dies.
  void destroy(std::uint32_t process) { transports_[process].reset(); }

 private:
  std::deque<TestStop> stops_;
  std::vector<std::unique_ptr<TcpTransport>> transports_;
};

/// Two processes, p[0] and p[1], with one connection.
struct TcpPair : TcpNetwork {
  explicit TcpPair(std::uint64_t largest, Wait wait = Wait::kBlock, bool notes_arrivals = false)
      : TcpNetwork(2, {{0, 1}}, largest, wait, notes_arrivals) {}
};

/// Waits for the next message and takes it. Fails the test if there is none until a timeout.
Arrival receive(TcpTransport& transport);
void send(TcpTransport& transport, std::uint32_t to, const OutgoingMessage& outgoing);

}  // namespace dps::transport
