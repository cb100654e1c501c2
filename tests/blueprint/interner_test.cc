#include "blueprint/reading/interner.h"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace dps::blueprint {
namespace {

TEST(Hash, DependsOnTheOrderOfTheAddedValues) {
  EXPECT_EQ(Hash().add(1).add(2).value(), Hash().add(1).add(2).value());
  EXPECT_NE(Hash().add(1).add(2).value(), Hash().add(2).add(1).value());
}

TEST(Hash, DependsOnTheEndsOfTheAddedTexts) {
  EXPECT_NE(Hash().add("ab").add("c").value(), Hash().add("a").add("bc").value());
}

TEST(HashIndex, AnEmptyOneFindsNothing) {
  const HashIndex index;
  EXPECT_EQ(index.find(Hash().add(1), [](std::uint32_t) { return true; }), std::nullopt);
}

TEST(HashIndex, EntriesOfOneHashAreDistinguishedByEquality) {
  HashIndex index;
  const Hash hash = Hash().add("same");
  for (const std::uint32_t position : {4U, 8U, 15U}) {
    index.insert(hash, position);
  }
  EXPECT_EQ(index.find(hash, [](std::uint32_t position) { return position == 8; }), 8U);
  EXPECT_EQ(index.find(hash, [](std::uint32_t position) { return position == 9; }), std::nullopt);
}

/// Interns texts as the reader does: each is stored once, at its position.
RC_GTEST_PROP(HashIndex, FindsEveryTextThatWasInsertedAndNoOther,
              (const std::vector<std::string>& texts, const std::string& other)) {
  HashIndex index;
  std::vector<std::string> stored;
  const auto find = [&](const std::string& text) {
    return index.find(Hash().add(text),
                      [&](std::uint32_t position) { return stored[position] == text; });
  };
  for (const std::string& text : texts) {
    if (!find(text)) {
      index.insert(Hash().add(text), static_cast<std::uint32_t>(stored.size()));
      stored.push_back(text);
    }
  }
  for (std::uint32_t position = 0; position < stored.size(); ++position) {
    RC_ASSERT(find(stored[position]) == position);
  }
  const bool is_stored = std::find(stored.begin(), stored.end(), other) != stored.end();
  RC_ASSERT(find(other).has_value() == is_stored);
}

}  // namespace
}  // namespace dps::blueprint
