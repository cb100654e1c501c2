#include "base/plots/tex_text.h"

#include <gtest/gtest.h>

namespace dps::plots {
namespace {

TEST(TexText, HasNoCommands) {
  EXPECT_EQ(tex_text("50 % of a_b & {x} #1 $y$"), "50 \\% of a\\_b \\& \\{x\\} \\#1 \\$y\\$");
  EXPECT_EQ(tex_text("\\input ~ ^ <>"),
            "\\textbackslash{}input \\~{} \\^{} \\textless{}\\textgreater{}");
}

TEST(TexText, HasOnlyLettersOfUsualFonts) {
  EXPECT_EQ(tex_text("M\u00fcller \u00b5s \u20ac \u00f0 \u00d7"),
            "M\u00fcller \\ensuremath{\\mu}s ? ? ?");
}

}  // namespace
}  // namespace dps::plots
