#include "base/expression/variables.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "reading.h"

namespace dps::blueprint {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;
using Strings = std::vector<std::string>;

std::string values(std::string_view lines, const Settings& settings = {}) {
  ReadOptions options;
  options.settings = settings;
  std::string out;
  for (const Variable& each : program_of(with(lines), options).variables) {
    out += each.name + "=" + expression::number_text(each.value) + " ";
  }
  return out;
}

Strings mistakes(std::string_view lines, const Settings& settings = {}) {
  ReadOptions options;
  options.settings = settings;
  return diagnostics_of(with(lines), options);
}

TEST(Variables, HaveTheValuesOfTheirLines) {
  EXPECT_EQ(values("V a 2\nV b 3*4 + 1"), "a=2 b=13 ");
}

TEST(Variables, UseOneAnotherInAnyOrder) {
  EXPECT_EQ(values("V a b*2\nV b c+1\nV c 3\nV d a+b+c"), "a=8 b=4 c=3 d=15 ");
}

TEST(Variables, BracesAreParentheses) {
  EXPECT_EQ(values("V a 2\nV b {a+1}*{a}"), "a=2 b=6 ");
}

TEST(Variables, MayBeContinuedAndEndInComments) {
  EXPECT_EQ(values("V a 1 + \\\n 2 # three"), "a=3 ");
}

TEST(Variables, SettingsReplaceTheirLines) {
  EXPECT_EQ(values("V a 2\nV b a*10", {{"a", "5"}}), "a=5 b=50 ");
  EXPECT_EQ(values("V a 2\nV b 3", {{"a", "b*2"}}), "a=6 b=3 ");
  EXPECT_EQ(values("V a 2", {{"a", "5"}, {"a", "7"}}), "a=7 ");
}

TEST(Variables, AReplacedLineIsNotEvaluated) {
  EXPECT_EQ(values("V a 1/0\nV b a", {{"a", "5"}}), "a=5 b=5 ");
  EXPECT_EQ(values("V a b\nV b a", {{"a", "5"}}), "a=5 b=5 ");
}

TEST(Variables, AWrongSettingIsReportedWithItsText) {
  EXPECT_EQ(mistakes("V rows 2", {{"row", "5"}}),
            Strings{"0:0: error: --set row=5: the blueprint has no variable 'row'; did you mean "
                    "'rows'?"});
  EXPECT_EQ(mistakes("V rows 2", {{"rows", "2x"}}),
            Strings{"0:0: error: --set rows=2x: '2x' is not a number"});
  EXPECT_EQ(mistakes("V rows 2", {{"rows", "1/0"}}),
            Strings{"0:0: error: --set rows=1/0: division by zero"});
  EXPECT_EQ(mistakes("V rows 2", {{"rows", ""}}),
            Strings{"0:0: error: --set rows=: expected a number, a name or '(' before the "
                    "expression ends"});
}

TEST(Variables, ACycleIsReportedOnce) {
  EXPECT_EQ(mistakes("V a b\nV b c\nV c a\nV d a"),
            Strings{"7:3: error: variables depend on each other in a cycle: a -> b -> c -> a"});
  EXPECT_EQ(mistakes("V a a"),
            Strings{"7:3: error: variables depend on each other in a cycle: a -> a"});
  EXPECT_EQ(mistakes("V a 0 && b\nV b a"),
            Strings{"7:3: error: variables depend on each other in a cycle: a -> b -> a"});
  EXPECT_EQ(mistakes("V a 2", {{"a", "a+1"}}),
            Strings{"7:3: error: variables depend on each other in a cycle: a -> a"});
}

TEST(Variables, AnErrorIsReportedOnceForAllLinesThatUseIt) {
  EXPECT_EQ(mistakes("V a 1/0\nV b a+1\nC x.c sleep {a}\nC y.c sleep {b}\nF z.f NULL x.c,y.c NULL "
                     "NULL\nU z.fu z.f\nP Z.p {b} z.fu\nO z.o Z.p"),
            Strings{"7:6: error: division by zero"});
}

TEST(Variables, AChainMayBeLong) {
  std::string lines;
  for (int i = 0; i < 50'000; ++i) {
    lines += "V v" + std::to_string(i) + " v" + std::to_string(i + 1) + "\n";
  }
  const Program program = program_of(with(lines + "V v50000 7"));
  EXPECT_EQ(program.variables.front().value, 7);
}

}  // namespace
}  // namespace dps::blueprint
