#include "simulator/process/timers.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace dps::simulator {
namespace {

/// The instants and numbers of all timers in the order of pop().
std::vector<std::pair<std::int64_t, std::uint64_t>> pop_all(Timers& timers) {
  std::vector<std::pair<std::int64_t, std::uint64_t>> popped;
  while (!timers.empty()) {
    const std::int64_t due_ns = timers.next_due().count();
    popped.emplace_back(due_ns, timers.pop().bytes);
  }
  return popped;
}

TEST(Timers, TheNextOneIsTheOneThatIsDueFirst) {
  Timers timers;
  EXPECT_TRUE(timers.empty());
  timers.add(Nanoseconds(5), {MessageId{1}, 8});
  timers.add(Nanoseconds(3), {MessageId{2}, 9});
  EXPECT_EQ(timers.next_due(), Nanoseconds(3));
  EXPECT_EQ(timers.pop().mid, MessageId{2});
  EXPECT_FALSE(timers.empty());
}

RC_GTEST_PROP(Timers, AreOrderedByInstantAndThenAsTheyWereAdded,
              (const std::vector<std::uint8_t>& instants)) {
  Timers timers;
  std::vector<std::pair<std::int64_t, std::uint64_t>> expected;
  for (std::uint64_t i = 0; i < instants.size(); ++i) {
    timers.add(Nanoseconds(instants[i] % 8), {MessageId{0}, i});
    expected.emplace_back(instants[i] % 8, i);
  }
  std::sort(expected.begin(), expected.end());
  RC_ASSERT(pop_all(timers) == expected);
}

}  // namespace
}  // namespace dps::simulator
