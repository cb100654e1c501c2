/// Messages over MPI point to point, as an MPI program exchanges them: MPI_Isend, and a receive
/// from any source.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <mpi.h>

#include "transport/arrival_queue.h"
#include "transport/buffers.h"
#include "transport/data_header.h"
#include "transport/mpi/message_tag.h"
#include "transport/mpi/native_operations.h"
#include "transport/remote_transport.h"

namespace dps::transport {

/// The options of mpi: the communicators of the run.
struct MpiOptions : TransportOptions {
  MPI_Comm group = MPI_COMM_NULL;    ///< of all processes of the run
  MPI_Comm warm_up = MPI_COMM_NULL;  ///< the same ranks; used for the warm-up only
  bool shares_cores = false;         ///< this host has more processes than cores
};

/// A peer's port is its rank in the group. A wait polls, since MPI cannot block with a timeout;
/// after a few polls without a message it calls sched_yield(), and on shared cores it sleeps
/// between polls after about a millisecond: processes that only yield can keep others from a core
/// for seconds. An incoming body may overwrite an outgoing one, since their content is meaningless.
///
/// Order: messages of one sender arrive as sent; otherwise the order is MPI's.
class MpiTransport final : public RemoteTransport {
 public:
  MpiTransport(MpiOptions options, const StopSignal& stop);

  /// Returns our rank.
  Result<std::uint32_t> listen() override;
  /// Exchanges one message with every peer, since MPI connects two ranks at their first message.
  /// Called after prepare(): the message holds the size of the largest body that this process has
  /// memory for. The peer's send() refuses larger ones (kProtocol).
  Result<void> connect(std::span<const Peer> peers,
                       std::chrono::steady_clock::time_point deadline) override;
  Result<void> prepare(std::span<const OutgoingMessage> messages,
                       std::uint64_t largest_arrival) override;
  Result<void> prepare_operations(std::span<const OperationGroup> groups) override;
  Result<void> begin_operation(std::size_t group, const collectives::Collective& of) override;
  Result<void> send(ProcessId to, const OutgoingMessage& outgoing) override;
  Result<WaitOutcome> wait(const WaitLimits& limits) override;
  Arrival take() override;
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> packed() const override {
    return buffers_.packed();
  }
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> held() const override {
    return held_;
  }
  [[nodiscard]] std::chrono::nanoseconds reading() const override { return reading_; }
  [[nodiscard]] std::vector<std::string> remarks() const override;

 private:
  static constexpr int kNobody = -1;

  struct Partner {
    int rank = kNobody;
    std::uint64_t largest = 0;  ///< the largest body that this partner has memory for
  };

  /// The bytes behind each body: those of its request.
  [[nodiscard]] std::uint64_t trailer_bytes() const {
    return options_.has_requests ? kRequestBytes : 0;
  }
  [[nodiscard]] bool has_message() const override { return !queue_.empty(); }
  Pause look_or_pause(const WaitLimits& limits) override;
  std::uint64_t forget_earlier_runs(std::uint32_t run) override { return queue_.begin_run(run); }

  [[nodiscard]] int rank_of(ProcessId process) const;
  Result<void> complete(MPI_Request request, ProcessId to);
  Result<void> continue_operations();
  Result<bool> take_in();
  Result<bool> look();
  Result<bool> go_on_receiving();
  void accept(const MPI_Status& status);
  Result<bool> take_in_posted();
  Result<bool> take_in_timed();
  Result<void> withdraw();
  std::optional<WaitOutcome> pause(const WaitLimits& limits);
  void offer_processor();
  [[nodiscard]] bool may_sleep(const WaitLimits& limits) const;
  [[nodiscard]] tl::unexpected<Error> broken(int code, const char* what) const;

  MpiOptions options_;
  std::vector<Partner> partners_;      ///< by process
  std::vector<ProcessId> process_of_;  ///< by rank
  ArrivalQueue queue_;
  Buffers buffers_;
  NativeOperations operations_;
  MPI_Request receive_ =
      MPI_REQUEST_NULL;  ///< the receive of the arriving message, or of the next one
  std::uint32_t polls_in_vain_ = 0;
  std::uint32_t polls_at_arrival_ = 0;     ///< polls_in_vain_ at the last arrival
  std::optional<Clock::time_point> held_;  ///< see held(); set only if arrivals are noted
  std::chrono::nanoseconds reading_{0};
  std::uint64_t unknown_type_ = 0;  ///< dropped messages of an unknown type
  std::uint64_t other_run_ = 0;     ///< dropped messages of another run
};

}  // namespace dps::transport
