/// Compiles the text of an expression to instructions, by recursive descent.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/expression/expression.h"
#include "base/expression/expression_lexer.h"
#include "base/expression/mistakes.h"
#include "base/expression/operators.h"
#include "base/suggestion.h"
#include "base/text/problems.h"
#include "base/text/scanner.h"
#include "base/units.h"

namespace dps::expression {
namespace {

/// A name that has a value where the context allows it.
struct Predefined {
  std::string_view name;
  Opcode operation;
  bool ExpressionContext::*is_allowed;
  std::string_view where;
};

constexpr std::string_view kLinesOfProcesses = "I, C, O, F, U and T lines";

constexpr std::array<Predefined, 4> kPredefined{{
    {"self", Opcode::kSelf, &ExpressionContext::process_names, kLinesOfProcesses},
    {"count", Opcode::kCount, &ExpressionContext::process_names, kLinesOfProcesses},
    {"step", Opcode::kStep, &ExpressionContext::step_name,
     "the times, amounts and costs of C lines, and in -b, -n, -d and the receivers of O lines"},
    {"to", Opcode::kReceiver, &ExpressionContext::receiver_name, "-b and -n"},
}};

std::string arguments_text(std::size_t count) {
  return count == 0   ? "no arguments"
         : count == 1 ? "one argument"
         : count == 2 ? "two arguments"
                      : std::to_string(count) + " arguments";
}

constexpr std::size_t kMostMistakes = 20;  ///< limits the messages for a text that is no expression

bool is_word_of_blueprints(std::string_view name) {
  return name == "SAME" || name == "NULL" || name == "ACK" || name == "ORIGIN";
}

/// Methods that return bool return false after an error in the syntax, which is then the last of
/// the mistakes. After a mistake in a name or in a number of arguments, parsing continues.
class Parser {
 public:
  Parser(std::string_view text, text::Range range, const ExpressionContext& context)
      : lexer_(text, range, context.dialect), context_(context) {}

  tl::expected<Expression, std::vector<Mistake>> parse();

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
  bool parse_call_of(const Signature& signature, const Token& name);
  bool parse_list(std::size_t& count);
  void refuse_call(const Token& name);
  void push_name(const Token& name);
  void refuse_name(const Token& name);

  bool advance();
  bool expect(std::string_view symbol, std::string_view why);
  bool unexpected_token(std::string_view wanted);
  void note(text::Range place, std::string text, std::string name = {}) {
    mistakes_.push_back({place, std::move(text), std::move(name)});
  }
  bool fail(text::Range place, std::string text) {
    note(place, std::move(text));
    return false;
  }
  [[nodiscard]] bool at(std::string_view symbol) const {
    return token_.kind == TokenKind::kSymbol && token_.text == symbol;
  }
  bool enter();
  bool leave() {
    --depth_;
    return true;
  }

  bool emit(Opcode operation, text::Range place, std::uint32_t operand = 0) {
    code_.push_back({operation, operand, place});
    return true;
  }
  bool emit_number(double number) {
    code_.push_back({Opcode::kNumber, 0, {}, number});
    return true;
  }
  std::size_t emit_jump(Opcode operation) {
    emit(operation, {});
    return code_.size() - 1;
  }
  void land(std::size_t jump) { code_[jump].operand = static_cast<std::uint32_t>(code_.size()); }
  [[nodiscard]] std::vector<std::string> known_names() const;
  [[nodiscard]] std::optional<std::uint32_t> find_parameter(std::string_view name) const;

