#include "base/expression/value_range.h"

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/expression/distributions.h"
#include "base/expression/expression.h"

namespace dps::expression {
namespace {

tl::expected<ValueRange, Mistake> range(const std::string& text) {
  const Names none;
  const auto compiled =
      compile_expression(text, {0, static_cast<std::uint32_t>(text.size())}, {none});
  return compiled ? range_of(compiled->code()) : tl::unexpected(compiled.error());
}

/// "low..high", with a "w" for whole numbers.
std::string shown(const std::string& text) {
  const auto found = range(text);
  return found
             ? number_text(std::round(found->low * 1000) / 1000) + ".." +
                   number_text(std::round(found->high * 1000) / 1000) + (found->is_whole ? "w" : "")
             : found.error().text;
}

TEST(ValueRange, ContainsAllResultsOfTheOperations) {
  const std::pair<const char*, const char*> cases[] = {
      {"7", "7..7w"},
      {"uniform(1,3)", "1..3"},
      {"2 - uniform(1,3)", "-1..1"},
      {"uniform(-2,3)*uniform(-4,1)", "-12..8"},
      {"1/uniform(2,4)", "0.25..0.5"},
      {"uniform(-3,3)^2", "0..9"},
      {"uniform(1,2)^-1", "0.5..1"},
      {"abs(uniform(-3,2))", "0..3"},
      {"floor(uniform(0,8))", "0..7w"},
      {"xor(floor(uniform(0,8)), 16)", "0..31w"},
      {"uniform(5,17) % 4", "0..4"},
      {"min(uniform(1,5), 2)", "1..2"},
      {"max(uniform(1,5), uniform(2,3))", "2..5"},
      {"uniform(0,1) < 0.5", "0..1w"},
      {"uniform(0,1) < 2", "1..1w"},
      {"uniform(0,1) > 0.9 ? uniform(50,60) : 3", "3..60"},
      {"uniform(0,1) > 2 ? 1000 : 3", "3..3w"},
      {"uniform(0,1) > 2 || uniform(0,1) < 0.1", "0..1w"},
      {"!uniform(0,1)", "0..0w"},
      {"sqrt(uniform(4,9))", "2..3"},
      {"normal(10,1)", "3.662..16.338"},
      {"exponential(1)", "0..22.874"},
      {"lognormal(0,1)", "0.002..565.64"},
      {"exponential(uniform(1,2))", "0..45.748"},
  };
  for (const auto& [text, expected] : cases) {
    EXPECT_EQ(shown(text), expected) << text;
  }
}

TEST(ValueRange, AnErrorThatSomeDrawLeadsToIsAnError) {
  const std::pair<const char*, const char*> cases[] = {
      {"1/(uniform(0,2)-1)", "division by zero"},
      {"5 % uniform(-1,1)", "division by zero"},
      {"uniform(-1,1)^-2", "division by zero"},
      {"uniform(-1,1)^0.5", "the result is undefined"},
      {"sqrt(normal(1,1))", "the result is undefined"},
      {"log(uniform(-1,1))", "the result is undefined"},
      {"exp(exponential(100))", "the result is infinite"},
      {"xor(uniform(0,1), 1)", "xor requires two integers"},
      {"uniform(uniform(0,2),1)", "uniform(a,b) requires a <= b"},
      {"exponential(normal(9,2))", "exponential(m) requires m >= 0"},
      {"normal(0,uniform(-1,1))", "normal(m,s) requires s >= 0"},
      {"uniform(0,1) < 0.5 ? 1 : 1/0", "division by zero"},
  };
  for (const auto& [text, expected] : cases) {
    EXPECT_EQ(shown(text), expected) << text;
  }
}

TEST(ValueRange, HasTheMeanWhereItFollowsFromThoseOfTheDistributions) {
  EXPECT_EQ(range("2*uniform(1,3) - exponential(0.5)")->mean, 3.5);
  EXPECT_EQ(range("normal(4,1)*uniform(1,2)/2")->mean, 3);
  EXPECT_DOUBLE_EQ(*range("lognormal(1,2)")->mean, std::exp(3.0));
  EXPECT_EQ(range("max(uniform(1,3), 2)")->mean, std::nullopt);
}

/// A random expression of a few operations.
std::string any_expression(int depth) {
  const auto number = [] { return std::to_string(*rc::gen::inRange(-4, 5)); };
  const auto part = [&] { return depth == 0 ? number() : any_expression(depth - 1); };
  switch (*rc::gen::inRange(0, depth == 0 ? 2 : 16)) {
    case 0:
      return number();
    case 1:
      return "uniform(-1.5,2.5)";
    case 2:
      return "normal(1,0.5)";
    case 3:
      return "exponential(abs(" + part() + "))";
    case 4:
      return "(" + part() + ")*(" + part() + ")";
    case 5:
      return "(" + part() + ")-(" + part() + ")";
    case 6:
      return "(" + part() + ")/(" + part() + ")";
    case 7:
      return "(" + part() + ")%(" + part() + ")";
    case 8:
      return "(" + part() + ")^2";
    case 9:
      return "(" + part() + ")^(" + part() + ")";
    case 10:
      return "((" + part() + ") < (" + part() + ") ? (" + part() + ") : (" + part() + "))";
    case 11:
      return "((" + part() + ") == (" + part() + ") || (" + part() + ") >= 1)";
    case 12:
      return "round(" + part() + ")";
    case 13:
      return "xor(round(" + part() + "),round(" + part() + "))";
    case 14:
      return "sqrt(" + part() + ")";
    default:
      return "max(" + part() + "," + part() + ")";
  }
}

RC_GTEST_PROP(ValueRange, NoDrawLeavesItOrIsAnError, ()) {
  const std::string text = any_expression(3);
  RC_LOG() << text;
  const Names none;
  const auto compiled =
      compile_expression(text, {0, static_cast<std::uint32_t>(text.size())}, {none});
  RC_ASSERT(compiled.has_value());
  const auto found = range_of(compiled->code());
  RC_PRE(found.has_value());
  for (int i = 0; i < 100; ++i) {
    Values values{};
    values.draw = *rc::gen::arbitrary<std::uint64_t>() * 0x9e3779b97f4a7c15U;
    const Evaluation evaluation = evaluate(compiled->code(), values);
    RC_ASSERT(evaluation.value.has_value());
    RC_ASSERT(*evaluation.value >= found->low);
    RC_ASSERT(*evaluation.value <= found->high);
    RC_ASSERT(!found->is_whole || std::round(*evaluation.value) == *evaluation.value);
  }
}

TEST(ValueRange, AnyInstructionsAreEvaluatedOrRefused) {
  std::mt19937_64 random(1);  // NOLINT: the same instructions each time
  const auto below = [&](std::uint64_t end) { return random() % end; };
  int evaluated = 0;  // of more than one instruction
  for (int i = 0; i < 20'000; ++i) {
    std::vector<Instruction> code(below(12));
    for (Instruction& one : code) {
      const bool is_number = below(2) == 0;  // so that operations have operands
      one.operation = is_number ? Opcode::kNumber : static_cast<Opcode>(below(41));
      one.operand = static_cast<std::uint32_t>(below(13));
      one.number = static_cast<double>(below(5)) - 2;
    }
    if (range_of(code)) {
      Values values{};
      values.draw = random();
      ASSERT_TRUE(evaluate(code, values).value.has_value()) << i;
      evaluated += code.size() > 1 ? 1 : 0;
    }
  }
  EXPECT_GT(evaluated, 100);
}

}  // namespace
}  // namespace dps::expression
