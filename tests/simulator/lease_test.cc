#include "simulator/agent/lease.h"

#include <gtest/gtest.h>

namespace dps::simulator {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const Lease::TimePoint kStart{seconds(1'000)};

TEST(Lease, ExpiresAfterItsTimeWithoutASignOfLife) {
  Lease lease(kStart);
  EXPECT_FALSE(lease.has_expired(kStart + kLease, kStart + kLease));
  const auto later = kStart + kLease + milliseconds(1);
  EXPECT_TRUE(lease.has_expired(later, later));
}

TEST(Lease, ASignOfLifeRenewsIt) {
  Lease lease(kStart);
  lease.renew(kStart + seconds(10));
  const auto now = kStart + kLease + seconds(10);
  EXPECT_FALSE(lease.has_expired(now, now));
  EXPECT_TRUE(lease.has_expired(now + milliseconds(1), now + milliseconds(1)));
}

TEST(Lease, TimeInWhichTheAgentDidNotRunIsNoSilence) {
  Lease lease(kStart);
  const auto due = kStart + seconds(4);
  const auto late = due + seconds(60);
  EXPECT_FALSE(lease.has_expired(due, late));
  const auto end = late + kLease - seconds(4);  // of the silence, 4 s have been seen
  EXPECT_FALSE(lease.has_expired(end, end));
  EXPECT_TRUE(lease.has_expired(end + milliseconds(1), end + milliseconds(1)));
}

TEST(Lease, ALateLookNeverMovesTheSignOfLifeIntoTheFuture) {
  Lease lease(kStart);
  const auto late = kStart + seconds(30);
  lease.renew(late);  // read after the host has come back, just before the look
  EXPECT_FALSE(lease.has_expired(kStart, late));
  const auto end = late + kLease + milliseconds(1);
  EXPECT_TRUE(lease.has_expired(end, end));
}

}  // namespace
}  // namespace dps::simulator
