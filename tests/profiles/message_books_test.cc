#include "profiles/message_books.h"

#include <gtest/gtest.h>

namespace dps::profiles {
namespace {

bool operator==(const MessageProfile& a, const MessageProfile& b) {
  return a.mtag == b.mtag && a.sender == b.sender && a.receiver == b.receiver && a.sent == b.sent &&
         a.taken == b.taken && a.late == b.late && a.unclaimed == b.unclaimed && a.bytes == b.bytes;
}

TEST(CloneGroup, IsTheNameWithoutItsIndex) {
  EXPECT_EQ(clone_group("Worker.p[31]"), "Worker.p");
  EXPECT_EQ(clone_group("Worker.p"), "Worker.p");
}

TEST(MessageBooks, HalvesOfARowAddUp) {
  MessageBooks books;
  books.add({"Val.m", "W[0]", "M[0]", 27, 0, 0, 0, 324});
  books.add({"Halt.m", "M[0]", "W[0]", 1, 0, 0, 0, 0});
  books.add({"Val.m", "W[0]", "M[0]", 0, 26, 1, 3, 0});
  EXPECT_FALSE(books.is_grouped());
  const auto rows = books.take();
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_TRUE(rows[0] == (MessageProfile{"Val.m", "W[0]", "M[0]", 27, 26, 1, 3, 324}));
  EXPECT_EQ(rows[1].mtag, "Halt.m");
}

TEST(MessageBooks, StayPerProcessUpToTheLimit) {
  MessageBooks books(4);
  for (int i = 0; i < 4; ++i) {
    books.add({"T.m", "M[0]", "W[" + std::to_string(i) + "]", 1, 1, 0, 0, 8});
    books.add({"T.m", "M[0]", "W[" + std::to_string(i) + "]", 1, 1, 0, 0, 8});
  }
  EXPECT_FALSE(books.is_grouped());
  EXPECT_EQ(books.take().size(), 4U);
}

TEST(MessageBooks, AreGroupedByClonesAboveTheLimit) {
  MessageBooks books(4);
  for (int i = 0; i < 100; ++i) {
    books.add({"T.m", "M[0]", "W[" + std::to_string(i) + "]", 2, 1, 1, 1, 8});
    books.add({"D.m", "W[" + std::to_string(i) + "]", "M[0]", 1, 1, 0, 0, 4});
  }
  EXPECT_TRUE(books.is_grouped());
  const auto rows = books.take();
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_TRUE(rows[0] == (MessageProfile{"T.m", "M", "W", 200, 100, 100, 100, 800}));
  EXPECT_TRUE(rows[1] == (MessageProfile{"D.m", "W", "M", 100, 100, 0, 0, 400}));
}

}  // namespace
}  // namespace dps::profiles
