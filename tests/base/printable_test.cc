#include "base/printable.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace dps {
namespace {

TEST(Printable, EscapesControlsAndBrokenUtf8AndLeavesTheRest) {
  EXPECT_EQ(printable("plain \xc3\xa4 \xe2\x82\xac"), "plain \xc3\xa4 \xe2\x82\xac");
  EXPECT_EQ(printable("\x1b[2J\n\x7f"), "\\x1b[2J\\x0a\\x7f");
  EXPECT_EQ(printable("\xff\xc3"), "\\xff\\xc3");
  EXPECT_EQ(printable("\xc2\x9b"), "\\xc2\\x9b");  // a C1 control
}

TEST(Utf8, RefusesOverlongFormsSurrogatesAndCodePointsBeyondUnicode) {
  EXPECT_TRUE(is_utf8("\xf4\x8f\xbf\xbf"));
  for (const char* bad : {"\xc0\x80", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                          "\xf0\x8f\xbf\xbf", "\x80", "\xe2\x82"}) {
    EXPECT_FALSE(is_utf8(bad)) << printable(bad);
  }
}

RC_GTEST_PROP(Printable, ResultIsUtf8WithoutControlsAndIdempotent, (const std::string& text)) {
  const std::string once = printable(text);
  RC_ASSERT(is_utf8(once));
  RC_ASSERT(printable(once) == once);
  RC_ASSERT(printed_width(text) == printed_width(once));
}

}  // namespace
}  // namespace dps
