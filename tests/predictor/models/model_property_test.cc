/// Compares models with an evaluation that follows their definitions literally, and reads any text.
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/predictor/models/model_test_support.h"

namespace dps::models {
namespace {

/// An expression: a number, a parameter, the constant, a call, or an operation.
struct Node {
  enum class Kind { kNumber, kParameter, kConstant, kCall, kOperation };
  Kind kind = Kind::kNumber;
  int number = 0;   ///< the value, the parameter or the function
  char symbol = 0;  ///< the symbol of an operation
  std::vector<Node> parts{};
};

/// Function i has parameters x0, x1, and calls functions before it.
struct RandomModel {
  int constant = 0;
  std::vector<Node> functions;
};

Node random_node(int function, int depth) {
  using Kind = Node::Kind;
  const int kind = *rc::gen::inRange(0, depth == 0 ? 3 : 6);
  if (kind == 0) {
    return {Kind::kNumber, *rc::gen::inRange(0, 10)};
  }
  if (kind == 1) {
    return {Kind::kParameter, *rc::gen::inRange(0, 2)};
  }
  if (kind == 2) {
    return {Kind::kConstant};
  }
  if (kind == 3 && function > 0) {
    const int callee = *rc::gen::inRange(0, function);
    return {Kind::kCall,
            callee,
            0,
            {random_node(function, depth - 1), random_node(function, depth - 1)}};
  }
  const char symbol = *rc::gen::element('+', '-', '*', '/', '<');
  return {Kind::kOperation,
          0,
          symbol,
          {random_node(function, depth - 1), random_node(function, depth - 1)}};
}

/// Blanks that may be between two tokens of a statement in parentheses.
std::string blanks() {
  return *rc::gen::element<std::string>("", " ", "\n", "\\\n", " # (x = 1\n", "\r\n");
}

std::string print(const Node& node) {
  switch (node.kind) {
    case Node::Kind::kNumber:
      return fmt::format("{}", node.number);
    case Node::Kind::kParameter:
      return fmt::format("x{}", node.number);
    case Node::Kind::kConstant:
      return "k";
    case Node::Kind::kCall:
      return fmt::format("f{}({},{})", node.number, print(node.parts[0]), print(node.parts[1]));
    case Node::Kind::kOperation:
      break;
  }
  return fmt::format("({}{}{}{}{})", print(node.parts[0]), blanks(), node.symbol, blanks(),
                     print(node.parts[1]));
}

std::optional<double> value_of(const RandomModel& model, const Node& node, double x0, double x1) {
  if (node.kind == Node::Kind::kNumber) {
    return node.number;
  }
  if (node.kind == Node::Kind::kParameter) {
    return node.number == 0 ? x0 : x1;
  }
  if (node.kind == Node::Kind::kConstant) {
    return model.constant;
  }
  const auto a = value_of(model, node.parts[0], x0, x1);
  const auto b = a ? value_of(model, node.parts[1], x0, x1) : std::nullopt;
  if (!b) {
    return std::nullopt;
  }
  if (node.kind == Node::Kind::kCall) {
    return value_of(model, model.functions[static_cast<std::size_t>(node.number)], *a, *b);
  }
  const double value = node.symbol == '+'   ? *a + *b
                       : node.symbol == '-' ? *a - *b
                       : node.symbol == '*' ? *a * *b
                       : node.symbol == '/' ? *a / *b
                                            : static_cast<double>(*a < *b);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

RC_GTEST_PROP(ModelProperty, HasTheValueOfItsDefinitions, ()) {
  RandomModel model{*rc::gen::inRange(0, 9), {}};
  std::vector<std::string> statements{fmt::format("k = {}", model.constant), "unit s"};
  for (int i = 0; i < 5; ++i) {
    model.functions.push_back(random_node(i, 4));
    statements.push_back(fmt::format("f{}(x0,x1) = ({})", i, print(model.functions.back())));
  }
  for (std::size_t i = statements.size() - 1; i > 0; --i) {
    std::swap(statements[i], statements[*rc::gen::inRange<std::size_t>(0, i + 1)]);
  }
  std::string text;
  for (const std::string& statement : statements) {
    text += statement + *rc::gen::element<std::string>("\n", ";", " ;\n\n", "# end\n");
  }
  const double x0 = *rc::gen::inRange(0, 7);
  const double x1 = *rc::gen::inRange(0, 7);
  Question question;
  question.of = "f4";
  question.settings = {{"--vary", "x0", fmt::format("{}", x0)},
                       {"--set", "x1", fmt::format("{}", x1)}};
  const std::vector<SourceText> files{{"a.model", text}};
  const auto table = make_table(files, nullptr, question);
  const auto expected = value_of(model, model.functions[4], x0, x1);
  RC_LOG() << text << "\n" << (table ? "" : printed(table.error())) << "\n";
  RC_ASSERT(table.has_value() == expected.has_value());
  if (table) {
    RC_ASSERT(table->points.at(0).time == *expected);
  }
}

RC_GTEST_PROP(ModelProperty, AnyTextHasATableOrMistakes, ()) {
  const auto tokens = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "f", "p", "g", "(", ")", ",", "=", "+", "-", "*", "**", "/", "^", "?", ":", "1", "0.5", "\n",
      ";", "\\\n", "#", " ", "unit", "us", "log", "tbcast", "\r\n", "\xc3", "==", "{"));
  std::string text;
  for (const std::string& token : tokens) {
    text += token;
  }
  const std::vector<SourceText> files{{"a.model", text}};
  Question question;
  question.settings = {{"--set", "p", "2"}};
  question.parts = true;
  const auto table = make_table(files, nullptr, question);
  RC_ASSERT((table.has_value() || !printed(table.error()).empty()));
}

}  // namespace
}  // namespace dps::models
