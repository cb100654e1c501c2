#include "predictor/machines/delay_line.h"

#include <gtest/gtest.h>

#include "predictor/machines/delay_queue.h"
#include "tests/support/time_units.h"

namespace dps::machines {
namespace {

using Ids = std::vector<std::uint32_t>;

TEST(DelayLine, EntriesLeaveInOrderAfterTheDelay) {
  DelayLine line(100_ps);
  EXPECT_EQ(line.next(), kNever);
  line.push(7, 0_ps);
  line.push(3, 5_ps);
  line.push(5, 5_ps);
  EXPECT_EQ(line.next(), 100_ps);
  Ids out;
  line.take(99_ps, out);
  EXPECT_TRUE(out.empty());
  line.take(100_ps, out);
  EXPECT_EQ(out, (Ids{7}));
  EXPECT_EQ(line.next(), 105_ps);
  line.take(200_ps, out);
  EXPECT_EQ(out, (Ids{7, 3, 5}));
  EXPECT_EQ(line.next(), kNever);
}

TEST(DelayLine, NothingIsLostWhenMemoryIsUsedAgain) {
  DelayLine line(10_ps);
  std::uint32_t taken = 0;
  for (std::uint32_t id = 0; id < 1000; ++id) {
    line.push(id, Picoseconds(id));
    Ids out;
    line.take(Picoseconds(id), out);
    for (const std::uint32_t one : out) {
      EXPECT_EQ(one, taken++);
    }
  }
  EXPECT_EQ(taken, 990U);
  EXPECT_EQ(line.next(), 1000_ps);
}

TEST(DelayLine, AnEntryBeyondTheEndOfTimeNeverLeaves) {
  DelayLine line(100_ps);
  line.push(1, kNever - 50_ps);
  EXPECT_EQ(line.next(), kNever);
}

TEST(DelayQueue, EntriesHaveTheirOwnDelaysAndEqualInstantsKeepTheirOrder) {
  DelayQueue queue;
  EXPECT_EQ(queue.next(), kNever);
  queue.push(1, 0_ps, 100_ps);
  queue.push(2, 10_ps, 20_ps);
  queue.push(9, 20_ps, 10_ps);
  queue.push(4, 25_ps, 5_ps);
  EXPECT_EQ(queue.next(), 30_ps);
  Ids out;
  queue.take(30_ps, out);
  EXPECT_EQ(out, (Ids{2, 9, 4}));
  EXPECT_EQ(queue.next(), 100_ps);
}

}  // namespace
}  // namespace dps::machines
