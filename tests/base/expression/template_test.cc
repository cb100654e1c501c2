#include "base/expression/template.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/diagnostic.h"

namespace dps::expression {
namespace {

/// The text of a field for process 2 of 5 with n = 4, or the text of the error.
std::string fill(std::string_view text, Branches branches = Branches::kTexts) {
  static const std::vector<std::optional<double>> kValues{4};
  const text::SourceMap source(text);
  text::Problems problems(source);
  const text::Scanned scanned = text::scan(source, problems);
  if (scanned.fields.empty()) {
    return problems.take().front().text;
  }
  Templates templates(source, problems);
  const Names names{{{"n", 0}}};
  const auto compiled =
      templates.compile(scanned.fields[0], scanned.fields[0].content, {names, true}, branches);
  if (!compiled) {
    return problems.take().front().text;
  }
  const Filled filled = templates.fill(*compiled, {kValues, 2, 5});
  return filled.text ? *filled.text : filled.mistake->text;
}

struct Case {
  std::string_view text;
  std::string_view expected;
};

class Texts : public testing::TestWithParam<Case> {};
TEST_P(Texts, AreReplacedByTheirValues) {
  EXPECT_EQ(fill(GetParam().text), GetParam().expected) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(Values, Texts,
                         testing::Values(Case{"a.i", "a.i"}, Case{"{n}", "4"},
                                         Case{"Row{self+1}.m", "Row3.m"}, Case{"{n}{n}", "44"},
                                         Case{"{n/8}s", "0.5s"}, Case{"{{n}}", "{n}"},
                                         Case{"a}}b", "a}b"}, Case{"{n}}}", "4}"},
                                         Case{"{ n * 2 }", "8"}, Case{"{1/0}", "division by zero"},
                                         Case{"p[{self}..{count-1}]", "p[2..4]"}));

INSTANTIATE_TEST_SUITE_P(Quoted, Texts,
                         testing::Values(Case{R"("a b")", "a b"},
                                         Case{R"("a\"b\\c\d")", R"(a"b\cd)"},
                                         Case{R"("x {n} y")", "x 4 y"}, Case{R"("{{")", "{"},
                                         Case{R"("")", ""}, Case{R"("{self==0 ? a : b}")", "b"}));

INSTANTIATE_TEST_SUITE_P(
    Branches, Texts,
    testing::Values(
        Case{"{self==0 ? master.u : worker.u}", "worker.u"}, Case{"{self==2?a.x:b.y}", "a.x"},
        Case{"{self==0 ? a : self==2 ? b : c}", "b"}, Case{"{self==0?a:self==1?b:c-d}", "c-d"},
        Case{"{(self==0 ? 1 : 2)}", "2"}, Case{"{(self==2 ? 0 : 1) ? a : b}", "b"},
        Case{"{n}{self==0 ? 1 : 2}", "42"}, Case{"{self==0 ? n : n*2}", "n*2"},
        Case{"{self==0 ? 1/0 : x}", "x"}, Case{"{self/0 ? a : b}", "division by zero"},
        Case{"{self ? a }", "'?' has no ':' after it"},
        Case{"{self ? : b}", "a branch of '?' is empty"},
        Case{"{self ? a : }", "a branch of '?' is empty"},
        Case{"{self ? a : b : c}",
             "the branches of '?' are text here and cannot contain ':'; to use expressions, "
             "write the whole in parentheses"},
        Case{"{self ? b ? c : d : e}",
             "the branches of '?' are text here and cannot contain '?'; to use expressions, "
             "write the whole in parentheses"}));

TEST(Template, BranchesAreValuesWhereNoTagIsExpected) {
  EXPECT_EQ(fill("{self==0 ? 1 : n*2}", Branches::kValues), "8");
  EXPECT_EQ(fill("{self==0 ? a : b}", Branches::kValues),
            "unknown name 'a'; define it in a V line");
}

TEST(SplitList, SeparatesAtCommasOutsideBraces) {
  const auto split = [](std::string_view text) {
    std::vector<std::string> out;
    for (const text::Range range : split_list(text, {0, static_cast<std::uint32_t>(text.size())})) {
      out.emplace_back(text.substr(range.begin, range.end - range.begin));
    }
    return out;
  };
  using Parts = std::vector<std::string>;
  EXPECT_EQ(split("a"), (Parts{"a"}));
  EXPECT_EQ(split("a,b,c"), (Parts{"a", "b", "c"}));
  EXPECT_EQ(split("{max(1,2)},b"), (Parts{"{max(1,2)}", "b"}));
  EXPECT_EQ(split("{{,b"), (Parts{"{{", "b"}));
  EXPECT_EQ(split(",a,"), (Parts{"", "a", ""}));
  EXPECT_EQ(split("a,\\{,b"), (Parts{"a", "\\{,b"}));  // of a quoted field
}

}  // namespace
}  // namespace dps::expression
