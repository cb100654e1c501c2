#include "base/encoding.h"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace dps {
namespace {

TEST(Encoder, WritesLittleEndianOnEveryHost) {
  Encoder out;
  out.u16(0x0102);
  out.u32(0xa0b0c0d0);
  const std::vector<std::byte> expected{std::byte{0x02}, std::byte{0x01}, std::byte{0xd0},
                                        std::byte{0xc0}, std::byte{0xb0}, std::byte{0xa0}};
  EXPECT_EQ(out.buffer(), expected);
}

RC_GTEST_PROP(Encoding, ReadingReturnsTheWrittenValues,
              (std::uint8_t a, std::uint16_t b, std::uint32_t c, std::uint64_t d, std::int64_t e,
               const std::string& f)) {
  Encoder out;
  out.u8(a);
  out.u16(b);
  out.u32(c);
  out.u64(d);
  out.i64(e);
  out.f64(-0.0);
  out.text(f);
  Decoder in(out.buffer());
  RC_ASSERT(in.u8() == a);
  RC_ASSERT(in.u16() == b);
  RC_ASSERT(in.u32() == c);
  RC_ASSERT(in.u64() == d);
  RC_ASSERT(in.i64() == e);
  RC_ASSERT(std::signbit(in.f64()));
  RC_ASSERT(in.text() == f);
  RC_ASSERT(in.complete());
}

TEST(Decoder, ReadsPastTheEndAreZeroAndTheDecoderStaysBad) {
  Encoder out;
  out.u16(7);
  Decoder in(out.buffer());
  EXPECT_EQ(in.u32(), 0U);
  EXPECT_EQ(in.u16(), 0U);
  EXPECT_EQ(in.text(), "");
  EXPECT_FALSE(in.ok());
  EXPECT_FALSE(in.complete());
}

TEST(Decoder, ACountLargerThanTheRestIsRefused) {
  Encoder out;
  out.u32(3);
  out.u64(0);
  out.u64(0);
  Decoder in(out.buffer());
  EXPECT_EQ(in.count(8), 0U);
  EXPECT_FALSE(in.ok());
}

TEST(Decoder, ACountThatFitsIsReturned) {
  Encoder out;
  out.u32(2);
  out.u64(1);
  out.u64(2);
  Decoder in(out.buffer());
  EXPECT_EQ(in.count(8), 2U);
  EXPECT_EQ(in.remaining(), 16U);
}

TEST(Decoder, LeftOverBytesAreNotComplete) {
  Encoder out;
  out.u16(1);
  Decoder in(out.buffer());
  in.u8();
  EXPECT_TRUE(in.ok());
  EXPECT_FALSE(in.complete());
}

}  // namespace
}  // namespace dps
