/// Messages over PVM 3: through the hosts' daemons, or directly between the tasks.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <poll.h>

#include "transport/handshake.h"
#include "transport/pvm/message_tag.h"
#include "transport/pvm/pvm_bodies.h"
#include "transport/remote_transport.h"

namespace dps::transport {

/// `max_message`: PVM's own limit is 2^31 - 1.
struct PvmOptions : TransportOptions {
  RunId run_id{};  ///< sent in every greeting; not secret
};

/// Format and routes of messages: docs/pvm.md, "Messages". One object for each OS process, since
/// libpvm supports one task for each.
///
/// Order: messages of one sender arrive as sent. connect() decides the route of each pair of
/// processes: libpvm sends everything over a direct route once there is one.
/// Stopping: a wait ends at once; libpvm's sends cannot be interrupted, nor can its wait for the
/// rest of a message that has begun to arrive. Memory: libpvm holds all messages that were not yet
/// taken.
class PvmTransport final : public RemoteTransport {
 public:
  PvmTransport(PvmOptions options, const StopSignal& stop);
  ~PvmTransport() override = default;
  PvmTransport(const PvmTransport&) = delete;
  PvmTransport& operator=(const PvmTransport&) = delete;

  /// Becomes a PVM task, and returns its tid.
  Result<std::uint32_t> listen() override;
  Result<void> connect(std::span<const Peer> peers,
                       std::chrono::steady_clock::time_point deadline) override;
  Result<void> prepare(std::span<const OutgoingMessage> messages,
                       std::uint64_t largest_arrival) override;
  Result<void> send(ProcessId to, const OutgoingMessage& outgoing) override;
  Arrival take() override;
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> packed() const override {
    return bodies_.packed();
  }
  /// Returns nothing: libpvm reports neither how long it waits for room nor how long it reads.
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> held() const override {
    return std::nullopt;
  }
  [[nodiscard]] std::chrono::nanoseconds reading() const override { return {}; }
  [[nodiscard]] std::vector<std::string> remarks() const override;

 private:
  /// A message that was not yet taken; its body is in libpvm.
  struct HeldMessage {
    PvmBuffer buffer;  ///< 0: to oneself, not packed
    Arrival arrival;
  };
  struct DroppedArrivals {
    std::uint64_t other_run = 0;
    std::uint64_t unknown_type = 0;
    std::uint64_t oversized = 0;
  };

  [[nodiscard]] bool has_message() const override { return !queue_.empty(); }
  Pause look_or_pause(const WaitLimits& limits) override;
  std::uint64_t forget_earlier_runs(std::uint32_t run) override;

  Result<void> greet(const Peer& peer);
  Result<void> await_greetings(std::span<const Peer> peers, Clock::time_point deadline);
  std::optional<ProcessId> greeted_by(PvmBuffer buffer);
  Result<void> send_to_self(const OutgoingMessage& outgoing);

  Pause sleep(const WaitLimits& limits);
  Pause receive_begun(const WaitLimits& limits);
  void watch();
  Pause spin(const WaitLimits& limits);

  /// Queues the message that pvm_trecv() or pvm_nrecv() has returned. Returns false if there was
  /// none.
  Result<bool> receive(PvmBuffer buffer);
  bool enqueue(PvmBuffer buffer);
  Result<void> send_request(int tid, const OutgoingMessage& outgoing);

  PvmOptions options_;
  int tid_ = 0;
  std::vector<int> tids_;                         ///< by process; 0: no peer
  std::unordered_map<int, ProcessId> processes_;  ///< by tid
  std::vector<pollfd> watched_;                   ///< wake_fd, the stop signal, libpvm's sockets
  PvmBodies bodies_;
  std::deque<HeldMessage> queue_;
  std::map<ProcessId, DroppedArrivals> dropped_;
  std::uint64_t strangers_ = 0;
  std::unordered_map<int, Request> requests_;  ///< by tid: of its next message that is not packed
};

}  // namespace dps::transport
