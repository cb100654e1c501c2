#include "base/clocks/burst.h"

#include <array>

#include <gtest/gtest.h>

namespace dps::clocks {
namespace {

TEST(Burst, HasTheTightestBoundsOfAllExchanges) {
  // The client is 1000 ahead. The first answer and the second message are slow.
  constexpr std::array kExchanges{Exchange{0, 1005, 50}, Exchange{100, 1140, 143}};
  const auto burst = measure_offset(kExchanges);
  ASSERT_TRUE(burst.has_value());
  EXPECT_EQ(*burst, (Burst{1072, 135, 1001, 4}));  // 997 <= offset <= 1005
}

TEST(Burst, ASymmetricExchangeHasTheOffsetInTheMiddle) {
  constexpr std::array kExchanges{Exchange{0, -90, 20}};
  EXPECT_EQ(measure_offset(kExchanges), (Burst{-90, 0, -100, 10}));
}

TEST(Burst, BoundsThatExcludeEachOtherAreAnError) {
  // Between the exchanges, the client was set forward by 100.
  constexpr std::array kExchanges{Exchange{0, 5, 10}, Exchange{20, 125, 30}};
  EXPECT_EQ(measure_offset(kExchanges), std::nullopt);
}

}  // namespace
}  // namespace dps::clocks
