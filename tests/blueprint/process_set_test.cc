#include "blueprint/process_set.h"

#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace dps::blueprint {
namespace {

std::set<std::uint32_t> members(const ProcessSet& set) {
  std::set<std::uint32_t> found;
  set.for_each([&](ProcessId process) { found.insert(index(process)); });
  return found;
}

std::vector<ProcessRange> any_ranges() {
  std::vector<ProcessRange> ranges;
  for (int i = *rc::gen::inRange(0, 6); i > 0; --i) {
    ranges.push_back(
        {*rc::gen::inRange(0U, 60U), *rc::gen::inRange(1U, 9U), *rc::gen::inRange(1U, 5U)});
  }
  return ranges;
}

std::set<std::uint32_t> members(const std::vector<ProcessRange>& ranges) {
  std::set<std::uint32_t> found;
  for (const ProcessRange& range : ranges) {
    for (std::uint32_t i = 0; i < range.count; ++i) {
      found.insert(range.first + i * range.step);
    }
  }
  return found;
}

RC_GTEST_PROP(ProcessSet, HasTheProcessesOfItsRanges, ()) {
  const auto ranges = any_ranges();
  const ProcessSet set = ProcessSet::of(ranges);
  const auto expected = members(ranges);
  RC_ASSERT(members(set) == expected);
  RC_ASSERT(set.size() == expected.size());
  for (std::uint32_t p = 0; p < 110; ++p) {
    RC_ASSERT(set.contains(ProcessId{p}) == expected.contains(p));
  }
}

RC_GTEST_PROP(ProcessSet, IntersectsLikeStdSet, ()) {
  const ProcessSet a = ProcessSet::of(any_ranges());
  const ProcessSet b = ProcessSet::of(any_ranges());
  std::set<std::uint32_t> expected;
  for (const std::uint32_t p : members(a)) {
    if (b.contains(ProcessId{p})) {
      expected.insert(p);
    }
  }
  RC_ASSERT(members(a.intersection(b)) == expected);
  RC_ASSERT(members(b.intersection(a)) == expected);
}

TEST(ProcessSet, KeepsOneStrideAsOneRange) {
  const ProcessSet column = ProcessSet::of({{3, 1000, 1000}, {3, 1000, 1000}});
  EXPECT_EQ(column.ranges().size(), 1U);
  const ProcessSet part = column.intersection(ProcessSet(ProcessRange{500'000, 500'000, 1}));
  EXPECT_EQ(part, ProcessSet(ProcessRange{500'003, 500, 1000}));
}

TEST(ProcessSet, MergesNeighboursThatAreAppended) {
  ProcessSet set;
  set.append(0, 2);
  set.append(2, 3);
  set.append(2, 3);
  set.append(7, 1);
  EXPECT_EQ(set.ranges(), (std::vector<ProcessRange>{{0, 5, 1}, {7, 1, 1}}));
}

}  // namespace
}  // namespace dps::blueprint
