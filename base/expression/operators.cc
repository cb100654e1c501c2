#include "base/expression/operators.h"

#include <algorithm>
#include <array>

#include "base/expression/expression_lexer.h"
#include "base/text/problems.h"

namespace dps::expression {
namespace {

// kJump marks `&&` and `||`, for which parse_logic() emits jumps.
constexpr std::array<BinaryOperator, 13> kBinaryOperators{{
    {"||", 1, Opcode::kJump},
    {"&&", 2, Opcode::kJump},
    {"==", 3, Opcode::kEqual},
    {"!=", 3, Opcode::kNotEqual},
    {"<", 4, Opcode::kLess},
    {"<=", 4, Opcode::kLessEqual},
    {">", 4, Opcode::kGreater},
    {">=", 4, Opcode::kGreaterEqual},
    {"+", 5, Opcode::kAdd},
    {"-", 5, Opcode::kSubtract},
    {"*", 6, Opcode::kMultiply},
    {"/", 6, Opcode::kDivide},
    {"%", 6, Opcode::kModulo},
}};

constexpr std::array<Function, 17> kFunctions{{
    {"min", Opcode::kMin, 0},
    {"max", Opcode::kMax, 0},
    {"ceil", Opcode::kCeil, 1},
    {"floor", Opcode::kFloor, 1},
    {"round", Opcode::kRound, 1},
    {"abs", Opcode::kAbs, 1},
    {"sqrt", Opcode::kSqrt, 1},
    {"log", Opcode::kLog, 1},
    {"log2", Opcode::kLog2, 1},
    {"log10", Opcode::kLog10, 1},
    {"exp", Opcode::kExp, 1},
    {"pow", Opcode::kPower, 2},
    {"xor", Opcode::kXor, 2},
    {"uniform", Opcode::kUniform, 2},
    {"exponential", Opcode::kExponential, 1},
    {"normal", Opcode::kNormal, 2},
    {"lognormal", Opcode::kLognormal, 2},
}};

template <typename Table>
auto find_in(const Table& table, std::string_view key, std::string_view Table::value_type::*name) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const auto& entry) { return entry.*name == key; });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace

const BinaryOperator* find_operator(std::string_view symbol) {
  return find_in(kBinaryOperators, symbol, &BinaryOperator::symbol);
}

const Function* find_function(std::string_view name, Dialect dialect) {
  const Function* function = find_in(kFunctions, name, &Function::name);
  const bool is_known = function != nullptr &&
                        (dialect == Dialect::kBlueprint || !is_distribution(function->operation));
  return is_known ? function : nullptr;
}

std::vector<std::string> function_names(Dialect dialect) {
  std::vector<std::string> names;
  for (const Function& function : kFunctions) {
    if (find_function(function.name, dialect) != nullptr) {
      names.emplace_back(function.name);
    }
  }
  return names;
}

std::optional<std::string> refuse_variable_name(std::string_view name, Dialect dialect) {
  const bool is_model = dialect == Dialect::kModel;
  if (!is_name(name)) {
    return std::string(is_model ? "a name" : "the name of a variable") +
           " must consist of letters, digits and '_' and not begin with a digit, got " +
           text::quoted(name);
  }
  if (!is_model && (name == "self" || name == "count")) {
    return text::quoted(name) + " is predefined in every process; choose another name";
  }
  if (!is_model && (name == "step" || name == "to")) {
    return text::quoted(name) + " is predefined; choose another name";
  }
  if (find_function(name, dialect) != nullptr) {
    return text::quoted(name) + " is the name of a function; choose another name";
  }
  return std::nullopt;
}

}  // namespace dps::expression
