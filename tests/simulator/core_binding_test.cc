// The cores that --bind core assigns. A mask belongs to a thread, so every case has its own thread.
#include "simulator/process/core_binding.h"

#include <thread>

#include <gtest/gtest.h>
#include <sched.h>

namespace dps::simulator {
namespace {

cpu_set_t mask_now() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  EXPECT_EQ(sched_getaffinity(0, sizeof mask, &mask), 0);
  return mask;
}

cpu_set_t mask_when_bound(std::uint32_t which) {
  cpu_set_t mask;
  std::thread([&] {
    const auto bound = bind_to_core(which);
    EXPECT_TRUE(bound) << bound.error().message;
    mask = mask_now();
  }).join();
  return mask;
}

TEST(CoreBinding, EachProcessGetsOneOfTheUsableCoresUntilAllAreUsed) {
  const cpu_set_t usable = mask_now();
  const auto count = static_cast<std::uint32_t>(CPU_COUNT(&usable));
  cpu_set_t all;
  CPU_ZERO(&all);
  for (std::uint32_t which = 0; which < count; ++which) {
    const cpu_set_t one = mask_when_bound(which);
    EXPECT_EQ(CPU_COUNT(&one), 1);
    CPU_OR(&all, &all, &one);
  }
  EXPECT_TRUE(CPU_EQUAL(&all, &usable));
}

TEST(CoreBinding, ItStartsAgainAfterTheLastCore) {
  const cpu_set_t usable = mask_now();
  const auto count = static_cast<std::uint32_t>(CPU_COUNT(&usable));
  const cpu_set_t first = mask_when_bound(0);
  const cpu_set_t again = mask_when_bound(count);
  EXPECT_TRUE(CPU_EQUAL(&first, &again));
}

TEST(CoreBinding, AProcessThatIsAlreadyBoundKeepsItsCore) {
  std::thread([] {
    ASSERT_TRUE(bind_to_core(0));
    const cpu_set_t before = mask_now();
    ASSERT_TRUE(bind_to_core(1));
    const cpu_set_t after = mask_now();
    EXPECT_TRUE(CPU_EQUAL(&before, &after));
  }).join();
}

}  // namespace
}  // namespace dps::simulator
