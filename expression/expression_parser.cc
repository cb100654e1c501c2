/// Compiles the text of an expression to instructions, by recursive descent.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "base/check.h"
#include "base/suggestion.h"
#include "base/units.h"
#include "expression/expression.h"
#include "expression/expression_lexer.h"
#include "text/problems.h"
#include "text/scanner.h"

namespace dps::expression {
namespace {

struct BinaryOperator {
  std::string_view symbol;
  int precedence;  ///< greater: binds more tightly
  Operation operation;
};

// kJump marks `&&` and `||`, for which parse_logic() emits jumps.
constexpr std::array<BinaryOperator, 13> kBinaryOperators{{
    {"||", 1, Operation::kJump},
    {"&&", 2, Operation::kJump},
    {"==", 3, Operation::kEqual},
    {"!=", 3, Operation::kNotEqual},
    {"<", 4, Operation::kLess},
    {"<=", 4, Operation::kLessEqual},
    {">", 4, Operation::kGreater},
    {">=", 4, Operation::kGreaterEqual},
    {"+", 5, Operation::kAdd},
    {"-", 5, Operation::kSubtract},
    {"*", 6, Operation::kMultiply},
    {"/", 6, Operation::kDivide},
    {"%", 6, Operation::kModulo},
}};

struct Function {
  std::string_view name;
  Operation operation;
  std::size_t arguments;  ///< 0: one or more
};

constexpr std::array<Function, 14> kFunctions{{
    {"min", Operation::kMin, 0},
    {"max", Operation::kMax, 0},
    {"ceil", Operation::kCeil, 1},
    {"floor", Operation::kFloor, 1},
    {"round", Operation::kRound, 1},
    {"abs", Operation::kAbs, 1},
    {"sqrt", Operation::kSqrt, 1},
    {"log", Operation::kLog, 1},
    {"log2", Operation::kLog2, 1},
    {"xor", Operation::kXor, 2},
    {"uniform", Operation::kUniform, 2},
    {"exponential", Operation::kExponential, 1},
    {"normal", Operation::kNormal, 2},
    {"lognormal", Operation::kLognormal, 2},
}};

template <typename Table>
auto find_in(const Table& table, std::string_view key, std::string_view Table::value_type::*name) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const auto& entry) { return entry.*name == key; });
  return found == table.end() ? nullptr : &*found;
}

/// Methods that return bool return false after an error, which is then in `mistake_`.
class Parser {
 public:
  Parser(std::string_view text, text::Range range, const ExpressionContext& context)
      : lexer_(text, range), context_(context) {}

  tl::expected<Expression, Mistake> parse();

 private:
  bool parse_choice();
  bool parse_binary(int weakest);
  bool parse_logic(const BinaryOperator& op);
  bool parse_unary();
  bool parse_power();
  bool parse_exponent();
  bool parse_primary();
  bool parse_parentheses();
  bool parse_name();
  bool parse_call(const Token& name);
  bool parse_arguments(const Function& function, const Token& name);
  bool push_name(const Token& name);

  bool advance();
  bool expect(std::string_view symbol, std::string_view why);
  bool unexpected_token(std::string_view wanted);
  bool fail(text::Range place, std::string text, std::string name = {});
  [[nodiscard]] bool at(std::string_view symbol) const {
    return token_.kind == TokenKind::kSymbol && token_.text == symbol;
  }
  bool enter();
  bool leave() {
    --depth_;
    return true;
  }

  bool emit(Operation operation, text::Range place, std::uint32_t operand = 0) {
    code_.push_back({operation, operand, place});
    return true;
  }
  bool emit_number(double number) {
    code_.push_back({Operation::kNumber, 0, {}, number});
    return true;
  }
  std::size_t emit_jump(Operation operation) {
    emit(operation, {});
    return code_.size() - 1;
  }
  void land(std::size_t jump) { code_[jump].operand = static_cast<std::uint32_t>(code_.size()); }
  [[nodiscard]] std::vector<std::string> known_names() const;

  ExpressionLexer lexer_;
  const ExpressionContext& context_;
  Token token_;
  int depth_ = 0;
  std::vector<Instruction> code_;
  Mistake mistake_;
};

tl::expected<Expression, Mistake> Parser::parse() {
  const bool ok = advance() && parse_choice() &&
                  (token_.kind == TokenKind::kEnd || unexpected_token("an operator"));
  if (!ok) {
    return tl::unexpected<Mistake>(std::move(mistake_));
  }
  return Expression(std::move(code_));
}

