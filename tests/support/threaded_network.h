/// A transport between the threads of one OS process, one per blueprint process, whose waits block.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

#include "transport/stop_signal.h"
#include "transport/transport.h"

namespace dps::support {

/// The queues of all processes, and a stop flag for all of them.
class ThreadedNetwork {
 public:
  explicit ThreadedNetwork(std::size_t processes)
      : queues_(processes), finished_(processes), waits_for_ever_(processes) {}

  [[nodiscard]] transport::StopSignal signal() const { return {&stopped_, -1}; }
  /// Wakes all processes; every wait() from now on is interrupted.
  void stop();
  /// Returns when `processes` processes are in wait() and no message is in transit.
  void await_quiet(std::size_t processes);
  /// Records for await_standstill() that the process has ended.
  void finish(ProcessId process);
  /// Returns when every process has finished or waits for ever, or after `most` sends and waits.
  void await_standstill(std::uint64_t most);

 private:
  friend class ThreadedTransport;

  [[nodiscard]] bool all_empty() const;
  [[nodiscard]] bool stands_still() const;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::deque<transport::Arrival>> queues_;
  std::size_t waiting_ = 0;
  std::vector<bool> finished_;
  std::vector<bool> waits_for_ever_;  // unless a message arrives
  std::uint64_t calls_ = 0;
  std::atomic<bool> stopped_ = false;
};

class ThreadedTransport final : public transport::Transport {
 public:
  ThreadedTransport(ThreadedNetwork& network, ProcessId self) : network_(network), self_(self) {}

  Result<std::uint32_t> listen() override { return std::uint32_t{0}; }
  Result<void> connect(std::span<const transport::Peer> /*peers*/,
                       std::chrono::steady_clock::time_point /*deadline*/) override {
    return {};
  }
  Result<void> prepare(std::span<const transport::OutgoingMessage> /*messages*/,
                       std::uint64_t /*largest_arrival*/) override {
    return {};
  }
  void begin_run(std::uint32_t /*run*/) override {}
  Result<void> send(ProcessId to, const transport::OutgoingMessage& outgoing) override;
  Result<transport::WaitOutcome> wait(const transport::WaitLimits& limits) override;
  transport::Arrival take() override;
  [[nodiscard]] std::vector<std::string> remarks() const override { return {}; }
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> packed() const override {
    return std::nullopt;
  }
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> held() const override {
    return std::nullopt;
  }
  [[nodiscard]] std::chrono::nanoseconds reading() const override {
    return std::chrono::nanoseconds(0);
  }

 private:
  ThreadedNetwork& network_;  // borrowed
  ProcessId self_;
};

}  // namespace dps::support
