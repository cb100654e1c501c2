#include "transport/loopback/loopback_transport.h"

#include "base/check.h"

namespace dps::transport {

ArrivalQueue& LoopbackNetwork::queue(ProcessId process) {
  DPS_CHECK(index(process) < queues_.size());
  return queues_[index(process)];
}

LoopbackTransport::LoopbackTransport(LoopbackNetwork& network, ProcessId self,
                                     const StopSignal& stop)
    : network_(network), self_(self), stop_(stop) {}

Result<std::uint32_t> LoopbackTransport::listen() {
  return std::uint32_t{0};
}

Result<void> LoopbackTransport::connect(std::span<const Peer> peers,
                                        std::chrono::steady_clock::time_point) {
  for (const Peer& peer : peers) {
    static_cast<void>(network_.queue(peer.process));  // aborts if there is none
  }
  return {};
}

Result<void> LoopbackTransport::prepare(std::span<const Letter> letters,
                                        std::uint64_t largest_arrival) {
  return buffers_.prepare(letters, largest_arrival, 0);
}

void LoopbackTransport::begin_run(std::uint32_t run) {
  run_ = run;
  network_.queue(self_).begin_run(run);
}

Result<void> LoopbackTransport::send(ProcessId to, const Letter& letter) {
  if (stop_.stopped()) {
    return failure(ErrorCode::kInterrupted, "asked to stop");
  }
  buffers_.pack_body(letter);
  const Arrival arrival{letter.mid, self_, letter.bytes, letter.packed, letter.xdr};
  // A message of a run that the receiver has already ended is dropped, as in every transport.
  [[maybe_unused]] const bool kept = network_.queue(to).push(run_, arrival);
  return {};
}

Result<WaitOutcome> LoopbackTransport::wait(const WaitLimits& limits) {
  if (stop_.stopped()) {
    return WaitOutcome::kInterrupted;
  }
  if (!network_.queue(self_).empty()) {
    return WaitOutcome::kMessage;
  }
  if (limits.until) {
    return WaitOutcome::kDeadline;
  }
  return limits.wake_fd >= 0 ? WaitOutcome::kWoken : WaitOutcome::kInterrupted;
}

Arrival LoopbackTransport::take() {
  const Arrival arrival = network_.queue(self_).pop();
  buffers_.unpack_body(arrival);
  return arrival;
}

std::chrono::nanoseconds LoopbackTransport::reading() const {
  return std::chrono::nanoseconds{0};
}

}  // namespace dps::transport
