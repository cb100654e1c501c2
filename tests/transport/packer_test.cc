#include "transport/packer.h"

#include <array>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace dps::transport {
namespace {

using Bytes = std::vector<std::byte>;

Bytes to_bytes(const std::vector<std::uint8_t>& values) {
  Bytes bytes;
  for (const std::uint8_t value : values) {
    bytes.push_back(std::byte{value});
  }
  return bytes;
}

template <std::size_t N>
Bytes bytes_of(const std::array<std::uint32_t, N>& integers) {
  Bytes bytes(4 * N);
  std::memcpy(bytes.data(), integers.data(), bytes.size());
  return bytes;
}

TEST(Packer, XdrIntegersAreBigEndian) {
  const Bytes data = bytes_of<2>({0x01020304, 0xfffefdfc});
  Bytes packed(8);
  pack(data, packed, PackFormat::kXdr);
  EXPECT_EQ(packed, to_bytes({1, 2, 3, 4, 0xff, 0xfe, 0xfd, 0xfc}));
}

TEST(Packer, XdrCopiesTheBytesAfterTheLastInteger) {
  for (const std::size_t tail : {1U, 2U, 3U}) {
    Bytes data = bytes_of<1>({0x01020304});
    Bytes expected = to_bytes({1, 2, 3, 4});
    for (std::size_t i = 0; i < tail; ++i) {
      data.push_back(std::byte{static_cast<unsigned char>(10 + i)});
      expected.push_back(data.back());
    }
    Bytes packed(data.size());
    pack(data, packed, PackFormat::kXdr);
    EXPECT_EQ(packed, expected);
  }
}

TEST(Packer, CopyingDoesNotChangeTheBytes) {
  const Bytes data = to_bytes({9, 8, 7, 6, 5});
  Bytes packed(5);
  pack(data, packed, PackFormat::kCopy);
  EXPECT_EQ(packed, data);
}

TEST(Packer, AnEmptyBodyIsPackedIntoNoBytes) {
  Bytes packed = to_bytes({42});
  pack({}, packed, PackFormat::kXdr);
  unpack({}, packed, PackFormat::kCopy);
  EXPECT_EQ(packed, to_bytes({42}));
}

TEST(PackerDeath, ATooSmallBufferIsABug) {
  const Bytes data(8);
  Bytes packed(7);
  EXPECT_DEATH(pack(data, packed, PackFormat::kCopy), "size");
}

RC_GTEST_PROP(Packer, UnpackingReturnsThePackedBytes, (std::vector<std::uint8_t> values)) {
  const Bytes data = to_bytes(values);
  const PackFormat packing = *rc::gen::element(PackFormat::kXdr, PackFormat::kCopy);
  Bytes packed(data.size());
  Bytes unpacked(data.size());
  pack(data, packed, packing);
  unpack(packed, unpacked, packing);
  RC_ASSERT(unpacked == data);
}

RC_GTEST_PROP(Packer, BytesAfterTheBodyAreNotTouched, (std::vector<std::uint8_t> values)) {
  const Bytes data = to_bytes(values);
  Bytes packed(data.size() + 8, std::byte{0x5a});
  pack(data, packed, PackFormat::kXdr);
  RC_ASSERT(Bytes(packed.end() - 8, packed.end()) == Bytes(8, std::byte{0x5a}));
}

}  // namespace
}  // namespace dps::transport
