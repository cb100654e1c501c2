/// How the two ends of a data connection prove to each other that they belong to the same run:
/// the four messages and the proofs, as pure functions (docs/protocol_data.md, "Handshake").
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

/// What the connecting side says first: which run, who it is, whom it wants.
struct Hello {
  RunId run{};
  ProcessId from{};
  ProcessId to{};
  Nonce nonce{};

  bool operator==(const Hello&) const = default;
};

/// Whose proof it is; the numbers are the message kinds.
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

/// Nothing unless the message is of this version and kind.
std::optional<Hello> decode_hello(std::span<const std::byte, kHelloBytes> in);
std::optional<Nonce> decode_challenge(std::span<const std::byte, kChallengeBytes> in);
std::optional<Proof> decode_proof(Prover prover, std::span<const std::byte, kProofBytes> in);

/// A fresh random number from the kernel.
Nonce make_nonce();

/// HMAC-SHA256 over run, both ends and both nonces, different for the two provers.
/// Errors: OpenSSL has no HMAC-SHA256 (kSystem), as under a policy that forbids it.
/// Source: RFC 2104; reliability promise S3.
Result<Proof> prove(const Secret& secret, Prover prover, const Hello& hello,
                    const Nonce& acceptor_nonce);

/// In a time that does not depend on where they differ.
bool equal_proofs(const Proof& a, const Proof& b);

/// Overwrites the secret in a way that no compiler leaves out.
void wipe(Secret& secret);

}  // namespace dps::transport
