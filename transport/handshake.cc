#include "transport/handshake.h"

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string_view>

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <sys/random.h>

#include "base/check.h"
#include "transport/little_endian.h"

namespace dps::transport {
namespace {

constexpr std::string_view kMagic = "DPSd";
constexpr std::string_view kPurpose = "dps data tcp";
constexpr std::uint16_t kVersion = 1;
constexpr std::uint16_t kHelloKind = 1;
constexpr std::uint16_t kChallengeKind = 2;
constexpr std::size_t kPreambleBytes = 8;

void put_text(std::byte* at, std::string_view text) {
  std::transform(text.begin(), text.end(), at, [](char c) { return static_cast<std::byte>(c); });
}

void put_preamble(std::byte* at, std::uint16_t kind) {
  put_text(at, kMagic);
  store_little_endian(at + 4, kVersion);
  store_little_endian(at + 6, kind);
}

bool has_preamble(const std::byte* at, std::uint16_t kind) {
  const bool magic = std::equal(kMagic.begin(), kMagic.end(), at,
                                [](char c, std::byte b) { return static_cast<std::byte>(c) == b; });
  return magic && load_little_endian<std::uint16_t>(at + 4) == kVersion &&
         load_little_endian<std::uint16_t>(at + 6) == kind;
}

/// Writes the fields of a hello after its preamble. The proofs authenticate the same fields.
void put_hello(std::byte* at, const Hello& hello) {
  std::copy(hello.run.begin(), hello.run.end(), at + 8);
  store_little_endian(at + 24, index(hello.from));
  store_little_endian(at + 28, index(hello.to));
  std::copy(hello.nonce.begin(), hello.nonce.end(), at + 32);
}

/// A message that consists of a preamble and 32 bytes.
std::array<std::byte, 40> encode_bytes(std::uint16_t kind, const std::array<std::byte, 32>& bytes) {
  std::array<std::byte, 40> out{};
  put_preamble(out.data(), kind);
  std::copy(bytes.begin(), bytes.end(), out.begin() + kPreambleBytes);
  return out;
}

std::optional<std::array<std::byte, 32>> decode_bytes(std::uint16_t kind,
                                                      std::span<const std::byte, 40> in) {
  if (!has_preamble(in.data(), kind)) {
    return std::nullopt;
  }
  std::array<std::byte, 32> bytes{};
  std::copy(in.begin() + kPreambleBytes, in.end(), bytes.begin());
  return bytes;
}

using Mac = std::unique_ptr<EVP_MAC, decltype(&EVP_MAC_free)>;
using MacContext = std::unique_ptr<EVP_MAC_CTX, decltype(&EVP_MAC_CTX_free)>;

bool hmac_sha256(const Secret& secret, std::span<const std::byte> text, Proof& proof) {
  const Mac mac(EVP_MAC_fetch(nullptr, "HMAC", nullptr), &EVP_MAC_free);
  const MacContext context(mac ? EVP_MAC_CTX_new(mac.get()) : nullptr, &EVP_MAC_CTX_free);
  if (!context) {
    return false;
  }
  std::array<char, 7> digest{"SHA256"};
  const std::array parameters{
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest.data(), 0),
      OSSL_PARAM_construct_end()};
  std::size_t length = 0;
  return EVP_MAC_init(context.get(), reinterpret_cast<const unsigned char*>(secret.data()),
                      secret.size(), parameters.data()) == 1 &&
         EVP_MAC_update(context.get(), reinterpret_cast<const unsigned char*>(text.data()),
                        text.size()) == 1 &&
         EVP_MAC_final(context.get(), reinterpret_cast<unsigned char*>(proof.data()), &length,
                       proof.size()) == 1 &&
         length == proof.size();
}

}  // namespace

HelloMessage encode_hello(const Hello& hello) {
  HelloMessage out{};
  put_preamble(out.data(), kHelloKind);
  put_hello(out.data(), hello);
  return out;
}

ChallengeMessage encode_challenge(const Nonce& nonce) {
  return encode_bytes(kChallengeKind, nonce);
}

ProofMessage encode_proof(Prover prover, const Proof& proof) {
  return encode_bytes(static_cast<std::uint16_t>(prover), proof);
}

std::optional<Hello> decode_hello(std::span<const std::byte, kHelloBytes> in) {
  if (!has_preamble(in.data(), kHelloKind)) {
    return std::nullopt;
  }
  Hello hello;
  std::copy_n(in.begin() + 8, hello.run.size(), hello.run.begin());
  hello.from = ProcessId{load_little_endian<std::uint32_t>(in.data() + 24)};
  hello.to = ProcessId{load_little_endian<std::uint32_t>(in.data() + 28)};
  std::copy_n(in.begin() + 32, hello.nonce.size(), hello.nonce.begin());
  return hello;
}

std::optional<Nonce> decode_challenge(std::span<const std::byte, kChallengeBytes> in) {
  return decode_bytes(kChallengeKind, in);
}

std::optional<Proof> decode_proof(Prover prover, std::span<const std::byte, kProofBytes> in) {
  return decode_bytes(static_cast<std::uint16_t>(prover), in);
}

Nonce make_nonce() {
  Nonce nonce{};
  ssize_t got = -1;
  do {
    got = getrandom(nonce.data(), nonce.size(), 0);
  } while (got < 0 && errno == EINTR);
  DPS_CHECK(got ==
            static_cast<ssize_t>(nonce.size()));  // the kernel never shortens so small a request
  return nonce;
}

Result<Proof> prove(const Secret& secret, Prover prover, const Hello& hello,
                    const Nonce& acceptor_nonce) {
  std::array<std::byte, 96 + kPurpose.size()> text{};
  put_preamble(text.data(), static_cast<std::uint16_t>(prover));
  put_hello(text.data(), hello);
  std::copy(acceptor_nonce.begin(), acceptor_nonce.end(), text.begin() + 64);
  put_text(text.data() + 96, kPurpose);
  Proof proof{};
  if (!hmac_sha256(secret, text, proof)) {
    return failure(ErrorCode::kSystem, "OpenSSL offers no HMAC-SHA256; check its configuration");
  }
  return proof;
}

bool equal_proofs(const Proof& a, const Proof& b) {
  return CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

void wipe(Secret& secret) {
  OPENSSL_cleanse(secret.data(), secret.size());
}

}  // namespace dps::transport
