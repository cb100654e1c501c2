/// Opens the data connections of a process before its program runs.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"
#include "transport/stop_signal.h"
#include "transport/tcp/tcp_options.h"
#include "transport/transport.h"

namespace dps::transport {

/// A connection whose two ends have proved that they belong to the run.
struct Established {
  ProcessId peer{};
  Descriptor socket;
};

/// Faces strangers while it listens (docs/protocol_data.md, "Handshake"): whatever they do is
/// closed and counted. Its destructor closes the listener and all that is half open.
class SetUp {
 public:
  /// Both are borrowed.
  SetUp(const TcpOptions& options, const StopSignal& stop);
  ~SetUp();
  SetUp(const SetUp&) = delete;
  SetUp& operator=(const SetUp&) = delete;

  Result<std::uint16_t> listen();

  /// The connections to `peers`, in process order. Once, after listen(). Errors name the first peer
  /// that is missing and why (kTimeout, kSystem, kProtocol), or say how many descriptors are needed
  /// (kLimit); kInterrupted.
  Result<std::vector<Established>> connect(std::span<const Peer> peers,
                                           std::chrono::steady_clock::time_point deadline);

  [[nodiscard]] std::uint64_t refused() const;

 private:
  class Network;  // everything that knows Asio

  std::unique_ptr<Network> network_;
};

}  // namespace dps::transport