  ExpressionLexer lexer_;
  const ExpressionContext& context_;
  Token token_;
  int depth_ = 0;
  std::vector<Instruction> code_;
  std::vector<Mistake> mistakes_;
};

tl::expected<Expression, std::vector<Mistake>> Parser::parse() {
  const bool ok = advance() && parse_choice() &&
                  (token_.kind == TokenKind::kEnd || unexpected_token("an operator"));
  if (!ok || !mistakes_.empty()) {
    return tl::unexpected<std::vector<Mistake>>(std::move(mistakes_));
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
  const std::size_t to_second = emit_jump(Opcode::kJumpIfFalse);
  if (!parse_choice() || !expect(":", "between the branches of '?'")) {
    return false;
  }
  const std::size_t to_end = emit_jump(Opcode::kJump);
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
    const BinaryOperator* op = find_operator(token_.text);
    if (op == nullptr || op->precedence < weakest) {
      break;
    }
    const text::Range place = token_.range;
    if (!advance()) {
      return false;
    }
    if (op->operation == Opcode::kJump) {
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
  const std::size_t if_false = emit_jump(Opcode::kJumpIfFalse);
  if (op.symbol == "||") {
    emit_number(1);
    const std::size_t to_end = emit_jump(Opcode::kJump);
    land(if_false);
    if (!parse_binary(op.precedence + 1)) {
      return false;
    }
    emit(Opcode::kTruth, {});
    land(to_end);
    return true;
  }
  if (!parse_binary(op.precedence + 1)) {
    return false;
  }
  emit(Opcode::kTruth, {});
  const std::size_t to_end = emit_jump(Opcode::kJump);
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
         emit(sign.text == "-" ? Opcode::kNegate : Opcode::kNot, sign.range) && leave();
}

/// power := primary [('^' | '**') exponent]
bool Parser::parse_power() {
  if (!parse_primary()) {
    return false;
  }
  if (!at("^") && !at("**")) {
    return true;
  }
  const text::Range place = token_.range;
  return enter() && advance() && parse_exponent() && emit(Opcode::kPower, place) && leave();
}

/// exponent := '-' exponent | power
bool Parser::parse_exponent() {
  if (!at("-")) {
    return parse_power();
  }
  const text::Range place = token_.range;
  return enter() && advance() && parse_exponent() && emit(Opcode::kNegate, place) && leave();
}

bool Parser::parse_primary() {
  if (mistakes_.size() >= kMostMistakes) {
    return false;
  }
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
  if (at("(")) {
    return parse_call(name);
  }
  push_name(name);
  return true;
}

bool Parser::parse_call(const Token& name) {
  const Function* function = find_function(name.text, context_.dialect);
  if (function != nullptr) {
    return enter() && advance() && parse_arguments(*function, name) && leave();
  }
  const auto defined = context_.names.functions.find(std::string(name.text));
  if (defined != context_.names.functions.end()) {
    return enter() && advance() && parse_call_of(defined->second, name) && leave();
  }
  refuse_call(name);
  std::size_t count = 0;
  return enter() && advance() && parse_list(count) && expect(")", "") && leave();
}

void Parser::refuse_call(const Token& name) {
  if (find_parameter(name.text)) {
    note(name.range, text::quoted(name.text) + " is a parameter, not a function");
    return;
  }
  if (context_.names.variables.contains(std::string(name.text))) {
    note(name.range, text::quoted(name.text) + (context_.dialect == Dialect::kModel
                                                    ? " is a constant, not a function"
                                                    : " is a variable, not a function"));
    return;
  }
  std::vector<std::string> functions = function_names(context_.dialect);
  const std::size_t built_in = functions.size();
  for (const auto& [function, signature] : context_.names.functions) {
    functions.push_back(function);
  }
  // The order in the hash table differs between libraries.
  std::sort(functions.begin() + static_cast<std::ptrdiff_t>(built_in), functions.end());
  note(name.range,
       "unknown function " + text::quoted(name.text) + did_you_mean(name.text, functions),
       std::string(name.text));
}

/// The arguments of a call up to its ')'.
bool Parser::parse_list(std::size_t& count) {
  if (at(")")) {
    return true;
  }
  do {
    if ((count > 0 && !advance()) || !parse_choice()) {
      return false;
    }
    ++count;
  } while (at(","));
  return true;
}

/// The arguments of a function that is defined outside the expression: exactly as many as it has
/// parameters, perhaps none.
bool Parser::parse_call_of(const Signature& signature, const Token& name) {
  std::size_t count = 0;
  if (!parse_list(count)) {
    return false;
  }
  if (count != signature.parameters) {
    note(name.range, text::quoted(name.text) + " takes " + arguments_text(signature.parameters) +
                         ", got " + std::to_string(count));
  }
  return emit(Opcode::kCall, name.range, signature.index) && expect(")", "");
}

bool Parser::parse_arguments(const Function& function, const Token& name) {
  std::size_t count = 0;
  while (count > 0 || !at(")")) {
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
    if (!advance()) {
      return false;
    }
  }
  const bool enough = function.arguments == 0 ? count >= 1 : count == function.arguments;
  if (!enough) {
    const std::string wanted =
        function.arguments == 0 ? "one argument or more" : arguments_text(function.arguments);
    note(name.range, text::quoted(name.text) + " takes " + wanted);
  }
  if (function.arguments != 0) {
    emit(function.operation, name.range);
  }
  return expect(")", "");
}

void Parser::push_name(const Token& name) {
  if (const auto parameter = find_parameter(name.text)) {
    emit(Opcode::kParameter, name.range, *parameter);
    return;
  }
  const auto* const predefined = std::ranges::find(kPredefined, name.text, &Predefined::name);
  if (context_.dialect == Dialect::kBlueprint && predefined != kPredefined.end()) {
    if (!(context_.*predefined->is_allowed)) {
      note(name.range, text::quoted(name.text) + " is not available here; use it in " +
                           std::string(predefined->where));
    }
    emit(predefined->operation, name.range);
    return;
  }
  const auto variable = context_.names.variables.find(std::string(name.text));
  if (variable != context_.names.variables.end()) {
    emit(Opcode::kVariable, name.range, variable->second);
    return;
  }
  refuse_name(name);
}

void Parser::refuse_name(const Token& name) {
  if (find_function(name.text, context_.dialect) != nullptr ||
      context_.names.functions.contains(std::string(name.text))) {
    note(name.range,
         text::quoted(name.text) + " is a function; write its arguments in parentheses");
    return;
  }
  if (context_.dialect == Dialect::kBlueprint && is_word_of_blueprints(name.text)) {
    note(name.range, text::quoted(name.text) +
                         " is a word of the language and has no value; words and tags are written "
                         "outside of the braces: SAME*{n},next.fu");
    return;
  }
  const std::string near = did_you_mean(name.text, known_names());
  const bool is_model = context_.dialect == Dialect::kModel;
  const std::string define =
      is_model ? "; define it, or make it a parameter of the function" : "; define it in a V line";
  note(name.range, "unknown name " + text::quoted(name.text) + (near.empty() ? define : near),
       std::string(name.text));
}

std::optional<std::uint32_t> Parser::find_parameter(std::string_view name) const {
  const auto& parameters = context_.parameters;
  const auto found = std::find(parameters.begin(), parameters.end(), name);
  return found == parameters.end()
             ? std::nullopt
             : std::optional(static_cast<std::uint32_t>(found - parameters.begin()));
}

bool Parser::advance() {
  auto token = lexer_.next();
  if (!token) {
    mistakes_.push_back(std::move(token.error()));
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
  for (const Predefined& predefined : kPredefined) {
    if (context_.*predefined.is_allowed) {
      all.emplace_back(predefined.name);
    }
  }
  all.insert(all.end(), context_.parameters.begin(), context_.parameters.end());
  std::sort(all.begin(), all.end());  // the order in the hash table differs between libraries
  return all;
}

}  // namespace

tl::expected<Expression, Mistake> compile_expression(std::string_view text, text::Range range,
                                                     const ExpressionContext& context) {
  auto parsed = Parser(text, range, context).parse();
  return parsed ? tl::expected<Expression, Mistake>(*std::move(parsed))
                : tl::unexpected<Mistake>(std::move(parsed.error().front()));
}

std::vector<Mistake> mistakes_in(std::string_view text, text::Range range,
                                 const ExpressionContext& context) {
  auto parsed = Parser(text, range, context).parse();
  return parsed ? std::vector<Mistake>() : std::move(parsed.error());
}

void report_mistakes(text::Problems& problems, std::string_view text, text::Range range,
                     const ExpressionContext& context) {
  for (const Mistake& mistake : mistakes_in(text, range, context)) {
    report(problems, mistake);
  }
}

}  // namespace dps::expression
