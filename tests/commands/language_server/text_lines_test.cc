#include "commands/language_server/text_lines.h"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace dps::commands {
namespace {

TEST(TextLines, CountsUtf16CodeUnits) {
  const std::string text = "a\u00e4\u20ac\U0001F600b\nx";  // 1, 2, 3 and 4 bytes
  const TextLines lines(text);
  EXPECT_EQ(lines.offset({0, 0}), 0U);
  EXPECT_EQ(lines.offset({0, 2}), 3U);
  EXPECT_EQ(lines.offset({0, 3}), 6U);
  EXPECT_EQ(lines.offset({0, 5}), 10U);
  EXPECT_EQ(lines.position(10), (LspPosition{0, 5}));
  EXPECT_EQ(lines.position(12), (LspPosition{1, 0}));
}

TEST(TextLines, AHalfOfAPairIsTheWholeCharacter) {
  const TextLines lines("\U0001F600b");
  EXPECT_EQ(lines.offset({0, 1}), 0U);
  EXPECT_EQ(lines.position(2), (LspPosition{0, 0}));
}

TEST(TextLines, PositionsOutsideAreTheNearestInside) {
  const TextLines lines("ab\r\ncd\re");
  EXPECT_EQ(lines.count(), 3U);
  EXPECT_EQ(lines.offset({0, 99}), 2U);
  EXPECT_EQ(lines.offset({1, 99}), 6U);
  EXPECT_EQ(lines.offset({99, 0}), 8U);
  EXPECT_EQ(lines.position(99), (LspPosition{2, 1}));
}

RC_GTEST_PROP(TextLines, EachCharacterHasAPositionOfItsOwn, ()) {
  const auto parts = *rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("a", "\u00e4", "\u20ac", "\U0001F600", "\n", "\r\n", "\r"));
  std::string text;
  for (const std::string& part : parts) {
    text += part;
  }
  const TextLines lines(text);
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const bool is_inside =
        at < text.size() &&
        ((text[at] & 0xc0) == 0x80 || (text[at] == '\n' && at > 0 && text[at - 1] == '\r'));
    if (!is_inside) {
      RC_ASSERT(lines.offset(lines.position(at)) == at);
    }
  }
}

}  // namespace
}  // namespace dps::commands
