#include "predictor/machines/number_table.h"

#include <map>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace dps::machines {
namespace {

std::uint64_t key_of(std::uint32_t from, std::uint32_t to) {
  return std::uint64_t{from} << 32 | to;
}

RC_GTEST_PROP(NumberTableProperty, HasTheContentsOfAMap, ()) {
  const auto most = *rc::gen::inRange<std::uint32_t>(2, 60);
  const auto number = rc::gen::inRange<std::uint32_t>(0, most);
  NumberTable table;
  std::map<std::uint64_t, std::uint32_t> expected;
  const auto steps = *rc::gen::inRange(0, 400);
  for (int step = 0; step < steps; ++step) {
    const std::uint64_t key = key_of(*number, *number);
    if (*rc::gen::inRange(0, 3) == 0 && expected.contains(key)) {
      table.erase(key);
      expected.erase(key);
    } else {
      const auto value = static_cast<std::uint32_t>(step);
      RC_ASSERT(table.find_or_insert(key, value) == expected.try_emplace(key, value).first->second);
    }
  }
  for (std::uint32_t from = 0; from < most; ++from) {
    for (std::uint32_t to = 0; to < most; ++to) {
      const auto known = expected.find(key_of(from, to));
      RC_ASSERT(table.find(key_of(from, to)) ==
                (known == expected.end() ? NumberTable::kAbsent : known->second));
    }
  }
}

/// The pairs of common patterns: neighbours, one with all, all with all. With many collisions, this
/// test would not end in reasonable time.
TEST(NumberTable, KeysOfCommunicationPatternsDoNotCollide) {
  constexpr std::uint32_t kMany = 300'000;
  constexpr std::uint32_t kSide = 550;
  NumberTable table;
  for (std::uint32_t i = 0; i < kMany; ++i) {
    table.find_or_insert(key_of(i, i + 1), i);
    table.find_or_insert(key_of(i + 1, i), i);
    table.find_or_insert(key_of(kMany * 2, i), i);
    table.find_or_insert(key_of(i, kMany * 2), i);
    table.find_or_insert(key_of(kMany * 3 + 1024 * (i % kSide), i / kSide), i);
  }
  for (std::uint32_t i = 0; i < kMany; ++i) {
    EXPECT_EQ(table.find(key_of(i, i + 1)), i);
    EXPECT_EQ(table.find(key_of(kMany * 2, i)), i);
    EXPECT_EQ(table.find(key_of(i, kMany * 2)), i);
    EXPECT_EQ(table.find(key_of(kMany * 3 + 1024 * (i % kSide), i / kSide)), i);
  }
}

}  // namespace
}  // namespace dps::machines
