// The memory through which ranks pass data, with the views of two ranks.
#include "mpi_programs/board/arena.h"

#include <cstring>
#include <string>

#include <gtest/gtest.h>
#include <sys/mman.h>

namespace dps::board {
namespace {

constexpr std::uint64_t kArea = std::uint64_t{1} << 20;
constexpr std::uint64_t kRoom = kArea / 2;

class TwoRanks : public ::testing::Test {
 protected:
  TwoRanks()
      : file_(make_arena(2, kArea)),
        first_(map_arena(file_.get(), 2, kArea), rings_end(2), kArea, kRoom),
        second_(map_arena(file_.get(), 2, kArea), rings_end(2) + kArea, kArea, kRoom) {}

  Descriptor file_;
  Arena first_;
  Arena second_;
};

TEST_F(TwoRanks, TheOtherRankReadsTheData) {
  const std::uint64_t place = first_.take(6);
  ASSERT_NE(place, 0U);
  std::memcpy(first_.data(place), "hello", 6);
  EXPECT_STREQ(static_cast<const char*>(second_.data(place)), "hello");
  EXPECT_GT(second_.used(), 0U);
  second_.free(place);
  EXPECT_EQ(first_.used(), 0U);
}

TEST_F(TwoRanks, TakenPlacesAreUsedAgain) {
  std::uint64_t sent = 0;
  for (int i = 0; i < 10'000; ++i) {  // more than the area in all
    const std::uint64_t place = first_.take(1000);
    ASSERT_NE(place, 0U) << i;
    second_.free(place);
    sent += 1000;
  }
  EXPECT_GT(sent, kArea);
}

TEST_F(TwoRanks, NothingIsTakenBeyondTheRoomOfAll) {
  EXPECT_EQ(first_.take(kRoom + 1), 0U);
  EXPECT_EQ(first_.take(~std::uint64_t{0}), 0U);
  const std::uint64_t large = first_.take(kRoom / 2);
  ASSERT_NE(large, 0U);
  EXPECT_EQ(second_.take(kRoom / 2), 0U);
  second_.free(large);
  EXPECT_NE(second_.take(kRoom / 4), 0U);
}

TEST_F(TwoRanks, DpsTakesWhatARankTellsInItsOrder) {
  ToldRing& ring = ring_of(map_arena(file_.get(), 2, kArea), 1);
  ToldRing& of_dps = ring_of(map_rings(file_.get(), 2), 1);
  std::uint64_t taken = 0;
  std::uint64_t expected = 0;
  std::uint64_t put = 0;
  for (int round = 0; round < 5; ++round) {
    for (Request request; request.bytes = put, ring.put(request);) {
      ++put;
    }
    const bool is_right =
        of_dps.take_all(taken, [&](const Request& one) { EXPECT_EQ(one.bytes, expected++); });
    EXPECT_TRUE(is_right);
  }
  EXPECT_EQ(put, 5U * 63U);
  EXPECT_EQ(expected, put);
  std::uint64_t wrong = put + 1;  // as if the rank had set its number back
  EXPECT_FALSE(of_dps.take_all(wrong, [](const Request&) {}));
}

}  // namespace
}  // namespace dps::board
