// Untrusted bytes at a data port: the first byte selects the decoder of the rest. If decoding
// succeeds, encoding returns the same bytes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "base/check.h"
#include "transport/data_header.h"
#include "transport/handshake.h"

namespace {

using namespace dps::transport;
using Input = std::span<const std::byte>;

template <typename Message>
void check_same(const Message& encoded, Input input) {
  for (std::size_t i = 0; i < encoded.size(); ++i) {
    DPS_CHECK(encoded[i] == input[i]);
  }
}

void decode_data_header(Input input) {
  if (const auto header = decode_header(input.first<kDataHeaderBytes>())) {
    std::array<std::byte, kDataHeaderBytes> encoded{};
    encode(*header, encoded);
    check_same(encoded, input);
  }
}

void decode_hello_message(Input input) {
  if (const auto hello = decode_hello(input.first<kHelloBytes>())) {
    check_same(encode_hello(*hello), input);
  }
}

void decode_challenge_message(Input input) {
  if (const auto nonce = decode_challenge(input.first<kChallengeBytes>())) {
    check_same(encode_challenge(*nonce), input);
  }
}

void decode_proof_message(Prover prover, Input input) {
  if (const auto proof = decode_proof(prover, input.first<kProofBytes>())) {
    check_same(encode_proof(prover, *proof), input);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const Input all(reinterpret_cast<const std::byte*>(bytes), size);
  if (all.empty()) {
    return 0;
  }
  const Input input = all.subspan(1);
  const unsigned decoder = std::to_integer<unsigned>(all[0]);
  if (decoder == 0 && input.size() >= kDataHeaderBytes) {
    decode_data_header(input);
  } else if (decoder == 1 && input.size() >= kHelloBytes) {
    decode_hello_message(input);
  } else if (decoder == 2 && input.size() >= kChallengeBytes) {
    decode_challenge_message(input);
  } else if (decoder == 3 && input.size() >= kProofBytes) {
    decode_proof_message(Prover::kConnector, input);
  } else if (decoder == 4 && input.size() >= kProofBytes) {
    decode_proof_message(Prover::kAcceptor, input);
  }
  return 0;
}
