#include "tests/transport/raw_peer.h"

#include <array>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace dps::transport {

RawPeer::RawPeer(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  EXPECT_EQ(connect(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)),
            0);
}

void RawPeer::send(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) {
      return;
    }
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
}

void RawPeer::send_header(const DataHeader& header) {
  std::array<std::byte, kDataHeaderBytes> bytes{};
  encode(header, bytes);
  send(bytes);
}

std::optional<std::vector<std::byte>> RawPeer::receive(std::size_t bytes) {
  std::vector<std::byte> data(bytes);
  const ssize_t got = recv(socket_.get(), data.data(), bytes, MSG_WAITALL);
  if (got != static_cast<ssize_t>(bytes)) {
    return std::nullopt;
  }
  return data;
}

void RawPeer::await_close() {
  while (receive(1)) {
  }
}

bool RawPeer::shake_hands(const Hello& hello, const Secret& secret) {
  send(encode_hello(hello));
  const auto challenge = receive(kChallengeBytes);
  if (!challenge) {
    return false;
  }
  const auto nonce = decode_challenge(std::span(*challenge).first<kChallengeBytes>());
  EXPECT_TRUE(nonce);
  proof_ = encode_proof(Prover::kConnector, *prove(secret, Prover::kConnector, hello, *nonce));
  send(proof_);
  const auto answer = receive(kProofBytes);
  if (!answer) {
    return false;
  }
  const auto theirs = decode_proof(Prover::kAcceptor, std::span(*answer).first<kProofBytes>());
  return theirs && *theirs == *prove(secret, Prover::kAcceptor, hello, *nonce);
}

}  // namespace dps::transport
