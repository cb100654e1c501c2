/// The handshake by which the two ends of a data connection prove that they belong to the same run:
/// its four messages and the proofs, as pure functions.
/// Source: docs/protocol_data.md, "Handshake".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/ids.h"
#include "base/result.h"

namespace dps::transport {

using Secret = std::array<std::byte, 32>;
using RunId = std::array<std::byte, 16>;
using Nonce = std::array<std::byte, 32>;
using Proof = std::array<std::byte, 32>;

/// The first message of the connecting side: the run, the sender and the receiver.
struct Hello {
  RunId run{};
  ProcessId from{};
  ProcessId to{};
  Nonce nonce{};

  bool operator==(const Hello&) const = default;
};

/// The side that proves itself; the numbers are the message kinds.
enum class Prover : std::uint16_t { kConnector = 3, kAcceptor = 4 };

constexpr std::size_t kHelloBytes = 64;
constexpr std::size_t kChallengeBytes = 40;
constexpr std::size_t kProofBytes = 40;

using HelloMessage = std::array<std::byte, kHelloBytes>;
using ChallengeMessage = std::array<std::byte, kChallengeBytes>;
using ProofMessage = std::array<std::byte, kProofBytes>;

HelloMessage encode_hello(const Hello& hello);
ChallengeMessage encode_challenge(const Nonce& nonce);
ProofMessage encode_proof(Prover prover, const Proof& proof);

/// Each of these returns nothing unless the message has this version and kind.
std::optional<Hello> decode_hello(std::span<const std::byte, kHelloBytes> in);
std::optional<Nonce> decode_challenge(std::span<const std::byte, kChallengeBytes> in);
std::optional<Proof> decode_proof(Prover prover, std::span<const std::byte, kProofBytes> in);

/// A fresh random number from the kernel.
Nonce make_nonce();

/// HMAC-SHA256 over the run, both ends and both nonces; the two provers' proofs differ.
/// Errors: OpenSSL has no HMAC-SHA256 (kSystem), for example because a policy forbids it.
/// Source: RFC 2104; reliability promise S3.
Result<Proof> prove(const Secret& secret, Prover prover, const Hello& hello,
                    const Nonce& acceptor_nonce);

/// Compares two proofs in constant time.
bool equal_proofs(const Proof& a, const Proof& b);

/// Overwrites the secret; the compiler cannot optimise this away.
void wipe(Secret& secret);

}  // namespace dps::transport
