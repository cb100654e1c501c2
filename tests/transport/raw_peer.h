/// A blocking socket connected to a process under test, which may violate the protocol.
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

  /// Sends all bytes, unless the other side closes the connection.
  void send(std::span<const std::byte> bytes);
  void send_header(const DataHeader& header);
  /// Reads exactly this number of bytes; returns nothing if the connection ends first.
  std::optional<std::vector<std::byte>> receive(std::size_t bytes);
  /// Waits for the other side to close; drops the bytes that arrive before.
  void await_close();

  /// Performs the handshake of a connecting process. Returns true if the other side has proved
  /// itself.
  bool shake_hands(const Hello& hello, const Secret& secret);
  /// The proof that shake_hands() has sent last.
  [[nodiscard]] const ProofMessage& proof() const { return proof_; }

 private:
  Descriptor socket_;
  ProofMessage proof_{};
};

}  // namespace dps::transport
