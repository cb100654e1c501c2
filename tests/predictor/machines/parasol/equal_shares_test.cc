// The state of a network with equal shares.
#include "predictor/machines/kinds/parasol/shares/equal_shares.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace dps::parasol {
namespace {

TEST(FineTime, SecondsAreReadAsTheirShortestDecimal) {
  EXPECT_EQ(zeptoseconds_of(9.1e-7), Wide{910'000'000'000'000});
  EXPECT_EQ(zeptoseconds_of(0.03), Wide{30'000'000'000'000'000} * 1000);
  EXPECT_EQ(zeptoseconds_of(18), Wide{18} * 1'000'000'000 * 1'000'000'000'000);
  EXPECT_EQ(zeptoseconds_of(1e-21), Wide{1});
  EXPECT_EQ(zeptoseconds_of(5e-22), Wide{1});
  EXPECT_EQ(zeptoseconds_of(4e-22), Wide{0});
  EXPECT_EQ(zeptoseconds_of(1e-300), Wide{0});
  EXPECT_EQ(zeptoseconds_of(0), Wide{0});
  EXPECT_EQ(zeptoseconds_of(1.234567890123e-9), Wide{1'234'567'890'123});
}

RC_GTEST_PROP(FineTime, BytesAndTimesBelongTogether, ()) {
  const auto bytes = *rc::gen::inRange<std::uint64_t>(1, std::uint64_t{1} << 40);
  const Wide pace = *rc::gen::inRange<std::uint64_t>(1, 2'000'000'000'000'000'000);
  const Wide time = fine_time_for(Wide{bytes} << kByteDigits, pace);
  if (time != kNeverFine) {
    RC_ASSERT(time == (Wide{bytes} * pace) << kFineDigits);
    RC_ASSERT(bytes_in(time, pace) == Wide{bytes} << kByteDigits);
  }
}

/// The ends of all messages in picoseconds, in the order in which they leave.
std::vector<std::pair<std::uint32_t, std::int64_t>> ends_of(EqualShares& shares) {
  std::vector<std::pair<std::uint32_t, std::int64_t>> ends;
  for (Wide at = shares.next(); at != kNeverFine; at = shares.next()) {
    const std::uint32_t number = shares.end_first();
    ends.emplace_back(number, nearest_picosecond(at).count());
  }
  return ends;
}

using Ends = std::vector<std::pair<std::uint32_t, std::int64_t>>;
const std::vector<std::uint32_t> kFirst{0};
const std::vector<std::uint32_t> kSecond{1};
const std::vector<std::uint32_t> kBoth{0, 1};

Wide at_us(std::int64_t us) {
  return fine(Picoseconds(us * 1'000'000));
}

TEST(EqualShares, TheExampleOfTheSpecification) {
  EqualShares shares({zeptoseconds_of(1e-7)});
  shares.begin(0, kFirst, 1000, 0);
  shares.begin(1, kFirst, 500, 0);
  EXPECT_EQ(nearest_picosecond(shares.next()).count(), 100'000'000);
  EXPECT_EQ(shares.end_first(), 1U);
  EXPECT_EQ(nearest_picosecond(shares.next()).count(), 150'000'000);
  EXPECT_EQ(shares.end_first(), 0U);
  shares.begin(2, kFirst, 1000, at_us(200));
  EXPECT_EQ(ends_of(shares), (Ends{{2, 300'000'000}}));
}

TEST(EqualShares, OthersDoNotGetTheShareThatAMessageCannotUse) {
  // Message 0 crosses a fast link beside message 1, and a slow one: max-min would give the rest of
  // the fast link to message 1.
  EqualShares shares({zeptoseconds_of(1e-9), zeptoseconds_of(1e-8)});
  shares.begin(0, kBoth, 1000, 0);
  shares.begin(1, kFirst, 1000, 0);
  EXPECT_EQ(shares.pace_of(0), zeptoseconds_of(1e-8));
  EXPECT_EQ(shares.pace_of(1), zeptoseconds_of(2e-9));
  EXPECT_EQ(ends_of(shares), (Ends{{1, 2'000'000}, {0, 10'000'000}}));
}

TEST(EqualShares, AnEndThatIsTakenLateDoesNotTurnTimeBack) {
  EqualShares shares({zeptoseconds_of(1e-6), zeptoseconds_of(5e-6)});
  shares.begin(0, kBoth, 100, 0);
  shares.begin(1, kFirst, 100, at_us(600));
  EXPECT_EQ(ends_of(shares), (Ends{{0, 500'000'000}, {1, 700'000'000}}));
}

TEST(EqualShares, OfSeveralAtOneInstantTheFirstThatBeganLeavesFirst) {
  EqualShares shares({zeptoseconds_of(1e-6), zeptoseconds_of(1e-6)});
  shares.begin(3, kFirst, 10, 0);
  shares.begin(0, kSecond, 10, 0);
  shares.begin(2, kFirst, 10, 0);
  shares.begin(1, kSecond, 10, 0);
  EXPECT_EQ(ends_of(shares),
            (Ends{{3, 20'000'000}, {0, 20'000'000}, {2, 20'000'000}, {1, 20'000'000}}));
}

TEST(EqualShares, ProgressIsKeptAcrossChanges) {
  // Three messages of 3 bytes on one link begin one after the other, a second apart.
  EqualShares shares({zeptoseconds_of(1)});
  shares.begin(0, kFirst, 3, 0);
  shares.begin(1, kFirst, 3, at_us(1'000'000));
  shares.begin(2, kFirst, 3, at_us(2'000'000));
  // At 2 s, message 0 has 1.5 bytes left, 1 has 2.5, and 2 has 3. Each has a third of the link: 0
  // ends at 6.5 s. Then 1 has 1 byte left and 2 has 1.5: 1 ends at 8.5 s, and 2 at 9 s.
  EXPECT_EQ(ends_of(shares),
            (Ends{{0, 6'500'000'000'000}, {1, 8'500'000'000'000}, {2, 9'000'000'000'000}}));
}

TEST(EqualShares, NoBytesNoLinksAndNoSpeedTakeNoTime) {
  EqualShares shares({0, zeptoseconds_of(1)});
  shares.begin(0, kFirst, 1000, at_us(5));
  shares.begin(1, {}, 1000, at_us(5));
  shares.begin(2, kSecond, 0, at_us(5));
  EXPECT_EQ(shares.count_on(1), 0U);
  EXPECT_EQ(ends_of(shares), (Ends{{0, 5'000'000}, {1, 5'000'000}, {2, 5'000'000}}));
}

RC_GTEST_PROP(EqualShares, TheyNeverExceedALink, ()) {
  const auto links = *rc::gen::inRange<std::uint32_t>(1, 6);
  std::vector<Wide> speeds;
  for (std::uint32_t i = 0; i < links; ++i) {
    speeds.push_back(*rc::gen::inRange<std::uint64_t>(1, 1'000'000'000'000));
  }
  EqualShares shares(speeds);
  std::vector<std::vector<std::uint32_t>> routes(*rc::gen::inRange<std::size_t>(1, 12));
  for (std::size_t m = 0; m < routes.size(); ++m) {
    for (std::uint32_t link = 0; link < links; ++link) {
      if (*rc::gen::arbitrary<bool>()) {
        routes[m].push_back(link);
      }
    }
    shares.begin(static_cast<std::uint32_t>(m), routes[m], 1000, 0);
  }
  for (std::uint32_t link = 0; link < links; ++link) {
    double share = 0;
    for (std::size_t m = 0; m < routes.size(); ++m) {
      if (std::find(routes[m].begin(), routes[m].end(), link) != routes[m].end()) {
        share += static_cast<double>(speeds[link]) /
                 static_cast<double>(shares.pace_of(static_cast<std::uint32_t>(m)));
      }
    }
    RC_ASSERT(share <= 1.0000001);
  }
  RC_ASSERT(ends_of(shares).size() == routes.size());
}

}  // namespace
}  // namespace dps::parasol
