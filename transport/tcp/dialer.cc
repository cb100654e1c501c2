#include "transport/tcp/dialer.h"

#include <algorithm>

#include <fcntl.h>

namespace dps::transport {
namespace {

constexpr std::chrono::milliseconds kLongestPause{200};

/// Errors after which another attempt fails too: a peer listens before its address is sent to us.
bool is_final(const error_code& error) {
  return error == asio::error::connection_refused || error == asio::error::host_unreachable ||
         error == asio::error::network_unreachable || error == asio::error::access_denied ||
         error == asio::error::address_family_not_supported || error == asio::error::no_descriptors;
}

}  // namespace

Dialer::Dialer(asio::io_context& context, const TcpOptions& options, const Peer& peer,
               const Events& events)
    : options_(options),
      events_(events),
      address_(peer.address),
      port_(static_cast<std::uint16_t>(peer.port)),
      socket_(context),
      pause_(context) {
  hello_ = Hello{options.run_id, options.self, peer.process, {}};
}

void Dialer::start() {
  error_code error;
  const auto address = asio::ip::make_address(address_, error);
  if (error) {
    fail(ErrorCode::kInput, "not a numeric address");
    return;
  }
  endpoint_ = tcp::endpoint(address, port_);
  dial();
}

void Dialer::dial() {
  error_code error;
  socket_.close(error);
  socket_.open(endpoint_.protocol(), error);
  if (error) {
    try_later(error);
    return;
  }
  fcntl(socket_.native_handle(), F_SETFD, FD_CLOEXEC);
  socket_.set_option(tcp::no_delay(true), error);
  socket_.async_connect(endpoint_, [this](const error_code& result) {
    if (result) {
      try_later(result);
    } else {
      send_hello();
    }
  });
}

void Dialer::send_hello() {
  hello_.nonce = make_nonce();
  hello_message_ = encode_hello(hello_);
  asio::async_write(socket_, asio::buffer(hello_message_),
                    [this](const error_code& error, std::size_t) {
                      if (error) {
                        try_later(error);
                      } else {
                        read_challenge();
                      }
                    });
}

void Dialer::read_challenge() {
  asio::async_read(socket_, asio::buffer(challenge_), [this](const error_code& error, std::size_t) {
    if (error) {
      try_later(error);
    } else {
      on_challenge();
    }
  });
}

void Dialer::on_challenge() {
  const auto nonce = decode_challenge(challenge_);
  if (!nonce) {
    fail(ErrorCode::kProtocol, "something other than this version of dps answers there");
    return;
  }
  their_nonce_ = *nonce;
  const auto ours = prove(options_.secret, Prover::kConnector, hello_, their_nonce_);
  if (!ours) {
    fail(ours.error().code, ours.error().message);
    return;
  }
  proof_ = encode_proof(Prover::kConnector, *ours);
  asio::async_write(socket_, asio::buffer(proof_), [this](const error_code& error, std::size_t) {
    if (error) {
      try_later(error);
    } else {
      read_proof();
    }
  });
}

void Dialer::read_proof() {
  asio::async_read(socket_, asio::buffer(proof_), [this](const error_code& error, std::size_t) {
    if (error) {
      try_later(error);
    } else {
      on_proof();
    }
  });
}

void Dialer::on_proof() {
  const auto theirs = decode_proof(Prover::kAcceptor, proof_);
  const auto due = prove(options_.secret, Prover::kAcceptor, hello_, their_nonce_);
  if (!due) {
    fail(due.error().code, due.error().message);
    return;
  }
  if (!theirs || !equal_proofs(*theirs, *due)) {
    fail(ErrorCode::kProtocol, "it could not prove that it belongs to this run");
    return;
  }
  error_code error;
  Descriptor socket(socket_.release(error));
  if (error) {
    fail(ErrorCode::kSystem, error.message());
    return;
  }
  done_ = true;
  events_.proven(peer(), std::move(socket));
}

void Dialer::try_later(const error_code& error) {
  last_cause_ =
      error == asio::error::eof ? "it closed the connection during the handshake" : error.message();
  if (is_final(error)) {
    fail(ErrorCode::kSystem, last_cause_);
    return;
  }
  error_code ignored;
  socket_.close(ignored);
  pause_.expires_after(pause_length_);
  pause_length_ = std::min(2 * pause_length_, kLongestPause);
  pause_.async_wait([this](const error_code& cancelled) {
    if (!cancelled) {
      dial();
    }
  });
}

void Dialer::fail(ErrorCode code, const std::string& cause) {
  last_cause_ = cause;
  events_.failed(Error{code, complaint()});
}

std::string Dialer::complaint() const {
  return "cannot connect to '" + options_.name(peer()) + "' at " + address_ + " port " +
         std::to_string(port_) + ": " + last_cause_;
}

}  // namespace dps::transport
