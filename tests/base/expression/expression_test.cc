#include "base/expression/expression.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace dps::expression {
namespace {

/// The value of an expression as text, or its error as "begin-end: mistake".
std::string evaluate(std::string_view text, bool nested_braces = false) {
  static const std::vector<std::optional<double>> kValues{3, 0.5, std::nullopt};
  const Names names{{{"rows", 0}, {"half", 1}, {"lost", 2}}};
  const auto say = [](const Mistake& mistake) {
    return std::to_string(mistake.place.begin) + "-" + std::to_string(mistake.place.end) + ": " +
           mistake.text;
  };
  const auto compiled = compile_expression(text, {0, static_cast<std::uint32_t>(text.size())},
                                           {names, true, nested_braces});
  if (!compiled) {
    return say(compiled.error());
  }
  const Evaluation evaluation = compiled->evaluate({kValues, 2, 5});
  return evaluation.value     ? number_text(*evaluation.value)
         : evaluation.mistake ? say(*evaluation.mistake)
                              : "no value";
}

struct ExpressionCase {
  std::string_view text;
  std::string_view expected;
};

class ExpressionValues : public testing::TestWithParam<ExpressionCase> {};
TEST_P(ExpressionValues, AreThoseOfTheLanguage) {
  EXPECT_EQ(evaluate(GetParam().text), GetParam().expected) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Numbers, ExpressionValues,
    testing::Values(ExpressionCase{"12", "12"}, ExpressionCase{"0.5", "0.5"},
                    ExpressionCase{"1e6", "1000000"}, ExpressionCase{".5", "0.5"},
                    ExpressionCase{"2.50", "2.5"}, ExpressionCase{"1e-7", "1e-07"},
                    ExpressionCase{"1E2", "100"}, ExpressionCase{"1e22", "10000000000000000000000"},
                    ExpressionCase{"0.1+0.2", "0.30000000000000004"}, ExpressionCase{"-0", "0"},
                    ExpressionCase{"2^53", "9007199254740992"}));

INSTANTIATE_TEST_SUITE_P(
    Precedence, ExpressionValues,
    testing::Values(
        ExpressionCase{"1+2*3", "7"}, ExpressionCase{"(1+2)*3", "9"}, ExpressionCase{"2*3^2", "18"},
        ExpressionCase{"-2^2", "-4"}, ExpressionCase{"(-2)^2", "4"}, ExpressionCase{"2^-1", "0.5"},
        ExpressionCase{"2^3^2", "512"}, ExpressionCase{"2^-2^2", "0.0625"},
        ExpressionCase{"2^--1", "2"}, ExpressionCase{"2**3**2", "512"},
        ExpressionCase{"-2**2", "-4"}, ExpressionCase{"2**-1", "0.5"}, ExpressionCase{"-2*-3", "6"},
        ExpressionCase{"2 - -3", "5"}, ExpressionCase{"--3", "3"}, ExpressionCase{"!0+1", "2"},
        ExpressionCase{"!2^0", "0"}, ExpressionCase{"10-4-3", "3"}, ExpressionCase{"100/10/5", "2"},
        ExpressionCase{"7%4*2", "6"}, ExpressionCase{"2*7%4", "2"}, ExpressionCase{"1+1<3", "1"},
        ExpressionCase{"1<2==1", "1"}, ExpressionCase{"3>2>1", "0"}, ExpressionCase{"1==1!=0", "1"},
        ExpressionCase{"2&&3==3", "1"}, ExpressionCase{"0&&0||1", "1"},
        ExpressionCase{"1||0&&0", "1"}, ExpressionCase{"0||2", "1"}, ExpressionCase{"3&&2", "1"},
        ExpressionCase{"1?2:0?3:4", "2"}, ExpressionCase{"0?2:0?3:4", "4"},
        ExpressionCase{"0?2:1?3:4", "3"}, ExpressionCase{"1?0?5:6:7", "6"},
        ExpressionCase{"1+1?2:3", "2"}, ExpressionCase{"0||0?2:3", "3"}));

INSTANTIATE_TEST_SUITE_P(Operators, ExpressionValues,
                         testing::Values(ExpressionCase{"7/2", "3.5"}, ExpressionCase{"-1%3", "2"},
                                         ExpressionCase{"1%-3", "-2"},
                                         ExpressionCase{"-1%-3", "-1"},
                                         ExpressionCase{"5.5%2", "1.5"}, ExpressionCase{"6%3", "0"},
                                         ExpressionCase{"-6%3", "0"}, ExpressionCase{"2<2", "0"},
                                         ExpressionCase{"2<=2", "1"}, ExpressionCase{"2>=3", "0"},
                                         ExpressionCase{"2!=3", "1"}, ExpressionCase{"!3", "0"},
                                         ExpressionCase{"!!3", "1"}, ExpressionCase{"0^0", "1"}));

INSTANTIATE_TEST_SUITE_P(
    Functions, ExpressionValues,
    testing::Values(ExpressionCase{"min(3)", "3"}, ExpressionCase{"min(3,1,2)", "1"},
                    ExpressionCase{"max(3,1,4,2)", "4"}, ExpressionCase{"ceil(1.2)", "2"},
                    ExpressionCase{"ceil(-1.2)", "-1"}, ExpressionCase{"floor(-1.2)", "-2"},
                    ExpressionCase{"round(2.5)", "3"}, ExpressionCase{"round(-2.5)", "-3"},
                    ExpressionCase{"abs(-3)", "3"}, ExpressionCase{"sqrt(16)", "4"},
                    ExpressionCase{"log(1)", "0"}, ExpressionCase{"log2(8)", "3"},
                    ExpressionCase{"log10(1000)", "3"}, ExpressionCase{"exp(0)", "1"},
                    ExpressionCase{"pow(2,10)", "1024"},
                    ExpressionCase{"round(exp(2)*1000)", "7389"},
                    ExpressionCase{"round(log(7.389056)*1000)", "2000"},
                    ExpressionCase{"xor(6,3)", "5"}, ExpressionCase{"xor(self,1)", "3"},
                    ExpressionCase{"min (1+1, 2*3)", "2"}, ExpressionCase{"max(min(1,2),3)", "3"}));

INSTANTIATE_TEST_SUITE_P(
    Names, ExpressionValues,
    testing::Values(ExpressionCase{"rows", "3"}, ExpressionCase{"rows*half", "1.5"},
                    ExpressionCase{"self", "2"}, ExpressionCase{"count", "5"},
                    ExpressionCase{"(self+1)%count", "3"}, ExpressionCase{"lost", "no value"},
                    ExpressionCase{"0 && lost", "0"}, ExpressionCase{"1 ? 2 : lost", "2"}));

INSTANTIATE_TEST_SUITE_P(Laziness, ExpressionValues,
                         testing::Values(ExpressionCase{"0 && 1/0", "0"},
                                         ExpressionCase{"1 || 1/0", "1"},
                                         ExpressionCase{"1 ? 2 : 1/0", "2"},
                                         ExpressionCase{"0 ? 1/0 : 3", "3"},
                                         ExpressionCase{"1 && 1/0", "6-7: division by zero"},
                                         ExpressionCase{"0 || 1/0", "6-7: division by zero"}));

INSTANTIATE_TEST_SUITE_P(Blanks, ExpressionValues,
                         testing::Values(ExpressionCase{" 1 +\t2 ", "3"},
                                         ExpressionCase{"1 + \\\n 2", "3"},
                                         ExpressionCase{"1 + \\\r\n2", "3"}));

INSTANTIATE_TEST_SUITE_P(
    Mistakes, ExpressionValues,
    testing::Values(
        ExpressionCase{"", "0-0: expected a number, a name or '(' before the expression ends"},
        ExpressionCase{"1+", "2-2: expected a number, a name or '(' before the expression ends"},
        ExpressionCase{"1 2", "2-3: expected an operator, got '2'"},
        ExpressionCase{"(1", "2-2: expected ')' before the expression ends"},
        ExpressionCase{"1)", "1-2: expected an operator, got ')'"},
        ExpressionCase{"1 ? 2",
                       "5-5: expected ':' between the branches of '?' before the expression ends"},
        ExpressionCase{"2 : 3", "2-3: expected an operator, got ':'"},
        ExpressionCase{"+1", "0-1: expected a number, a name or '(', got '+'"},
        ExpressionCase{"2^!1", "2-3: expected a number, a name or '(', got '!'"},
        ExpressionCase{"a=1", "1-2: an expression cannot assign; use '==' to compare"},
        ExpressionCase{"rows=1", "4-5: an expression cannot assign; use '==' to compare"},
        ExpressionCase{"1&1", "1-2: unknown operator '&'; did you mean '&&'?"},
        ExpressionCase{"1|1", "1-2: unknown operator '|'; did you mean '||'?"},
        ExpressionCase{
            "0x1F",
            "0-4: '0x1F' is not a number; hexadecimal is not supported, write it in decimal"},
        ExpressionCase{"1_000", "0-5: '1_000' is not a number; write it without '_'"},
        ExpressionCase{"1e", "0-2: '1e' is not a number"},
        ExpressionCase{"1.2.3", "0-5: '1.2.3' is not a number"},
        ExpressionCase{
            "5ms",
            "0-3: '5ms' is not a number; expressions have no units: write 0.005 (seconds), or the "
            "unit after the braces in which the value is used, as in {n}ms"},
        ExpressionCase{
            "2*1MB",
            "2-5: '1MB' is not a number; expressions have no units: write 1000000 (bytes), or the "
            "unit after the braces in which the value is used, as in {n}MB"},
        ExpressionCase{"1K", "0-2: '1K' is not a number"},
        ExpressionCase{"1e400", "0-5: '1e400' is too large or too small"},
        ExpressionCase{"{1}", "0-1: braces cannot be nested; use parentheses"},
        ExpressionCase{"\"a\"", "0-1: an expression cannot contain quotes"},
        ExpressionCase{"\xc3\xa4", "0-2: '\xc3\xa4' has no meaning in an expression"},
        ExpressionCase{"#", "0-1: '#' has no meaning in an expression"},
        ExpressionCase{"row", "0-3: unknown name 'row'; did you mean 'rows'?"},
        ExpressionCase{
            "2*SAME",
            "2-6: 'SAME' is a word of the language and has no value; words and tags are written "
            "outside of the braces: SAME*{n},next.fu"},
        ExpressionCase{"1 ? 2 : nowhere", "8-15: unknown name 'nowhere'; define it in a V line"},
        ExpressionCase{"0 && nowhere", "5-12: unknown name 'nowhere'; define it in a V line"},
        ExpressionCase{"abs", "0-3: 'abs' is a function; write its arguments in parentheses"},
        ExpressionCase{"rows(1)", "0-4: 'rows' is a variable, not a function"},
        ExpressionCase{"ab(1)", "0-2: unknown function 'ab'; did you mean 'abs'?"},
        ExpressionCase{"min()", "0-3: 'min' takes one argument or more"},
        ExpressionCase{"abs()", "0-3: 'abs' takes one argument"},
        ExpressionCase{"abs(1,2)", "0-3: 'abs' takes one argument"},
        ExpressionCase{"xor(1)", "0-3: 'xor' takes two arguments"},
        ExpressionCase{"min(1,)", "6-7: expected a number, a name or '(', got ')'"}));

INSTANTIATE_TEST_SUITE_P(
    Undefined, ExpressionValues,
    testing::Values(ExpressionCase{"1/0", "1-2: division by zero"},
                    ExpressionCase{"1%0", "1-2: division by zero"},
                    ExpressionCase{"1/(rows-3)", "1-2: division by zero"},
                    ExpressionCase{"0^-1", "1-2: division by zero"},
                    ExpressionCase{"(-8)^0.5", "4-5: the result is undefined"},
                    ExpressionCase{"sqrt(-1)", "0-4: the result is undefined"},
                    ExpressionCase{"log(0)", "0-3: the result is infinite"},
                    ExpressionCase{"log2(-1)", "0-4: the result is undefined"},
                    ExpressionCase{"1e308*10", "5-6: the result is infinite"},
                    ExpressionCase{"exp(1000)", "0-3: the result is infinite"},
                    ExpressionCase{"log10(-1)", "0-5: the result is undefined"},
                    ExpressionCase{"pow(0,-1)", "0-3: division by zero"},
                    ExpressionCase{"2*0**-1", "3-5: division by zero"},
                    ExpressionCase{"1e308+1e308", "5-6: the result is infinite"},
                    ExpressionCase{"10^400", "2-3: the result is infinite"},
                    ExpressionCase{"xor(0.5,1)", "0-3: xor requires two integers, got 0.5"},
                    ExpressionCase{"xor(1,2^60)",
                                   "0-3: xor requires two integers, got 1152921504606846976"}));

TEST(Expression, NestsSixtyFourLevelsAndNoMore) {
  const auto nested = [](std::size_t levels, const std::string& open, const std::string& close) {
    std::string text;
    for (std::size_t i = 0; i < levels; ++i) {
      text += open;
    }
    text += "1";
    for (std::size_t i = 0; i < levels; ++i) {
      text += close;
    }
    return evaluate(text);
  };
  EXPECT_EQ(nested(64, "(", ")"), "1");
  EXPECT_NE(nested(65, "(", ")").find("nested deeper than 64 levels"), std::string::npos);
  EXPECT_EQ(nested(64, "-", ""), "1");
  EXPECT_NE(nested(65, "-", "").find("nested deeper"), std::string::npos);
  EXPECT_EQ(nested(64, "1^", ""), "1");
  EXPECT_NE(nested(65, "1^", "").find("nested deeper"), std::string::npos);
  EXPECT_EQ(nested(64, "0?0:", ""), "1");
  EXPECT_NE(nested(65, "0?0:", "").find("nested deeper"), std::string::npos);
  EXPECT_EQ(nested(64, "min(", ")"), "1");
  EXPECT_NE(nested(100'000, "(", ")").find("nested deeper"), std::string::npos);
}

TEST(Expression, ALongRowOfOperatorsNeedsNoDepth) {
  std::string text = "0";
  for (int i = 0; i < 20'000; ++i) {
    text += "+1";
  }
  EXPECT_EQ(evaluate(text), "20000");
}

TEST(Expression, TheDeepestMixOfOperatorsFitsItsStack) {
  std::string text = "1";
  for (int i = 0; i < 32; ++i) {  // two levels each: a call and parentheses
    text = "max(0,1==0+1*(" + text + "))";
  }
  EXPECT_EQ(evaluate(text), "1");
}

TEST(Expression, BracesAreParenthesesOnVLines) {
  EXPECT_EQ(evaluate("{1+2}*3", true), "9");
  EXPECT_EQ(evaluate("{{2}}", true), "2");
  EXPECT_EQ(evaluate("{1)", true), "2-3: expected '}', got ')'");
}

TEST(Expression, ReportsItsDependenceOnGroupAndProcess) {
  const Names names{{{"rows", 0}}};
  const auto dependence = [&](std::string_view text) {
    return compile_expression(text, {0, static_cast<std::uint32_t>(text.size())}, {names, true})
        ->dependence();
  };
  EXPECT_EQ(dependence("rows+1"), Dependence::kNothing);
  EXPECT_EQ(dependence("count*rows"), Dependence::kGroup);
  EXPECT_EQ(dependence("0 ? self : count"), Dependence::kProcess);
}

TEST(Expression, ProcessNamesHaveNoValueElsewhere) {
  const Names names;
  const auto compiled = compile_expression("self", {0, 4}, {names, false});
  ASSERT_FALSE(compiled.has_value());
  EXPECT_EQ(compiled.error().text,
            "'self' is not available here; use it in I, C, O, F, U and T lines");
}

TEST(VariableName, IsLettersDigitsAndUnderscores) {
  for (const char* name : {"a", "_", "rows2", "A_b", "Self", "log1"}) {
    EXPECT_FALSE(refuse_variable_name(name)) << name;
  }
  for (const char* name :
       {"", "2a", "a-b", "a.b", "self", "count", "min", "xor", "exp", "\xc3\xa4"}) {
    EXPECT_TRUE(refuse_variable_name(name)) << name;
  }
}

}  // namespace
}  // namespace dps::expression
