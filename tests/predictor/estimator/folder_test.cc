// Repeated blocks of sequences.
#include "predictor/estimator/folding/folder.h"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace dps::estimator {
namespace {

std::vector<FoldedItem> folded(const std::string& letters, std::uint32_t deepest = 16) {
  Folder folder(deepest);
  for (const char letter : letters) {
    folder.add(static_cast<std::uint64_t>(letter));
  }
  return folder.take();
}

/// "3(a 2(b) c)" as "3(a2(b)c)".
std::string text_of(const std::vector<FoldedItem>& items) {
  std::string text;
  for (const FoldedItem& item : items) {
    text += item.is_block() ? std::to_string(item.rounds) + "(" + text_of(item.body) + ")"
                            : std::string(1, static_cast<char>(item.symbol));
  }
  return text;
}

void unfold(const std::vector<FoldedItem>& items, std::string& text) {
  for (const FoldedItem& item : items) {
    for (std::uint64_t round = 0; round < item.rounds; ++round) {
      unfold(item.body, text);
    }
    text += item.is_block() ? std::string() : std::string(1, static_cast<char>(item.symbol));
  }
}

TEST(Folder, FindsBlocksInBlocks) {
  EXPECT_EQ(text_of(folded("abc")), "abc");
  EXPECT_EQ(text_of(folded("aaaa")), "4(a)");
  EXPECT_EQ(text_of(folded("xababababy")), "x4(ab)y");
  EXPECT_EQ(text_of(folded("aabaabaab")), "3(2(a)b)");
  EXPECT_EQ(text_of(folded("abbbcabbbcabbbcabbbc")), "4(a3(b)c)");
}

TEST(Folder, BlocksAreNoDeeperThanAllowed) {
  EXPECT_EQ(text_of(folded("aabaabaab", 1)), "2(a)b2(a)b2(a)b");
}

RC_GTEST_PROP(Folder, UnfoldsToTheSameSequence, (std::vector<std::uint8_t> numbers)) {
  std::string letters;
  for (const std::uint8_t number : numbers) {
    letters += static_cast<char>('a' + number % 3);
  }
  std::string text;
  unfold(folded(letters), text);
  RC_ASSERT(text == letters);
}

}  // namespace
}  // namespace dps::estimator
