#include "transport/buffers.h"

#include <gtest/gtest.h>

namespace dps::transport {
namespace {

TEST(Buffers, HaveRoomForTheLargestOutgoingAndIncomingBodies) {
  const OutgoingMessage outgoing{.bytes = 10'000};
  Buffers buffers;
  ASSERT_TRUE(buffers.prepare({&outgoing, 1}, 20'000, 24));
  EXPECT_EQ(buffers.incoming().size(), 20'000U);
  EXPECT_EQ(buffers.outgoing(20'000).size(), 20'024U);
}

TEST(Buffers, AreNeverEmpty) {
  Buffers buffers;
  ASSERT_TRUE(buffers.prepare({}, 0, 24));
  EXPECT_GE(buffers.incoming().size(), 4096U);
  EXPECT_EQ(buffers.outgoing(0).size(), 24U);
}

TEST(Buffers, PreparedBodiesArePackedIntegers) {
  const OutgoingMessage outgoing{.bytes = 8, .packed = false};
  Buffers buffers;
  ASSERT_TRUE(buffers.prepare({&outgoing, 1}, 0, 0));
  buffers.pack_body(outgoing);
  EXPECT_EQ(buffers.outgoing(8)[0], std::byte{1});
}

TEST(Buffers, PackAndUnpackTheBodiesThatAreNotPrepared) {
  const OutgoingMessage outgoing{.bytes = 7, .packed = true, .xdr = true};
  Buffers buffers;
  ASSERT_TRUE(buffers.prepare({&outgoing, 1}, 7, 24));
  buffers.incoming()[0] = std::byte{9};
  buffers.unpack_body({.bytes = 7, .packed = true, .xdr = true});
  buffers.incoming()[0] = std::byte{0};
  buffers.pack_body(outgoing);
  EXPECT_EQ(buffers.incoming()[0], std::byte{9});
}

TEST(BuffersDeath, ABodyThatWasNotAnnouncedIsABug) {
  Buffers buffers;
  ASSERT_TRUE(buffers.prepare({}, 0, 24));
  EXPECT_DEATH(buffers.pack_body({.bytes = 1'000'000}), "bytes");
}

}  // namespace
}  // namespace dps::transport