/// choice := or ['?' choice ':' choice]
bool Parser::parse_choice() {
  if (!parse_binary(1)) {
    return false;
  }
  if (!at("?")) {
    return true;
  }
  if (!enter() || !advance()) {
    return false;
  }
  const std::size_t to_second = emit_jump(Operation::kJumpIfFalse);
  if (!parse_choice() || !expect(":", "between the branches of '?'")) {
    return false;
  }
  const std::size_t to_end = emit_jump(Operation::kJump);
  land(to_second);
  if (!parse_choice()) {
    return false;
  }
  land(to_end);
  return leave();
}

/// Parses operators of precedence `weakest` or above; all of them are left-associative.
bool Parser::parse_binary(int weakest) {
  if (!parse_unary()) {
    return false;
  }
  while (token_.kind == TokenKind::kSymbol) {
    const BinaryOperator* op = find_in(kBinaryOperators, token_.text, &BinaryOperator::symbol);
    if (op == nullptr || op->precedence < weakest) {
      break;
    }
    const text::Range place = token_.range;
    if (!advance()) {
      return false;
    }
    if (op->operation == Operation::kJump) {
      if (!parse_logic(*op)) {
        return false;
      }
    } else if (!parse_binary(op->precedence + 1) || !emit(op->operation, place)) {
      return false;
    }
  }
  return true;
}

/// Parses the right operand of `&&` or `||`, which is evaluated only if the left one does not
/// determine the result.
bool Parser::parse_logic(const BinaryOperator& op) {
  const std::size_t if_false = emit_jump(Operation::kJumpIfFalse);
  if (op.symbol == "||") {
    emit_number(1);
    const std::size_t to_end = emit_jump(Operation::kJump);
    land(if_false);
    if (!parse_binary(op.precedence + 1)) {
      return false;
    }
    emit(Operation::kTruth, {});
    land(to_end);
    return true;
  }
  if (!parse_binary(op.precedence + 1)) {
    return false;
  }
  emit(Operation::kTruth, {});
  const std::size_t to_end = emit_jump(Operation::kJump);
  land(if_false);
  emit_number(0);
  land(to_end);
  return true;
}

/// unary := ('-' | '!') unary | power
bool Parser::parse_unary() {
  if (!at("-") && !at("!")) {
    return parse_power();
  }
  const Token sign = token_;
  return enter() && advance() && parse_unary() &&
         emit(sign.text == "-" ? Operation::kNegate : Operation::kNot, sign.range) && leave();
}

/// power := primary ['^' exponent]
bool Parser::parse_power() {
  if (!parse_primary()) {
    return false;
  }
  if (!at("^")) {
    return true;
  }
  const text::Range place = token_.range;
  return enter() && advance() && parse_exponent() && emit(Operation::kPower, place) && leave();
}

/// exponent := '-' exponent | power
bool Parser::parse_exponent() {
  if (!at("-")) {
    return parse_power();
  }
  const text::Range place = token_.range;
  return enter() && advance() && parse_exponent() && emit(Operation::kNegate, place) && leave();
}

bool Parser::parse_primary() {
  if (token_.kind == TokenKind::kNumber) {
    return emit_number(token_.number) && advance();
  }
  if (token_.kind == TokenKind::kName) {
    return parse_name();
  }
  if (at("(") || (at("{") && context_.nested_braces)) {
    return parse_parentheses();
  }
  if (at("{")) {
    return fail(token_.range, "braces cannot be nested; use parentheses");
  }
  return unexpected_token("a number, a name or '('");
}

bool Parser::parse_parentheses() {
  const std::string_view close = at("(") ? ")" : "}";
  return enter() && advance() && parse_choice() && expect(close, "") && leave();
}

bool Parser::parse_name() {
  const Token name = token_;
  if (!advance()) {
    return false;
  }
  return at("(") ? parse_call(name) : push_name(name);
}

bool Parser::parse_call(const Token& name) {
  const Function* function = find_in(kFunctions, name.text, &Function::name);
  if (function != nullptr) {
    return enter() && advance() && parse_arguments(*function, name) && leave();
  }
  if (context_.names.variables.contains(std::string(name.text))) {
    return fail(name.range, text::quoted(name.text) + " is a variable, not a function");
  }
  std::vector<std::string> functions;
  functions.reserve(kFunctions.size());
  for (const Function& known : kFunctions) {
    functions.emplace_back(known.name);
  }
  return fail(name.range,
              "unknown function " + text::quoted(name.text) + did_you_mean(name.text, functions),
              std::string(name.text));
}

