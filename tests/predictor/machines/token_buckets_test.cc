#include "predictor/machines/flows/token_buckets.h"

#include <array>

#include <gtest/gtest.h>

#include "tests/support/time_units.h"

namespace dps::machines {
namespace {

constexpr BitsPerSecond kByteANanosecond(8'000'000'000);
constexpr std::array kFirst{0U};
constexpr std::array kBoth{0U, 1U};

TEST(TokenBuckets, ABurstPassesOnlyOnce) {
  TokenBuckets buckets;
  buckets.add_link(kByteANanosecond, 2000);
  buckets.enter(kFirst, 0_ps);
  EXPECT_EQ(buckets.pass(kFirst, service_of(1500)), service_of(1500));
  EXPECT_EQ(buckets.pass(kFirst, service_of(1500)), service_of(500));
  EXPECT_EQ(buckets.pass(kFirst, service_of(1500)), service_of(0));
}

TEST(TokenBuckets, TokensReturnWhileNoFlowCrossesAndNeverBeyondTheBurst) {
  TokenBuckets buckets;
  buckets.add_link(kByteANanosecond, 2000);
  buckets.enter(kFirst, 0_ps);
  buckets.enter(kFirst, 0_ps);
  EXPECT_EQ(buckets.pass(kFirst, service_of(2000)), service_of(2000));
  buckets.leave(kFirst, 100'000_ps);
  buckets.enter(kFirst, 900'000_ps);  // the other flow has used the link without a break
  EXPECT_EQ(buckets.pass(kFirst, service_of(2000)), service_of(0));
  buckets.leave(kFirst, 1'000'000_ps);
  buckets.leave(kFirst, 1'000'000_ps);
  buckets.enter(kFirst, 1'300'000_ps);
  EXPECT_EQ(buckets.pass(kFirst, service_of(2000)), service_of(300));
  buckets.leave(kFirst, 1'300'000_ps);
  buckets.enter(kFirst, 9'000'000_ps);
  EXPECT_EQ(buckets.pass(kFirst, service_of(3000)), service_of(2000));
}

TEST(TokenBuckets, TheLinkWithTheFewestTokensDecides) {
  TokenBuckets buckets;
  buckets.add_link(kByteANanosecond, 2000);
  buckets.add_link(kByteANanosecond, 500);
  buckets.enter(kBoth, 0_ps);
  EXPECT_EQ(buckets.pass(kBoth, service_of(1000)), service_of(500));
  EXPECT_EQ(buckets.pass(kFirst, service_of(5000)), service_of(1500));
}

TEST(TokenBuckets, ALinkWithoutABurstStopsOneOnlyIfItIsTheSlowest) {
  TokenBuckets slow;
  slow.add_link(kByteANanosecond, 0);
  slow.add_link(BitsPerSecond(9'000'000'000), 500);
  slow.enter(kBoth, 0_ps);
  EXPECT_EQ(slow.pass(kBoth, service_of(100)), service_of(0));

  TokenBuckets fast;
  fast.add_link(BitsPerSecond(9'000'000'000), 0);
  fast.add_link(kByteANanosecond, 500);
  fast.enter(kBoth, 0_ps);
  EXPECT_EQ(fast.pass(kBoth, service_of(100)), service_of(100));
}

}  // namespace
}  // namespace dps::machines
