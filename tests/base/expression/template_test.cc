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

struct TemplateCase {
  std::string_view text;
  std::string_view expected;
};

class Texts : public testing::TestWithParam<TemplateCase> {};
TEST_P(Texts, AreReplacedByTheirValues) {
  EXPECT_EQ(fill(GetParam().text), GetParam().expected) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Values, Texts,
    testing::Values(TemplateCase{"a.i", "a.i"}, TemplateCase{"{n}", "4"},
                    TemplateCase{"Row{self+1}.m", "Row3.m"}, TemplateCase{"{n}{n}", "44"},
                    TemplateCase{"{n/8}s", "0.5s"}, TemplateCase{"{{n}}", "{n}"},
                    TemplateCase{"a}}b", "a}b"}, TemplateCase{"{n}}}", "4}"},
                    TemplateCase{"{ n * 2 }", "8"}, TemplateCase{"{1/0}", "division by zero"},
                    TemplateCase{"p[{self}..{count-1}]", "p[2..4]"}));

INSTANTIATE_TEST_SUITE_P(Quoted, Texts,
                         testing::Values(TemplateCase{R"("a b")", "a b"},
                                         TemplateCase{R"("a\"b\\c\d")", R"(a"b\cd)"},
                                         TemplateCase{R"("x {n} y")", "x 4 y"},
                                         TemplateCase{R"("{{")", "{"}, TemplateCase{R"("")", ""},
                                         TemplateCase{R"("{self==0 ? a : b}")", "b"}));

INSTANTIATE_TEST_SUITE_P(
    Branches, Texts,
    testing::Values(
        TemplateCase{"{self==0 ? master.u : worker.u}", "worker.u"},
        TemplateCase{"{self==2?a.x:b.y}", "a.x"},
        TemplateCase{"{self==0 ? a : self==2 ? b : c}", "b"},
        TemplateCase{"{self==0?a:self==1?b:c-d}", "c-d"}, TemplateCase{"{(self==0 ? 1 : 2)}", "2"},
        TemplateCase{"{(self==2 ? 0 : 1) ? a : b}", "b"},
        TemplateCase{"{n}{self==0 ? 1 : 2}", "42"}, TemplateCase{"{self==0 ? n : n*2}", "n*2"},
        TemplateCase{"{self==0 ? 1/0 : x}", "x"},
        TemplateCase{"{self/0 ? a : b}", "division by zero"},
        TemplateCase{"{self ? a }", "'?' has no ':' after it"},
        TemplateCase{"{self ? : b}", "a branch of '?' is empty"},
        TemplateCase{"{self ? a : }", "a branch of '?' is empty"},
        TemplateCase{
            "{self ? a : b : c}",
            "the branches of '?' are text here and cannot contain ':'; to use expressions, "
            "write the whole in parentheses"},
        TemplateCase{
            "{self ? b ? c : d : e}",
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
