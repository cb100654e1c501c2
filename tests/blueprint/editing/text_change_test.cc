#include "blueprint/editing/text_change.h"

#include <cstdint>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace dps::blueprint {
namespace {

TEST(TextChange, NamesTheLinesThatDiffer) {
  EXPECT_TRUE(line_changes("a\nb\n", "a\nb\n").empty());
  const auto changes = line_changes("a\nb\nc\nd\n", "a\nx\nc\nd\ne");
  ASSERT_EQ(changes.size(), 2U);
  EXPECT_EQ(changes[0], (TextChange{{2, 4}, "x\n"}));
  EXPECT_EQ(changes[1], (TextChange{{8, 8}, "e"}));
}

TEST(TextChange, MakesOneTextTheOther) {
  std::mt19937 random(7);  // NOLINT: the same numbers each time
  const auto text = [&] {
    std::string out;
    for (auto count = random() % 30; count > 0; --count) {
      out +=
          std::string(1, static_cast<char>('a' + random() % 5)) + (random() % 9 == 0 ? "" : "\n");
    }
    return out;
  };
  for (int i = 0; i < 2000; ++i) {
    const std::string before = text();
    const std::string after = text();
    EXPECT_EQ(changed(before, line_changes(before, after)), after) << before << "---\n" << after;
  }
}

TEST(TextChange, HasOneChangeIfNearlyEverythingDiffers) {
  std::string before;
  std::string after;
  for (int i = 0; i < 3000; ++i) {
    before += "a" + std::to_string(i) + "\n";
    after += "b" + std::to_string(i) + "\n";
  }
  EXPECT_EQ(line_changes(before, after).size(), 1U);
  EXPECT_EQ(changed(before, line_changes(before, after)), after);
}

}  // namespace
}  // namespace dps::blueprint
