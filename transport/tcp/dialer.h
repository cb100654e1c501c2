/// The connecting side of one handshake.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "base/descriptor.h"
#include "base/result.h"
#include "transport/tcp/asio.h"
#include "transport/tcp/tcp_options.h"

namespace dps::transport {

/// Connects to one peer, and tries again if the peer closes the connection during the handshake.
class Dialer {
 public:
  struct Events {
    std::function<void(ProcessId, Descriptor)> proven;  ///< the handshake has succeeded
    std::function<void(Error)> failed;  ///< another attempt would fail in the same way
  };

  /// `options` and `events` are borrowed.
  Dialer(asio::io_context& context, const TcpOptions& options, const Peer& peer,
         const Events& events);
  Dialer(const Dialer&) = delete;
  Dialer& operator=(const Dialer&) = delete;
  ~Dialer() = default;

  void start();

  [[nodiscard]] ProcessId peer() const { return hello_.to; }
  [[nodiscard]] bool done() const { return done_; }
  /// Error text for a timeout: the peer, its address and the last cause of a failure.
  [[nodiscard]] std::string complaint() const;

 private:
  void dial();
  void send_hello();
  void read_challenge();
  void on_challenge();
  void read_proof();
  void on_proof();
  void try_later(const error_code& error);
  void fail(ErrorCode code, const std::string& cause);

  const TcpOptions& options_;  ///< borrowed
  const Events& events_;       ///< borrowed
  std::string address_;
  std::uint16_t port_;
  tcp::endpoint endpoint_;
  tcp::socket socket_;
  asio::steady_timer pause_;
  std::chrono::milliseconds pause_length_{5};
  std::string last_cause_ = "no answer yet";
  bool done_ = false;
  Hello hello_;
  Nonce their_nonce_{};
  HelloMessage hello_message_{};
  ChallengeMessage challenge_{};
  ProofMessage proof_{};
};

}  // namespace dps::transport
