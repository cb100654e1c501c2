#include "transport/tcp/acceptor.h"

#include <algorithm>
#include <chrono>

#include <fcntl.h>

namespace dps::transport {
namespace {

/// The backlog for all connections that a large run opens at the same time. The kernel limits it to
/// net.core.somaxconn.
constexpr int kBacklog = 4096;

}  // namespace

Acceptor::Acceptor(asio::io_context& context, const TcpOptions& options, Events events)
    : context_(context),
      options_(options),
      events_(std::move(events)),
      listener_(context),
      pause_(context) {}

Result<std::uint16_t> Acceptor::listen() {
  error_code error;
  const auto address = asio::ip::make_address(options_.address, error);
  if (error) {
    return failure(ErrorCode::kInput, "'" + options_.address + "' is not a numeric address");
  }
  const tcp::endpoint endpoint(address, 0);
  listener_.open(endpoint.protocol(), error);
  if (!error && fcntl(listener_.native_handle(), F_SETFD, FD_CLOEXEC) != 0) {
    error.assign(errno, boost::system::system_category());
  }
  if (!error) {
    listener_.bind(endpoint, error);
  }
  if (!error) {
    listener_.listen(kBacklog, error);
  }
  if (error) {
    return failure(ErrorCode::kSystem,
                   "cannot listen on '" + options_.address + "': " + error.message());
  }
  return listener_.local_endpoint().port();
}

void Acceptor::accept_next() {
  listener_.async_accept(
      [this](const error_code& error, tcp::socket socket) { on_accept(error, std::move(socket)); });
}

void Acceptor::on_accept(const error_code& error, tcp::socket socket) {
  if (error == asio::error::operation_aborted) {
    return;
  }
  if (!error) {
    admit(std::move(socket));
    accept_next();
    return;
  }
  // Descriptors or memory have run out, or the client has closed the connection. Both are
  // temporary: try again later, with one half-open connection fewer.
  if (error != asio::error::connection_aborted && !half_open_.empty()) {
    evict();
  }
  pause_.expires_after(std::chrono::milliseconds(10));
  pause_.async_wait([this](const error_code& cancelled) {
    if (!cancelled) {
      accept_next();
    }
  });
}

void Acceptor::admit(tcp::socket socket) {
  fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);
  if (half_open_.size() >= kMostHalfOpen) {
    evict();
  }
  const Guest guest = std::make_shared<HalfOpen>(std::move(socket), context_);
  half_open_.push_back(guest);
  guest->timeout.expires_after(kHandshakeTimeout);
  guest->timeout.async_wait([this, guest](const error_code& cancelled) {
    if (!cancelled) {
      refuse(guest);
    }
  });
  read_hello(guest);
}

void Acceptor::evict() {
  const auto silent = std::find_if(half_open_.begin(), half_open_.end(),
                                   [](const Guest& guest) { return !guest->has_valid_hello; });
  refuse(silent != half_open_.end() ? *silent : half_open_.front());
}

void Acceptor::read_hello(const Guest& guest) {
  asio::async_read(guest->socket, asio::buffer(guest->hello_message),
                   [this, guest](const error_code& error, std::size_t) {
                     if (error) {
                       refuse(guest);
                     } else {
                       on_hello(guest);
                     }
                   });
}

void Acceptor::on_hello(const Guest& guest) {
  const auto hello = decode_hello(guest->hello_message);
  if (guest->closed || !hello || hello->run != options_.run_id || hello->to != options_.self ||
      !events_.expects(hello->from)) {
    refuse(guest);
    return;
  }
  guest->has_valid_hello = true;
  guest->hello = *hello;
  guest->nonce = make_nonce();
  guest->challenge = encode_challenge(guest->nonce);
  asio::async_write(guest->socket, asio::buffer(guest->challenge),
                    [this, guest](const error_code& error, std::size_t) {
                      if (error) {
                        refuse(guest);
                      } else {
                        read_proof(guest);
                      }
                    });
}

void Acceptor::read_proof(const Guest& guest) {
  asio::async_read(guest->socket, asio::buffer(guest->proof),
                   [this, guest](const error_code& error, std::size_t) {
                     if (error) {
                       refuse(guest);
                     } else {
                       on_proof(guest);
                     }
                   });
}

void Acceptor::on_proof(const Guest& guest) {
  const auto theirs = decode_proof(Prover::kConnector, guest->proof);
  const auto due = prove(options_.secret, Prover::kConnector, guest->hello, guest->nonce);
  const auto ours = prove(options_.secret, Prover::kAcceptor, guest->hello, guest->nonce);
  if (!due || !ours) {
    events_.failed(due ? ours.error() : due.error());
    return;
  }
  if (guest->closed || !theirs || !equal_proofs(*theirs, *due)) {
    refuse(guest);
    return;
  }
  guest->proof = encode_proof(Prover::kAcceptor, *ours);
  asio::async_write(guest->socket, asio::buffer(guest->proof),
                    [this, guest](const error_code& error, std::size_t) {
                      if (error) {
                        refuse(guest);
                      } else {
                        on_proven(guest);
                      }
                    });
}

void Acceptor::on_proven(const Guest& guest) {
  if (guest->closed) {
    return;
  }
  forget(guest);
  error_code error;
  guest->socket.set_option(tcp::no_delay(true), error);
  Descriptor socket(guest->socket.release(error));
  if (!error) {
    events_.proven(guest->hello.from, std::move(socket));
  }
}

void Acceptor::refuse(const Guest& guest) {
  if (guest->closed) {
    return;
  }
  // `guest` may refer to the list's entry: this copy keeps the connection alive for this call.
  // NOLINTNEXTLINE(performance-unnecessary-copy-initialization)
  const Guest kept = guest;
  ++refused_;
  forget(kept);
  error_code ignored;
  kept->socket.close(ignored);
}

void Acceptor::forget(const Guest& guest) {
  guest->closed = true;
  guest->timeout.cancel();
  half_open_.remove(guest);
}

}  // namespace dps::transport
