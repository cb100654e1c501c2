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

/// Connects to one peer, and tries again while the other side ends the connection too early.
class Dialer {
 public:
  struct Events {
    std::function<void(ProcessId, Descriptor)> proven;  ///< the connection stands
    std::function<void(Error)> failed;                  ///< trying again cannot help
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
  /// Whom it could not reach, where, and what happened last: for the message when time is up.
  [[nodiscard]] std::string complaint() const;

 private:
  void dial();
  void say_hello();
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
