/// A transport for all processes of a run in one thread: for tests, and for runs without sockets.
#pragma once

#include <cstddef>
#include <vector>

#include "transport/arrival_queue.h"
#include "transport/buffers.h"
#include "transport/stop_signal.h"
#include "transport/transport.h"

namespace dps::transport {

/// The queues of all processes. Outlives the transports that share it.
class LoopbackNetwork {
 public:
  explicit LoopbackNetwork(std::size_t processes) : queues_(processes) {}

  [[nodiscard]] ArrivalQueue& queue(ProcessId process);

 private:
  std::vector<ArrivalQueue> queues_;  ///< one for each process, in process order
};

/// One process of a LoopbackNetwork. Never blocks: if nothing is queued, wait() returns kDeadline
/// at once if it has a deadline, else kWoken if it has a descriptor to watch, else kInterrupted.
class LoopbackTransport final : public Transport {
 public:
  LoopbackTransport(LoopbackNetwork& network, ProcessId self, const StopSignal& stop = {});

  Result<std::uint32_t> listen() override;
  Result<void> connect(std::span<const Peer> peers,
                       std::chrono::steady_clock::time_point deadline) override;
  Result<void> prepare(std::span<const Letter> letters, std::uint64_t largest_arrival) override;
  void begin_run(std::uint32_t run) override;
  Result<void> send(ProcessId to, const Letter& letter) override;
  Result<WaitOutcome> wait(const WaitLimits& limits) override;
  Arrival take() override;
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> packed() const override {
    return buffers_.packed();
  }
  /// Its queues have room for everything.
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> held() const override {
    return std::nullopt;
  }
  [[nodiscard]] std::chrono::nanoseconds reading() const override;
  [[nodiscard]] std::vector<std::string> remarks() const override { return {}; }

 private:
  LoopbackNetwork& network_;  ///< borrowed
  ProcessId self_;
  StopSignal stop_;
  Buffers buffers_;
  std::uint32_t run_ = 0;
};

}  // namespace dps::transport
