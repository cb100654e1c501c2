/// Opens the data connections of a process before its run.
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

/// While it listens, strangers can connect: it closes and counts their connections
/// (docs/protocol_data.md, "Handshake"). The destructor closes the listener and all connections
/// whose handshake is under way.
class SetUp {
 public:
  /// Both are borrowed.
  SetUp(const TcpOptions& options, const StopSignal& stop);
  ~SetUp();
  SetUp(const SetUp&) = delete;
  SetUp& operator=(const SetUp&) = delete;

  Result<std::uint16_t> listen();

  /// Returns the connections to `peers`, in process order. Called once, after listen(). Errors name
  /// the first missing peer and the cause (kTimeout, kSystem, kProtocol), or the number of
  /// descriptors needed (kLimit); kInterrupted after the stop signal.
  Result<std::vector<Established>> connect(std::span<const Peer> peers,
                                           std::chrono::steady_clock::time_point deadline);

  [[nodiscard]] std::uint64_t refused() const;

 private:
  class Network;  // hides Asio from users of this header

  std::unique_ptr<Network> network_;
};

}  // namespace dps::transport
