#include "base/text/layout.h"

#include <gtest/gtest.h>

namespace dps::text {
namespace {

TEST(TextLayout, AlignsByCodePoints) {
  EXPECT_EQ(left_aligned("a×b", 5), "a×b  ");
  EXPECT_EQ(right_aligned("a×b", 5), "  a×b");
  EXPECT_EQ(right_aligned("too long", 3), "too long");
}

TEST(TextLayout, ShortenedTextKeepsItsEnd) {
  EXPECT_EQ(shortened("Worker.p[12]", 12), "Worker.p[12]");
  EXPECT_EQ(shortened("Worker.p[123]", 6), "…[123]");
  EXPECT_EQ(shortened("××××", 3), "…××");
}

TEST(TextLayout, WrapsAtBlanksAndIndentsToTheFirstWord) {
  const std::string words(std::string(40, 'a') + " " + std::string(37, 'b') + " c d");
  EXPECT_EQ(wrapped("- ", words),
            "- " + std::string(40, 'a') + " " + std::string(37, 'b') + "\n  c d\n");
  EXPECT_EQ(wrapped("- ", ""), "- \n");
  EXPECT_EQ(wrapped("", std::string(100, 'x') + " y"), std::string(100, 'x') + "\ny\n");
}

}  // namespace
}  // namespace dps::text
