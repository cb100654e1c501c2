#include "blueprint/codec.h"

#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "blueprint/slice.h"
#include "tests/blueprint/programs.h"
#include "tests/blueprint/random_program.h"

namespace dps::blueprint {
namespace {

RC_GTEST_PROP(ProgramCodec, DecodingReturnsTheEncodedSlice, ()) {
  const Program whole = any_program();
  for (std::uint32_t p = 0; p < whole.process_count(); ++p) {
    const Program sent = slice(whole, ProcessId{p});
    const auto received = decode_program(encode_program(sent));
    RC_ASSERT(received.has_value());
    RC_ASSERT(*received == sent);
  }
}

RC_GTEST_PROP(ProgramCodec, DecodingReturnsAProgramOfEqualMeaning, ()) {
  const Program sent = any_program();
  const auto received = decode_program(encode_program(sent));
  RC_ASSERT(received.has_value());
  RC_ASSERT(encode_program(*received) == encode_program(sent));
  RC_ASSERT(received->definitions == sent.definitions);
  RC_ASSERT(received->message_types == sent.message_types);
  RC_ASSERT(received->logical_hosts == sent.logical_hosts);
  RC_ASSERT(received->logical_host_of == sent.logical_host_of);
  for (std::uint32_t p = 0; p < sent.process_count(); ++p) {
    RC_ASSERT(meaning(*received, ProcessId{p}) == meaning(sent, ProcessId{p}));
  }
}

RC_GTEST_PROP(ProgramCodec, NoPrefixIsAProgram, ()) {
  const auto bytes = encode_program(slice(any_program(), ProcessId{0}));
  const auto length = *rc::gen::inRange<std::size_t>(0, bytes.size());
  const auto received = decode_program(std::span(bytes).first(length));
  RC_ASSERT(!received.has_value());
  RC_ASSERT(received.error().code == ErrorCode::kProtocol);
}

/// A program with a changed byte is refused, or it is a different program that is safe to use.
RC_GTEST_PROP(ProgramCodec, AChangedByteIsRefusedOrHarmless, ()) {
  auto bytes = encode_program(any_program());
  const auto at = *rc::gen::inRange<std::size_t>(2, bytes.size());
  bytes[at] = static_cast<std::byte>(*rc::gen::arbitrary<std::uint8_t>());
  const auto received = decode_program(bytes);
  if (received) {
    for (std::uint32_t p = 0; p < received->process_count(); ++p) {
      if (received->plan_of[p] != kNone) {
        RC_ASSERT(!meaning(*received, ProcessId{p}).empty());
      }
    }
  } else {
    RC_ASSERT(received.error().code != ErrorCode::kSystem);
  }
}

TEST(ProgramCodec, StepsThatDoNotFitTheNextsAreRefused) {
  for (const std::uint32_t steps : {0U, 2U, 65'537U}) {
    Program program = read(kPipeline);
    program.functionalities[0].steps = steps;
    EXPECT_FALSE(decode_program(encode_program(program))) << steps;
    for (NextLeg& leg : program.next_legs) {
      leg.firings = 0;
    }
    EXPECT_FALSE(decode_program(encode_program(program))) << steps;
  }
}

TEST(ProgramCodec, SharesThatDoNotFitTheOutputAreRefused) {
  for (const auto& [share, count] :
       {std::pair(Share{1000, 1}, 2U), std::pair(Share{1001, 1}, 1U), std::pair(Share{1, 0}, 1U)}) {
    Program program = read(kPipeline);
    program.shares.assign(count, share);
    program.outputs[0].shares = {0, count};
    EXPECT_FALSE(decode_program(encode_program(program)));
  }
}

TEST(ProgramCodec, AnotherVersionIsNamed) {
  auto bytes = encode_program(slice(read(kMatrixMultiply2), ProcessId{0}));
  bytes[0] = std::byte{10};
  const auto received = decode_program(bytes);
  ASSERT_FALSE(received.has_value());
  EXPECT_EQ(received.error().code, ErrorCode::kVersion);
  EXPECT_EQ(received.error().message, "program encoded as version 10, expected 9");
}

TEST(ProgramCodec, BytesAfterTheEndAreRefused) {
  auto bytes = encode_program(slice(read(kMatrixMultiply2), ProcessId{0}));
  bytes.push_back(std::byte{0});
  EXPECT_FALSE(decode_program(bytes).has_value());
}

TEST(ProgramCodec, AVariableThatIsNotANumberIsRefused) {
  Program program = read(kMatrixMultiply2);
  program.variables.push_back({"rows", std::numeric_limits<double>::quiet_NaN()});
  EXPECT_FALSE(decode_program(encode_program(program)).has_value());
}

TEST(ProgramCodec, TooManyMessageTypesAreRefused) {
  Program program = slice(read(kMatrixMultiply2), ProcessId{0});
  program.message_types.resize(kMaxMessageTypes);
  EXPECT_TRUE(decode_program(encode_program(program)).has_value());
  program.message_types.emplace_back();
  const auto received = decode_program(encode_program(program));
  ASSERT_FALSE(received.has_value());
  EXPECT_EQ(received.error().code, ErrorCode::kLimit);
}

}  // namespace
}  // namespace dps::blueprint
