/// Compares expressions with a tree that is evaluated recursively.
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/expression/expression.h"

namespace dps::expression {
namespace {

/// A random expression. It is printed either with parentheses around every part, so that
/// precedences do not matter, or with as few parentheses as the precedences allow.
struct Tree {
  std::string symbol;  ///< an operator, "?", a function, or "" for a number
  double number = 0;
  std::vector<Tree> parts;
};

constexpr int kAtom = 9;

int strength(const Tree& tree) {
  static const std::vector<std::vector<std::string>> kLevels{
      {"?"}, {"||"}, {"&&"}, {"==", "!="}, {"<", "<=", ">", ">="}, {"+", "-"}, {"*", "/", "%"}};
  if (tree.parts.size() == 1 && (tree.symbol == "-" || tree.symbol == "!")) {
    return 7;
  }
  if (tree.symbol == "^" || tree.symbol == "**") {
    return 8;
  }
  for (std::size_t level = 0; level < kLevels.size(); ++level) {
    for (const std::string& symbol : kLevels[level]) {
      if (symbol == tree.symbol && tree.parts.size() > 1) {
        return static_cast<int>(level);
      }
    }
  }
  return kAtom;
}

std::string print(const Tree& tree, int least);

std::string print_call(const Tree& tree) {
  std::string out = tree.symbol + "(";
  for (const Tree& part : tree.parts) {
    out += (&part == &tree.parts.front() ? "" : ", ") + print(part, 0);
  }
  return out + ")";
}

std::string print_bare(const Tree& tree) {
  const int own = strength(tree);
  if (tree.parts.empty()) {
    return number_text(tree.number);
  }
  if (own == kAtom) {
    return print_call(tree);
  }
  if (own == 7) {
    return tree.symbol + print(tree.parts[0], 7);
  }
  if (own == 8) {  // right-associative; a signed base needs parentheses, a signed exponent does not
    const bool is_signed = tree.parts[1].parts.size() == 1 && tree.parts[1].symbol == "-";
    const bool simple = is_signed && tree.parts[1].parts[0].parts.empty();
    return print(tree.parts[0], kAtom) + tree.symbol + print(tree.parts[1], simple ? 7 : 8);
  }
  if (own == 0) {
    return print(tree.parts[0], 1) + " ? " + print(tree.parts[1], 0) + " : " +
           print(tree.parts[2], 0);
  }
  return print(tree.parts[0], own) + " " + tree.symbol + " " + print(tree.parts[1], own + 1);
}

std::string print(const Tree& tree, int least) {
  const std::string bare = print_bare(tree);
  return strength(tree) < least ? "(" + bare + ")" : bare;
}

std::optional<double> finite(double value) {
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<double> value_of(const Tree& tree);

/// Operators that do not evaluate all their operands.
std::optional<double> lazy(const Tree& tree, double first) {
  if (tree.symbol == "?") {
    return value_of(tree.parts[first != 0 ? 1 : 2]);
  }
  const bool decided = (first != 0) == (tree.symbol == "||");
  if (decided) {
    return first != 0 ? 1 : 0;
  }
  const auto second = value_of(tree.parts[1]);
  return second ? std::optional<double>(*second != 0 ? 1 : 0) : std::nullopt;
}

std::optional<double> unary(const std::string& symbol, double a) {
  return symbol == "-"       ? finite(-a)
         : symbol == "!"     ? finite(a == 0 ? 1 : 0)
         : symbol == "ceil"  ? finite(std::ceil(a))
         : symbol == "floor" ? finite(std::floor(a))
         : symbol == "round" ? finite(std::round(a))
         : symbol == "abs"   ? finite(std::abs(a))
         : symbol == "sqrt"  ? finite(std::sqrt(a))
         : symbol == "log"   ? finite(std::log(a))
         : symbol == "log10" ? finite(std::log10(a))
         : symbol == "exp"   ? finite(std::exp(a))
                             : finite(std::log2(a));
}

std::optional<double> binary(const std::string& symbol, double a, double b) {
  if (symbol == "%") {
    return b == 0 ? std::nullopt : finite(a - b * std::floor(a / b));
  }
  return symbol == "+"     ? finite(a + b)
         : symbol == "-"   ? finite(a - b)
         : symbol == "*"   ? finite(a * b)
         : symbol == "/"   ? finite(a / b)
         : symbol == "^"   ? finite(std::pow(a, b))
         : symbol == "**"  ? finite(std::pow(a, b))
         : symbol == "pow" ? finite(std::pow(a, b))
         : symbol == "<"   ? finite(a < b)
         : symbol == "<="  ? finite(a <= b)
         : symbol == ">"   ? finite(a > b)
         : symbol == ">="  ? finite(a >= b)
         : symbol == "=="  ? finite(a == b)
         : symbol == "!="  ? finite(a != b)
         : symbol == "min" ? finite(a < b ? a : b)
                           : finite(a > b ? a : b);
}

std::optional<double> value_of(const Tree& tree) {
  if (tree.parts.empty()) {
    return tree.number;
  }
  const auto first = value_of(tree.parts[0]);
  if (!first) {
    return std::nullopt;
  }
  if (tree.symbol == "?" || tree.symbol == "||" || tree.symbol == "&&") {
    return lazy(tree, *first);
  }
  if (tree.parts.size() == 1) {
    return unary(tree.symbol, *first);
  }
  const auto second = value_of(tree.parts[1]);
  return second ? binary(tree.symbol, *first, *second) : std::nullopt;
}

Tree random_tree(int depth) {
  const int kind = depth == 0 ? 0 : *rc::gen::inRange(0, 6);
  if (kind <= 1) {  // eighths, so that `%` in the tree above is exact
    return {"", *rc::gen::inRange(0, 80) / 8.0, {}};
  }
  if (kind == 2) {
    const auto symbol = *rc::gen::elementOf(std::vector<std::string>{
        "-", "!", "ceil", "floor", "round", "abs", "sqrt", "log", "log2", "log10", "exp"});
    return {symbol, 0, {random_tree(depth - 1)}};
  }
  if (kind == 3) {
    return {"?", 0, {random_tree(depth - 1), random_tree(depth - 1), random_tree(depth - 1)}};
  }
  const auto symbol = *rc::gen::elementOf(
      std::vector<std::string>{"+", "-", "*", "/", "%", "^", "**", "pow", "<", "<=", ">",
                               ">=", "==", "!=", "&&", "||", "min", "max"});
  return {symbol, 0, {random_tree(depth - 1), random_tree(depth - 1)}};
}

/// `%` of large numbers and of fractions is not exact in the tree; such cases are discarded.
bool is_delicate(const Tree& tree) {
  for (const Tree& part : tree.parts) {
    if (is_delicate(part)) {
      return true;
    }
  }
  if (tree.symbol != "%") {
    return false;
  }
  for (const Tree& part : tree.parts) {
    const auto value = value_of(part);
    if (value && (std::abs(*value) > 1e6 || *value * 8 != std::trunc(*value * 8))) {
      return true;
    }
  }
  return false;
}

RC_GTEST_PROP(Expression, HasTheValueOfItsTree, ()) {
  const Tree tree = random_tree(5);
  RC_PRE(!is_delicate(tree));
  const std::string text = print(tree, 0);
  const Names names;
  const auto compiled =
      compile_expression(text, {0, static_cast<std::uint32_t>(text.size())}, {names});
  RC_ASSERT(compiled.has_value());
  const auto expected = value_of(tree);
  const Evaluation got = compiled->evaluate({});
  RC_TAG(expected.has_value());
  RC_LOG() << text << "\n";
  RC_ASSERT(got.value.has_value() == expected.has_value());
  RC_ASSERT(got.mistake.has_value() != expected.has_value());
  if (expected) {
    RC_ASSERT(*got.value == *expected);
  }
}

RC_GTEST_PROP(NumberText, IsReadBackUnchanged, ()) {
  const auto mantissa = static_cast<double>(*rc::gen::arbitrary<std::int64_t>());
  const double value = std::ldexp(mantissa, *rc::gen::inRange(-1000, 900));
  const std::string text = number_text(value);
  RC_ASSERT(std::stod(text) == value);
  if (std::trunc(value) == value) {
    RC_ASSERT(text.find_first_not_of("-0123456789") == std::string::npos);
  }
}

}  // namespace
}  // namespace dps::expression
