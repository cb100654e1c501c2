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

TEST(TextLayout, ShortenedNamesDiffer) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(shortened_names({"a.json", "runs/2026/b.json"}, 8), (Names{"a.json", "…/b.json"}));
  EXPECT_EQ(shortened_names({"star_of_hosts.json", "ring_of_hosts.json"}, 8),
            (Names{"star_of…", "ring_of…"}));
  EXPECT_EQ(shortened_names({"runs/star_of_hosts.json", "runs/ring_of_hosts.json"}, 6),
            (Names{"…star…", "…ring…"}));
  EXPECT_EQ(shortened_names({"runs/2026/über_a_b.json", "runs/2026/ümer_a_b.json"}, 6),
            (Names{"…ber_…", "…mer_…"}));
  EXPECT_EQ(shortened_names({"same_same", "same_same"}, 5), (Names{"…same", "…same"}));
}

TEST(TextLayout, WrapsAtBlanksAndIndentsToTheFirstWord) {
  const std::string words(std::string(40, 'a') + " " + std::string(37, 'b') + " c d");
  EXPECT_EQ(wrapped("- ", words),
            "- " + std::string(40, 'a') + " " + std::string(37, 'b') + "\n  c d\n");
  EXPECT_EQ(wrapped("- ", ""), "- \n");
  EXPECT_EQ(wrapped("", std::string(100, 'x') + " y"), std::string(100, 'x') + "\ny\n");
}

TEST(TextLayout, ListsHaveAWordBeforeTheLastItem) {
  EXPECT_EQ(listed({}), "");
  EXPECT_EQ(listed({"a"}), "a");
  EXPECT_EQ(listed({"a", "b"}), "a and b");
  EXPECT_EQ(listed({"a", "b", "c"}), "a, b and c");
  EXPECT_EQ(listed({"a", "b", "c"}, "or"), "a, b or c");
}

}  // namespace
}  // namespace dps::text
