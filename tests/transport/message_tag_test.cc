#include "transport/pvm/message_tag.h"

#include <gtest/gtest.h>

namespace dps::transport {
namespace {

TEST(MessageTag, DecodingReturnsTheEncodedTag) {
  for (const std::uint32_t mid : {0U, 1U, 77U, kTagTypes - 1}) {
    for (const std::uint32_t bits : {0U, 5U, 10U, 15U}) {
      const MessageTag tag{MessageId{mid}, bits * 4 + 3, (bits & 1) != 0, (bits & 2) != 0,
                           bits & 3};
      EXPECT_EQ(decode_tag(encode(tag)), tag);
    }
  }
}

TEST(MessageTag, IsNeverAGreetingAndNeverNegative) {
  const MessageTag largest{MessageId{kTagTypes - 1}, kRunNumbers - 1, true, true, 3};
  EXPECT_GT(encode(largest), 0);
  EXPECT_LT(encode(largest), kGreetingTag);
  EXPECT_FALSE(decode_tag(kGreetingTag));
  EXPECT_FALSE(decode_tag(-1));
}

TEST(MessageTag, DistinguishesRunsModulo64) {
  EXPECT_EQ(encode({.run = 65}), encode({.run = 1}));
  EXPECT_NE(encode({.run = 1}), encode({.run = 2}));
}

}  // namespace
}  // namespace dps::transport
