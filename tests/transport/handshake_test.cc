#include "transport/handshake.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace dps::transport {
namespace {

/// Bytes that count upwards from `first`.
template <typename Array>
Array counting(std::uint8_t first) {
  Array bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::byte>(first + i);
  }
  return bytes;
}

template <typename Array>
Array filled(std::uint8_t value) {
  Array bytes{};
  bytes.fill(std::byte{value});
  return bytes;
}

Hello example() {
  return {counting<RunId>(100), ProcessId{7}, ProcessId{3}, filled<Nonce>(0xc0)};
}

template <typename Bytes>
std::string hex(const Bytes& bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : bytes) {
    text += kDigits[std::to_integer<unsigned>(byte) >> 4];
    text += kDigits[std::to_integer<unsigned>(byte) & 15];
  }
  return text;
}

TEST(Handshake, HelloHasTheDocumentedLayout) {
  const std::string expected =
      "44505364"
      "0100"
      "0100"
      "6465666768696a6b6c6d6e6f70717273"
      "07000000"
      "03000000" +
      hex(filled<Nonce>(0xc0));
  EXPECT_EQ(hex(encode_hello(example())), expected);
}

TEST(Handshake, ChallengeAndProofsDifferInTheirKind) {
  const auto bytes = filled<Nonce>(0xa0);
  EXPECT_EQ(hex(encode_challenge(bytes)), "4450536401000200" + hex(bytes));
  EXPECT_EQ(hex(encode_proof(Prover::kConnector, bytes)), "4450536401000300" + hex(bytes));
  EXPECT_EQ(hex(encode_proof(Prover::kAcceptor, bytes)), "4450536401000400" + hex(bytes));
}

TEST(Handshake, DecodingReturnsTheEncodedMessage) {
  const auto bytes = counting<Nonce>(1);
  EXPECT_EQ(decode_hello(encode_hello(example())), example());
  EXPECT_EQ(decode_challenge(encode_challenge(bytes)), bytes);
  EXPECT_EQ(decode_proof(Prover::kAcceptor, encode_proof(Prover::kAcceptor, bytes)), bytes);
}

TEST(Handshake, RefusesAnotherMagicVersionOrKind) {
  for (const std::size_t offset : {0U, 3U, 4U, 5U, 6U, 7U}) {
    HelloMessage hello = encode_hello(example());
    hello[offset] ^= std::byte{0x10};
    EXPECT_FALSE(decode_hello(hello)) << offset;
  }
  const auto bytes = counting<Proof>(1);
  EXPECT_FALSE(decode_challenge(encode_proof(Prover::kConnector, bytes)));
  EXPECT_FALSE(decode_proof(Prover::kAcceptor, encode_proof(Prover::kConnector, bytes)));
}

// The expected values are from another implementation of HMAC-SHA256, for the documented 108 bytes.
TEST(Handshake, ProofsAreHmacSha256OfTheDocumentedBytes) {
  const auto secret = counting<Secret>(0);
  const auto nonce = filled<Nonce>(0xa0);
  EXPECT_EQ(hex(*prove(secret, Prover::kConnector, example(), nonce)),
            "8461e370cd212aa90ce0766af5df4ef6f2c27f4d2ce9615690bb9b1795a3b79b");
  EXPECT_EQ(hex(*prove(secret, Prover::kAcceptor, example(), nonce)),
            "62f9b02a831170b55b64d9c600f0ca6c29e1a73d8485bf542bedf100bd495bb5");
}

TEST(Handshake, EveryAuthenticatedFieldChangesTheProof) {
  const auto secret = counting<Secret>(0);
  const auto nonce = filled<Nonce>(0xa0);
  const Proof right = *prove(secret, Prover::kConnector, example(), nonce);
  Hello other_run = example();
  other_run.run[0] ^= std::byte{1};
  Hello other_from = example();
  other_from.from = ProcessId{8};
  Hello other_to = example();
  other_to.to = ProcessId{4};
  Hello other_nonce = example();
  other_nonce.nonce[31] ^= std::byte{1};
  for (const Hello& other : {other_run, other_from, other_to, other_nonce}) {
    EXPECT_FALSE(equal_proofs(right, *prove(secret, Prover::kConnector, other, nonce)));
  }
  EXPECT_FALSE(equal_proofs(right, *prove(secret, Prover::kConnector, example(), {})));
  EXPECT_FALSE(equal_proofs(right, *prove({}, Prover::kConnector, example(), nonce)));
}

TEST(Handshake, NoncesAreFresh) {
  EXPECT_NE(make_nonce(), make_nonce());
}

TEST(Handshake, WipingLeavesNothing) {
  auto secret = counting<Secret>(1);
  wipe(secret);
  EXPECT_EQ(secret, Secret{});
}

}  // namespace
}  // namespace dps::transport
