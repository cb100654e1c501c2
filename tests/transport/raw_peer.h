/// A plain blocking socket that talks to a process under test, well-behaved or not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/descriptor.h"
#include "transport/data_header.h"
#include "transport/handshake.h"

namespace dps::transport {

class RawPeer {
 public:
  /// Connects to a port of 127.0.0.1.
  explicit RawPeer(std::uint16_t port);
  /// Takes over a socket.
  explicit RawPeer(Descriptor socket) : socket_(std::move(socket)) {}

  /// All of it, unless the other side has closed the connection.
  void send(std::span<const std::byte> bytes);
  void send_header(const DataHeader& header);
  /// Exactly so many bytes, or nothing when the connection ends first.
  std::optional<std::vector<std::byte>> receive(std::size_t bytes);
  /// Waits for the other side to close; what comes before is dropped.
  void await_close();

  /// Everything that a connecting process does. True if the other side has proved itself.
  bool shake_hands(const Hello& hello, const Secret& secret);
  /// What shake_hands() sent last as its proof.
  [[nodiscard]] const ProofMessage& proof() const { return proof_; }

 private:
  Descriptor socket_;
  ProofMessage proof_{};
};

}  // namespace dps::transport
