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

struct Case {
  std::string_view text;
  std::string_view expected;
};

class Values : public testing::TestWithParam<Case> {};
TEST_P(Values, AreThoseOfTheLanguage) {
  EXPECT_EQ(evaluate(GetParam().text), GetParam().expected) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Numbers, Values,
    testing::Values(Case{"12", "12"}, Case{"0.5", "0.5"}, Case{"1e6", "1000000"}, Case{".5", "0.5"},
                    Case{"2.50", "2.5"}, Case{"1e-7", "1e-07"}, Case{"1E2", "100"},
                    Case{"1e22", "10000000000000000000000"}, Case{"0.1+0.2", "0.30000000000000004"},
                    Case{"-0", "0"}, Case{"2^53", "9007199254740992"}));

INSTANTIATE_TEST_SUITE_P(
    Precedence, Values,
    testing::Values(Case{"1+2*3", "7"}, Case{"(1+2)*3", "9"}, Case{"2*3^2", "18"},
                    Case{"-2^2", "-4"}, Case{"(-2)^2", "4"}, Case{"2^-1", "0.5"},
                    Case{"2^3^2", "512"}, Case{"2^-2^2", "0.0625"}, Case{"2^--1", "2"},
                    Case{"2**3**2", "512"}, Case{"-2**2", "-4"}, Case{"2**-1", "0.5"},
                    Case{"-2*-3", "6"}, Case{"2 - -3", "5"}, Case{"--3", "3"}, Case{"!0+1", "2"},
                    Case{"!2^0", "0"}, Case{"10-4-3", "3"}, Case{"100/10/5", "2"},
                    Case{"7%4*2", "6"}, Case{"2*7%4", "2"}, Case{"1+1<3", "1"}, Case{"1<2==1", "1"},
                    Case{"3>2>1", "0"}, Case{"1==1!=0", "1"}, Case{"2&&3==3", "1"},
                    Case{"0&&0||1", "1"}, Case{"1||0&&0", "1"}, Case{"0||2", "1"},
                    Case{"3&&2", "1"}, Case{"1?2:0?3:4", "2"}, Case{"0?2:0?3:4", "4"},
                    Case{"0?2:1?3:4", "3"}, Case{"1?0?5:6:7", "6"}, Case{"1+1?2:3", "2"},
                    Case{"0||0?2:3", "3"}));

INSTANTIATE_TEST_SUITE_P(Operators, Values,
                         testing::Values(Case{"7/2", "3.5"}, Case{"-1%3", "2"}, Case{"1%-3", "-2"},
                                         Case{"-1%-3", "-1"}, Case{"5.5%2", "1.5"},
                                         Case{"6%3", "0"}, Case{"-6%3", "0"}, Case{"2<2", "0"},
                                         Case{"2<=2", "1"}, Case{"2>=3", "0"}, Case{"2!=3", "1"},
                                         Case{"!3", "0"}, Case{"!!3", "1"}, Case{"0^0", "1"}));

INSTANTIATE_TEST_SUITE_P(
    Functions, Values,
    testing::Values(Case{"min(3)", "3"}, Case{"min(3,1,2)", "1"}, Case{"max(3,1,4,2)", "4"},
                    Case{"ceil(1.2)", "2"}, Case{"ceil(-1.2)", "-1"}, Case{"floor(-1.2)", "-2"},
                    Case{"round(2.5)", "3"}, Case{"round(-2.5)", "-3"}, Case{"abs(-3)", "3"},
                    Case{"sqrt(16)", "4"}, Case{"log(1)", "0"}, Case{"log2(8)", "3"},
                    Case{"log10(1000)", "3"}, Case{"exp(0)", "1"}, Case{"pow(2,10)", "1024"},
                    Case{"round(exp(2)*1000)", "7389"}, Case{"round(log(7.389056)*1000)", "2000"},
                    Case{"xor(6,3)", "5"}, Case{"xor(self,1)", "3"}, Case{"min (1+1, 2*3)", "2"},
                    Case{"max(min(1,2),3)", "3"}));

INSTANTIATE_TEST_SUITE_P(Names, Values,
                         testing::Values(Case{"rows", "3"}, Case{"rows*half", "1.5"},
                                         Case{"self", "2"}, Case{"count", "5"},
                                         Case{"(self+1)%count", "3"}, Case{"lost", "no value"},
                                         Case{"0 && lost", "0"}, Case{"1 ? 2 : lost", "2"}));

INSTANTIATE_TEST_SUITE_P(Laziness, Values,
                         testing::Values(Case{"0 && 1/0", "0"}, Case{"1 || 1/0", "1"},
                                         Case{"1 ? 2 : 1/0", "2"}, Case{"0 ? 1/0 : 3", "3"},
                                         Case{"1 && 1/0", "6-7: division by zero"},
                                         Case{"0 || 1/0", "6-7: division by zero"}));

