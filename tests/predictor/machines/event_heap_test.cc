#include "predictor/machines/event_heap.h"

#include <map>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/time_units.h"

namespace dps::machines {
namespace {

TEST(EventHeap, WithoutEventsTheNextIsNever) {
  EventHeap heap;
  heap.resize(2);
  EXPECT_TRUE(heap.empty());
  EXPECT_EQ(heap.next(), kNever);
  EXPECT_FALSE(heap.holds(1));
  heap.remove(1);
  EXPECT_TRUE(heap.empty());
}

TEST(EventHeap, EqualInstantsAreOrderedBySource) {
  EventHeap heap;
  heap.resize(4);
  heap.set(3, 7_ps);
  heap.set(1, 7_ps);
  heap.set(2, 9_ps);
  EXPECT_EQ(heap.first(), 1U);
  heap.set(2, 5_ps);
  EXPECT_EQ(heap.first(), 2U);
  heap.set(2, 7_ps);
  EXPECT_EQ(heap.first(), 1U);
}

RC_GTEST_PROP(EventHeap, EventsComeInTheOrderOfASortedMapAfterAnyChanges, ()) {
  EventHeap heap;
  constexpr std::uint32_t kSources = 40;
  heap.resize(kSources);
  std::map<std::uint32_t, Picoseconds> events;
  for (int step = *rc::gen::inRange(0, 200); step > 0; --step) {
    const auto source = *rc::gen::inRange<std::uint32_t>(0, kSources);
    if (*rc::gen::inRange(0, 3) == 0) {
      heap.remove(source);
      events.erase(source);
    } else {
      events[source] = Picoseconds(*rc::gen::inRange(0, 50));
      heap.set(source, events[source]);
    }
    RC_ASSERT(heap.size() == events.size());
    RC_ASSERT(heap.holds(source) == events.contains(source));
  }
  std::pair before(Picoseconds(-1), 0U);
  for (; !heap.empty(); heap.remove(heap.first())) {
    const std::pair now(heap.next(), heap.first());
    RC_ASSERT(before < now);
    RC_ASSERT(events.at(now.second) == now.first);
    before = now;
  }
}

}  // namespace
}  // namespace dps::machines
