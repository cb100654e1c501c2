// A lines, and the descriptions of variables.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "reading.h"

namespace dps::blueprint {
namespace {

constexpr const char* kOneProcess = "F a.f NULL NULL NULL NULL\nU a.fu a.f\nP A.p 1 a.fu\n";

std::vector<std::string> diagnostics(const std::string& lines, const ReadOptions& options = {}) {
  return diagnostics_of(lines + kOneProcess, options);
}

using Texts = std::vector<std::string>;

TEST(Conditions, OneThatHoldsChangesNothing) {
  EXPECT_EQ(diagnostics("V n 3\nA \"at least three\" n >= 3 # why\n"), Texts{});
}

TEST(Conditions, AFalseOneIsAnErrorWithTheValuesOfItsVariables) {
  EXPECT_EQ(
      diagnostics("V n 2\nV m n * 2\nA \"at least three processes\" n >=  3 && m<9 || n > m\n"),
      Texts{"3:30: error: at least three processes: n >= 3 && m<9 || n > m is false "
            "(n = 2, m = 4)"});
  EXPECT_EQ(diagnostics("V n 0.5\nA whole {n == {1}}\n"),
            Texts{"2:9: error: whole: {n == {1}} is false (n = 0.5)"});
}

TEST(Conditions, SettingsAreChecked) {
  ReadOptions options;
  options.settings = {{"n", "7"}};
  EXPECT_EQ(diagnostics("V n 2\nA even n % 2 == 0\n", options),
            Texts{"2:8: error: even: n % 2 == 0 is false (n = 7)"});
}

TEST(Conditions, AllFalseOnesComeBeforeTheErrorsThatFollow) {
  EXPECT_EQ(diagnostics_of("V n 0\n"
                           "F a.f NULL NULL NULL NULL\nU a.fu a.f\nP A.p {n} a.fu\n"
                           "A some n > 0\nA \"not zero\" n != 0\n"),
            (Texts{"5:8: error: some: n > 0 is false (n = 0)",
                   "6:14: error: not zero: n != 0 is false (n = 0)",
                   "4:7: error: N must be at least 1, got '0'"}));
}

TEST(Conditions, OneWithoutVariablesGetsAWarning) {
  EXPECT_EQ(diagnostics("A always 1 < 2\n"),
            Texts{"1:10: warning: the condition does not depend on any variable"});
}

TEST(Conditions, MistakesInThemAreReported) {
  EXPECT_EQ(diagnostics("V n 1\nA \"no expression\"\n"),
            Texts{"2:3: error: the line is incomplete; expected A <text> <expression>"});
  EXPECT_EQ(diagnostics("A\n"),
            Texts{"1:1: error: the line is incomplete; expected A <text> <expression>"});
  EXPECT_EQ(diagnostics("V rows 1\nA some rws > 0\n"),
            Texts{"2:8: error: unknown name 'rws'; did you mean 'rows'?"});
  EXPECT_EQ(diagnostics("V n 0\nA some 1 / n\n"), Texts{"2:10: error: division by zero"});
}

TEST(Conditions, AVariableWithoutAValueIsReportedOnce) {
  EXPECT_EQ(diagnostics("V n 1/0\nA some n > 0\n"), Texts{"1:6: error: division by zero"});
}

TEST(Conditions, AnUnknownSectionMayBeOne) {
  EXPECT_EQ(diagnostics("V n 1\nassert some n > 0\n"),
            Texts{"2:1: error: unknown section 'assert'; did you mean 'A'?"});
}

TEST(DescribedVariables, HaveTheCommentOfTheirLine) {
  ReadOptions options;
  options.settings = {{"m", "5"}};
  const auto reading =
      read_blueprint({"blueprint.txt", std::string("V n 2 *  3  #  rows # of all \nV m 1\n"
                                                   "V k n \\\n  + m # two lines\n") +
                                           kOneProcess},
                     options);
  ASSERT_TRUE(reading.program);
  ASSERT_EQ(reading.variables.size(), 3U);
  EXPECT_EQ(reading.variables[0].expression, "2 * 3");
  EXPECT_EQ(reading.variables[0].text, "rows # of all");
  EXPECT_EQ(reading.variables[1].expression, "5");
  EXPECT_EQ(reading.variables[1].text, "");
  EXPECT_EQ(reading.variables[2].value, 11);
  EXPECT_EQ(reading.variables[2].expression, "n + m");
  EXPECT_EQ(reading.variables[2].text, "two lines");
}

}  // namespace
}  // namespace dps::blueprint
