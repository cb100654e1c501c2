#include "transport/data_header.h"

#include <array>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace dps::transport {
namespace {

using HeaderBytes = std::array<std::byte, kDataHeaderBytes>;

HeaderBytes encoded(const DataHeader& header) {
  HeaderBytes bytes{};
  encode(header, bytes);
  return bytes;
}

TEST(DataHeader, IsLittleEndianAtTheDocumentedOffsets) {
  const HeaderBytes bytes = encoded({.run = 0x04030201,
                                     .mid = MessageId{0x08070605},
                                     .sequence = 0x0c0b0a09,
                                     .bytes = 0x1413121110'0f0e0d,
                                     .packed = true,
                                     .xdr = true});
  EXPECT_EQ(bytes[0], std::byte{1});
  EXPECT_EQ(bytes[1], std::byte{3});
  EXPECT_EQ(bytes[2], std::byte{0});
  EXPECT_EQ(bytes[3], std::byte{0});
  for (std::size_t i = 4; i < bytes.size(); ++i) {
    EXPECT_EQ(bytes[i], static_cast<std::byte>(i - 3)) << i;
  }
}

TEST(DataHeader, EachFlagHasItsOwnBit) {
  EXPECT_EQ(encoded({.packed = false, .xdr = false})[1], std::byte{0});
  EXPECT_EQ(encoded({.packed = true, .xdr = false})[1], std::byte{1});
  EXPECT_EQ(encoded({.packed = false, .xdr = true})[1], std::byte{2});
}

TEST(DataHeader, RefusesValuesThatVersionOneDoesNotAllow) {
  struct Case {
    std::size_t offset;
    std::byte value;
  };
  for (const Case& wrong :
       {Case{0, std::byte{0}}, Case{0, std::byte{2}}, Case{1, std::byte{4}},
        Case{1, std::byte{0x80}}, Case{2, std::byte{1}}, Case{3, std::byte{1}}}) {
    HeaderBytes bytes = encoded({});
    ASSERT_TRUE(decode_header(bytes));
    bytes[wrong.offset] = wrong.value;
    EXPECT_FALSE(decode_header(bytes)) << wrong.offset;
  }
}

RC_GTEST_PROP(DataHeader, DecodingReturnsTheEncodedHeader,
              (std::uint32_t run, std::uint32_t mid, std::uint32_t sequence, std::uint64_t bytes,
               bool packed, bool xdr)) {
  const DataHeader header{run, MessageId{mid}, sequence, bytes, packed, xdr};
  RC_ASSERT(decode_header(encoded(header)) == header);
}

TEST(DataHeader, HasAVersionOfItsOwnInFrontOfARequest) {
  HeaderBytes bytes{};
  encode({.mid = MessageId{3}}, bytes, kRequestDataVersion);
  EXPECT_EQ(bytes[0], std::byte{2});
  EXPECT_FALSE(decode_header(bytes));
  EXPECT_TRUE(decode_header(bytes, kRequestDataVersion));
}

TEST(DataHeader, ARequestIsLittleEndianAtTheDocumentedOffsets) {
  std::array<std::byte, kRequestBytes> bytes{};
  encode(Request{.number = 0x0c0b0a09'08070605, .begin = 0x14131211'100f0e0d, .origin = 0x04030201},
         bytes);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_EQ(bytes[i], static_cast<std::byte>(i + 1)) << i;
  }
}

RC_GTEST_PROP(DataHeader, DecodingReturnsTheEncodedRequest,
              (std::uint64_t number, std::int64_t begin, std::uint32_t origin)) {
  std::array<std::byte, kRequestBytes> bytes{};
  const Request request{number, begin, origin};
  encode(request, bytes);
  RC_ASSERT(decode_request(bytes) == request);
}

}  // namespace
}  // namespace dps::transport
