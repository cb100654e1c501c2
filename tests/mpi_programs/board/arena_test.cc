// The memory through which ranks pass data, with the views of two ranks.
#include "mpi_programs/board/arena.h"

#include <cstring>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>

#include "mpi_programs/board/reply_place.h"

namespace dps::board {
namespace {

constexpr std::uint64_t kRoom = std::uint64_t{1} << 19;
constexpr std::uint64_t kArea = area_for(kRoom);

class TwoRanks : public ::testing::Test {
 protected:
  TwoRanks()
      : file_(make_arena(2, kArea)),
        first_(map_arena(file_.get(), 2, kArea), desks_end(2), kArea, kRoom),
        second_(map_arena(file_.get(), 2, kArea), desks_end(2) + kArea, kArea, kRoom) {}

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

TEST_F(TwoRanks, MessagesOfAnySizeAreTakenWhereOthersWere) {
  std::vector<std::uint64_t> places;
  for (const std::uint64_t bytes : {1U, 96U, 1536U, 3072U, 65'536U, 6144U, 100'000U, 24U}) {
    for (std::uint64_t i = 0; i < kRoom / Arena::counted(bytes); ++i) {
      places.push_back(first_.take(bytes));
      ASSERT_NE(places.back(), 0U) << bytes;
    }
    EXPECT_EQ(first_.take(bytes), 0U);
    for (const std::uint64_t place : places) {
      second_.free(place);
    }
    places.clear();
    EXPECT_EQ(first_.used(), 0U);
  }
}

TEST_F(TwoRanks, DataCountWithTheirHeadInWholeUnits) {
  EXPECT_EQ(Arena::counted(1), 64U);
  EXPECT_EQ(Arena::counted(48), 64U);
  EXPECT_EQ(Arena::counted(49), 128U);
  EXPECT_EQ(Arena::counted(1 << 20), (1U << 20) + 64);
  ASSERT_NE(first_.take(65'536), 0U);
  EXPECT_EQ(second_.used(), 65'600U);
  for (std::uint64_t bytes = 1; bytes < 100'000; bytes += 7) {
    EXPECT_GE(Arena::block_bytes(bytes), Arena::counted(bytes));
    EXPECT_LE(8 * Arena::block_bytes(bytes), 9 * Arena::counted(bytes));
  }
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

TEST_F(TwoRanks, DpsTakesTheRequestsOfARankInTheirOrder) {
  RequestRing& ring = desk_of(map_arena(file_.get(), 2, kArea), 1).requests;
  RequestRing& of_dps = desk_of(map_desks(file_.get(), 2), 1).requests;
  std::uint64_t taken = 0;
  std::uint64_t expected = 0;
  std::uint64_t put = 0;
  for (int round = 0; round < 5; ++round) {
    for (BoardRequest request; request.bytes = put, ring.put(request);) {
      ++put;
    }
    EXPECT_TRUE(of_dps.has_more(taken));
    const bool is_right = of_dps.take_all(
        taken,
        [&](const BoardRequest& one, const auto& /*list*/) { EXPECT_EQ(one.bytes, expected++); });
    EXPECT_TRUE(is_right);
    EXPECT_FALSE(of_dps.has_more(taken));
  }
  EXPECT_EQ(put, 5U * 63U);
  EXPECT_EQ(expected, put);
  std::uint64_t wrong = put + 1;  // as if the rank had set its number back
  EXPECT_FALSE(of_dps.take_all(wrong, [](const BoardRequest&, const auto&) {}));
}

TEST_F(TwoRanks, AListFollowsItsRequest) {
  RequestRing& ring = desk_of(map_arena(file_.get(), 2, kArea), 0).requests;
  RequestRing& of_dps = desk_of(map_desks(file_.get(), 2), 0).requests;
  std::uint64_t taken = 0;
  for (std::uint16_t count = 0; count <= RequestRing::kMostListed; ++count) {
    std::vector<std::int32_t> list(count);
    std::iota(list.begin(), list.end(), count);
    BoardRequest request;
    request.bytes = count;
    request.listed = count;
    ASSERT_TRUE(ring.put(request, list.data())) << count;
    int requests = 0;
    const bool is_right = of_dps.take_all(taken, [&](const BoardRequest& one, const auto& listed) {
      EXPECT_EQ(one.bytes, count);
      EXPECT_EQ(listed, list);
      ++requests;
    });
    ASSERT_TRUE(is_right);
    ASSERT_EQ(requests, 1);
  }
}

TEST_F(TwoRanks, AListThatTheRingDoesNotHoldIsDamage) {
  Desk& desk = desk_of(map_arena(file_.get(), 2, kArea), 0);
  RequestRing& of_dps = desk_of(map_desks(file_.get(), 2), 0).requests;
  BoardRequest request;
  ASSERT_TRUE(desk.requests.put(request));
  request.listed = 20;  // two places of numbers, which are not there
  std::memcpy(reinterpret_cast<char*>(&desk) + 64, &request, sizeof(request));
  std::uint64_t taken = 0;
  EXPECT_FALSE(of_dps.take_all(taken, [](const BoardRequest&, const auto&) {}));
  request.listed = 0xffff;
  EXPECT_FALSE(desk.requests.put(request));
}

TEST_F(TwoRanks, ARankSleepsUntilItsReplyIsThere) {
  ReplyPlace& place = desk_of(map_arena(file_.get(), 2, kArea), 1).reply;
  EXPECT_FALSE(sleep_for_reply(place, 0, 1));
  const std::vector<Completion> completions(3, Completion{7, 1, 2, 0, 64, 4096});
  BoardReply reply;
  reply.clock = 12;
  reply.count = 3;
  std::thread dps([&] { answer(desk_of(map_desks(file_.get(), 2), 1).reply, reply, completions); });
  while (!sleep_for_reply(place, 0, 1000)) {
  }
  dps.join();
  EXPECT_EQ(place.reply.clock, 12);
  EXPECT_EQ(place.completions[2].position, 7U);
  EXPECT_EQ(place.is_in_socket, 0U);
  answer(place, reply, std::vector<Completion>(ReplyPlace::kMostCompletions + 1));
  EXPECT_TRUE(sleep_for_reply(place, 1, 1000));
  EXPECT_EQ(place.is_in_socket, 1U);
}

}  // namespace
}  // namespace dps::board
