#include "studio/hub/text_edits.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace dps::studio {
namespace {

constexpr std::size_t kMost = 100;

std::string after(const std::string& text, const std::vector<TextEdit>& edits) {
  return edited_text(text, edits, kMost).value_or("none");
}

TEST(TextEditsTest, ReplacePartsOfAText) {
  EXPECT_EQ(after("P A 1 a", {{4, 5, "20"}}), "P A 20 a");
  EXPECT_EQ(after("P A 1 a", {{7, 7, "\n"}, {2, 3, ""}, {0, 0, "# "}}), "# P  1 a\n");
  EXPECT_EQ(after("", {{0, 0, "x"}}), "x");
  EXPECT_EQ(after("x", {}), "x");
}

TEST(TextEditsTest, CountCharactersAsJavaScript) {
  const std::string text = "\u00e9 \u20ac \U0001f600 x";  // 1, 1 and 2 code units
  EXPECT_EQ(after(text, {{7, 8, "y"}}), "\u00e9 \u20ac \U0001f600 y");
  EXPECT_EQ(after(text, {{4, 6, ""}, {0, 1, "e"}}), "e \u20ac  x");
  EXPECT_EQ(after(text, {{5, 6, ""}}), "none");  // half of a character
}

TEST(TextEditsTest, HaveTheirPlaceInTheText) {
  for (const TextEdit& edit : {TextEdit{4, 4, ""}, TextEdit{0, 4, ""}, TextEdit{2, 1, ""}}) {
    EXPECT_EQ(after("abc", {edit}), "none") << edit.from << " " << edit.to;
  }
  EXPECT_EQ(after("abc", {{0, 1, ""}, {2, 3, ""}}), "none");  // the first one first
  EXPECT_EQ(after("abc", {{1, 3, ""}, {0, 2, ""}}), "none");  // the same character twice
  EXPECT_EQ(after("abc\xf0", {{5, 5, ""}}), "none");          // cut off
  EXPECT_EQ(after("abc", {{0, 0, std::string(98, 'x')}}), "none");
}

}  // namespace
}  // namespace dps::studio
