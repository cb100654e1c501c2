/// The accepting side of the handshakes.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <memory>

#include "base/descriptor.h"
#include "base/result.h"
#include "transport/tcp/asio.h"
#include "transport/tcp/tcp_options.h"

namespace dps::transport {

/// Accepts the connections of the expected peers, and refuses those of strangers.
class Acceptor {
 public:
  /// Callbacks to the owner.
  struct Events {
    std::function<bool(ProcessId)> expects;             ///< true if this peer may connect to us
    std::function<void(ProcessId, Descriptor)> proven;  ///< the handshake has succeeded
    std::function<void(Error)> failed;                  ///< no handshake can succeed
  };

  Acceptor(asio::io_context& context, const TcpOptions& options, Events events);
  Acceptor(const Acceptor&) = delete;
  Acceptor& operator=(const Acceptor&) = delete;
  ~Acceptor() = default;

  /// Listens on an ephemeral port of the address in the options, and returns it. Connections are
  /// not accepted before start().
  Result<std::uint16_t> listen();
  void start() { accept_next(); }

  [[nodiscard]] std::uint64_t refused() const { return refused_; }

 private:
  /// Source: reliability promise S3.
  static constexpr std::size_t kMostHalfOpen = 64;
  static constexpr std::chrono::seconds kHandshakeTimeout{5};

  /// A connection whose handshake is under way. Shared with its pending operations, which end after
  /// close().
  struct HalfOpen {
    HalfOpen(tcp::socket&& accepted, asio::io_context& context)
        : socket(std::move(accepted)), timeout(context) {}

    tcp::socket socket;
    asio::steady_timer timeout;
    bool has_valid_hello = false;  ///< from an expected peer of this run
    bool closed = false;
    Hello hello;
    Nonce nonce{};
    HelloMessage hello_message{};
    ChallengeMessage challenge{};
    ProofMessage proof{};
  };
  using Guest = std::shared_ptr<HalfOpen>;

  void accept_next();
  void on_accept(const error_code& error, tcp::socket socket);
  void admit(tcp::socket socket);
  void evict();
  void read_hello(const Guest& guest);
  void on_hello(const Guest& guest);
  void read_proof(const Guest& guest);
  void on_proof(const Guest& guest);
  void on_proven(const Guest& guest);
  void refuse(const Guest& guest);
  void forget(const Guest& guest);

  asio::io_context& context_;  ///< borrowed
  const TcpOptions& options_;  ///< borrowed
  Events events_;
  tcp::acceptor listener_;
  asio::steady_timer pause_;    ///< before the next attempt when descriptors have run out
  std::list<Guest> half_open_;  ///< oldest first
  std::uint64_t refused_ = 0;
};

}  // namespace dps::transport