INSTANTIATE_TEST_SUITE_P(Blanks, Values,
                         testing::Values(Case{" 1 +\t2 ", "3"}, Case{"1 + \\\n 2", "3"},
                                         Case{"1 + \\\r\n2", "3"}));

INSTANTIATE_TEST_SUITE_P(
    Mistakes, Values,
    testing::Values(
        Case{"", "0-0: expected a number, a name or '(' before the expression ends"},
        Case{"1+", "2-2: expected a number, a name or '(' before the expression ends"},
        Case{"1 2", "2-3: expected an operator, got '2'"},
        Case{"(1", "2-2: expected ')' before the expression ends"},
        Case{"1)", "1-2: expected an operator, got ')'"},
        Case{"1 ? 2", "5-5: expected ':' between the branches of '?' before the expression ends"},
        Case{"2 : 3", "2-3: expected an operator, got ':'"},
        Case{"+1", "0-1: expected a number, a name or '(', got '+'"},
        Case{"2^!1", "2-3: expected a number, a name or '(', got '!'"},
        Case{"a=1", "1-2: an expression cannot assign; use '==' to compare"},
        Case{"rows=1", "4-5: an expression cannot assign; use '==' to compare"},
        Case{"1&1", "1-2: unknown operator '&'; did you mean '&&'?"},
        Case{"1|1", "1-2: unknown operator '|'; did you mean '||'?"},
        Case{"0x1F",
             "0-4: '0x1F' is not a number; hexadecimal is not supported, write it in decimal"},
        Case{"1_000", "0-5: '1_000' is not a number; write it without '_'"},
        Case{"1e", "0-2: '1e' is not a number"}, Case{"1.2.3", "0-5: '1.2.3' is not a number"},
        Case{"5ms",
             "0-3: '5ms' is not a number; expressions have no units: write 0.005 (seconds), or the "
             "unit after the braces in which the value is used, as in {n}ms"},
        Case{"2*1MB",
             "2-5: '1MB' is not a number; expressions have no units: write 1000000 (bytes), or the "
             "unit after the braces in which the value is used, as in {n}MB"},
        Case{"1K", "0-2: '1K' is not a number"},
        Case{"1e400", "0-5: '1e400' is too large or too small"},
        Case{"{1}", "0-1: braces cannot be nested; use parentheses"},
        Case{"\"a\"", "0-1: an expression cannot contain quotes"},
        Case{"\xc3\xa4", "0-2: '\xc3\xa4' has no meaning in an expression"},
        Case{"#", "0-1: '#' has no meaning in an expression"},
        Case{"row", "0-3: unknown name 'row'; did you mean 'rows'?"},
        Case{"2*SAME",
             "2-6: 'SAME' is a word of the language and has no value; words and tags are written "
             "outside of the braces: SAME*{n},next.fu"},
        Case{"1 ? 2 : nowhere", "8-15: unknown name 'nowhere'; define it in a V line"},
        Case{"0 && nowhere", "5-12: unknown name 'nowhere'; define it in a V line"},
        Case{"abs", "0-3: 'abs' is a function; write its arguments in parentheses"},
        Case{"rows(1)", "0-4: 'rows' is a variable, not a function"},
        Case{"ab(1)", "0-2: unknown function 'ab'; did you mean 'abs'?"},
        Case{"min()", "0-3: 'min' takes one argument or more"},
        Case{"abs()", "0-3: 'abs' takes one argument"},
        Case{"abs(1,2)", "0-3: 'abs' takes one argument"},
        Case{"xor(1)", "0-3: 'xor' takes two arguments"},
        Case{"min(1,)", "6-7: expected a number, a name or '(', got ')'"}));

INSTANTIATE_TEST_SUITE_P(
    Undefined, Values,
    testing::Values(
        Case{"1/0", "1-2: division by zero"}, Case{"1%0", "1-2: division by zero"},
        Case{"1/(rows-3)", "1-2: division by zero"}, Case{"0^-1", "1-2: division by zero"},
        Case{"(-8)^0.5", "4-5: the result is undefined"},
        Case{"sqrt(-1)", "0-4: the result is undefined"},
        Case{"log(0)", "0-3: the result is infinite"},
        Case{"log2(-1)", "0-4: the result is undefined"},
        Case{"1e308*10", "5-6: the result is infinite"},
        Case{"exp(1000)", "0-3: the result is infinite"},
        Case{"log10(-1)", "0-5: the result is undefined"},
        Case{"pow(0,-1)", "0-3: division by zero"}, Case{"2*0**-1", "3-5: division by zero"},
        Case{"1e308+1e308", "5-6: the result is infinite"},
        Case{"10^400", "2-3: the result is infinite"},
        Case{"xor(0.5,1)", "0-3: xor requires two integers, got 0.5"},
        Case{"xor(1,2^60)", "0-3: xor requires two integers, got 1152921504606846976"}));

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