bool Parser::parse_arguments(const Function& function, const Token& name) {
  std::size_t count = 0;
  while (true) {
    if (count == 0 && at(")")) {
      break;
    }
    if (!parse_choice()) {
      return false;
    }
    ++count;
    if (count > 1 && function.arguments == 0) {
      emit(function.operation, name.range);  // min(a,b,c) is computed as min(min(a,b),c)
    }
    if (!at(",")) {
      break;
    }
    if (count == function.arguments) {
      ++count;
      break;
    }
    if (!advance()) {
      return false;
    }
  }
  const bool enough = function.arguments == 0 ? count >= 1 : count == function.arguments;
  if (!enough) {
    const std::string wanted = function.arguments == 0   ? "one argument or more"
                               : function.arguments == 1 ? "one argument"
                                                         : "two arguments";
    return fail(name.range, text::quoted(name.text) + " takes " + wanted);
  }
  if (function.arguments != 0) {
    emit(function.operation, name.range);
  }
  return expect(")", "");
}

bool Parser::push_name(const Token& name) {
  if (name.text == "self" || name.text == "count") {
    if (!context_.process_names) {
      return fail(name.range, text::quoted(name.text) +
                                  " is not available here; use it in I, C, O, F, U and T lines");
    }
    return emit(name.text == "self" ? Operation::kSelf : Operation::kCount, name.range);
  }
  const auto variable = context_.names.variables.find(std::string(name.text));
  if (variable != context_.names.variables.end()) {
    return emit(Operation::kVariable, name.range, variable->second);
  }
  if (find_in(kFunctions, name.text, &Function::name) != nullptr) {
    return fail(name.range,
                text::quoted(name.text) + " is a function; write its arguments in parentheses");
  }
  const std::string near = did_you_mean(name.text, known_names());
  return fail(
      name.range,
      "unknown name " + text::quoted(name.text) + (near.empty() ? "; define it in a V line" : near),
      std::string(name.text));
}

bool Parser::advance() {
  auto token = lexer_.next();
  if (!token) {
    mistake_ = std::move(token.error());
    return false;
  }
  token_ = *token;
  return true;
}

bool Parser::expect(std::string_view symbol, std::string_view why) {
  if (at(symbol)) {
    return advance();
  }
  std::string wanted = "'" + std::string(symbol) + "'";
  wanted += why.empty() ? "" : " " + std::string(why);
  return unexpected_token(wanted);
}

bool Parser::unexpected_token(std::string_view wanted) {
  if (token_.kind == TokenKind::kEnd) {
    return fail(token_.range, "expected " + std::string(wanted) + " before the expression ends");
  }
  return fail(token_.range,
              "expected " + std::string(wanted) + ", got " + text::quoted(token_.text));
}

bool Parser::fail(text::Range place, std::string text, std::string name) {
  mistake_ = Mistake{place, std::move(text), std::move(name)};
  return false;
}

bool Parser::enter() {
  if (depth_ == kMaxExpressionDepth) {
    return fail(token_.range, "the expression is nested deeper than 64 levels");
  }
  ++depth_;
  return true;
}

std::vector<std::string> Parser::known_names() const {
  constexpr std::size_t kTooManyToCompare = 1000;
  std::vector<std::string> all;
  if (context_.names.variables.size() > kTooManyToCompare) {
    return all;
  }
  for (const auto& [name, position] : context_.names.variables) {
    all.push_back(name);
  }
  if (context_.process_names) {
    all.insert(all.end(), {"self", "count"});
  }
  std::sort(all.begin(), all.end());  // the order in the hash table differs between libraries
  return all;
}

}  // namespace

tl::expected<Expression, Mistake> compile_expression(std::string_view text, text::Range range,
                                                     const ExpressionContext& context) {
  return Parser(text, range, context).parse();
}

std::optional<std::string> refuse_variable_name(std::string_view name) {
  if (!is_name(name)) {
    return "the name of a variable must consist of letters, digits and '_' and not begin with a "
           "digit, got " +
           text::quoted(name);
  }
  if (name == "self" || name == "count") {
    return text::quoted(name) + " is predefined in every process; choose another name";
  }
  if (find_in(kFunctions, name, &Function::name) != nullptr) {
    return text::quoted(name) + " is the name of a function; choose another name";
  }
  return std::nullopt;
}

}  // namespace dps::expression
