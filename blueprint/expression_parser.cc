/// Recursive descent from an expression's text to its instructions.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

#include "base/check.h"
#include "base/suggestion.h"
#include "base/units.h"
#include "blueprint/expression.h"
#include "blueprint/problems.h"
#include "blueprint/scanner.h"

namespace dps::blueprint {
namespace {

enum class TokenKind { kNumber, kName, kSymbol, kEnd };

struct Token {
  TokenKind kind = TokenKind::kEnd;
  Range range;
  std::string_view text;
  double number = 0;
};

struct BinaryOperator {
  std::string_view symbol;
  int precedence;  ///< stronger operators have greater ones
  Operation operation;
};

// `&&` and `||` jump; their operation is not used.
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

constexpr std::array<Function, 10> kFunctions{{
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
}};

template <typename Table>
auto find_in(const Table& table, std::string_view key, std::string_view Table::value_type::*name) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const auto& entry) { return entry.*name == key; });
  return found == table.end() ? nullptr : &*found;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_name_part(char c) {
  return is_name_start(c) || is_digit(c);
}

/// Splits an expression into tokens; a mistake ends it.
class Lexer {
 public:
  Lexer(std::string_view text, Range range) : text_(text.substr(0, range.end)), at_(range.begin) {}

  tl::expected<Token, Mistake> next();

 private:
  void skip_blanks();
  tl::expected<Token, Mistake> number();
  [[nodiscard]] tl::unexpected<Mistake> bad_number(std::size_t begin) const;
  tl::expected<Token, Mistake> symbol();
  Token token(TokenKind kind, std::size_t length);

  std::string_view text_;
  std::size_t at_;
};

Range range_of(std::size_t begin, std::size_t end) {
  return Range{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

tl::unexpected<Mistake> mistake(Range place, std::string text) {
  return tl::unexpected<Mistake>(Mistake{place, std::move(text)});
}

tl::expected<Token, Mistake> Lexer::next() {
  skip_blanks();
  if (at_ >= text_.size()) {
    return token(TokenKind::kEnd, 0);
  }
  const char c = text_[at_];
  if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) {
    return number();
  }
  if (is_name_start(c)) {
    std::size_t length = 1;
    while (at_ + length < text_.size() && is_name_part(text_[at_ + length])) {
      ++length;
    }
    return token(TokenKind::kName, length);
  }
  return symbol();
}

void Lexer::skip_blanks() {
  while (at_ < text_.size()) {
    const std::size_t continued = continuation_length(text_, at_);
    if (continued == 0 && text_[at_] != ' ' && text_[at_] != '\t') {
      return;
    }
    at_ += std::max<std::size_t>(continued, 1);
  }
}

tl::expected<Token, Mistake> Lexer::number() {
  const std::size_t begin = at_;
  double value = 0;
  const auto [end, error] =
      std::from_chars(text_.data() + begin, text_.data() + text_.size(), value);
  const auto length = static_cast<std::size_t>(end - (text_.data() + begin));
  const std::size_t after = begin + length;
  if (after < text_.size() && (is_name_part(text_[after]) || text_[after] == '.')) {
    return bad_number(begin);
  }
  if (error != std::errc{}) {
    return mistake(range_of(begin, after),
                   quoted(text_.substr(begin, length)) + " is too large or too small");
  }
  Token result = token(TokenKind::kNumber, length);
  result.number = value;
  return result;
}

tl::unexpected<Mistake> Lexer::bad_number(std::size_t begin) const {
  std::size_t end = begin;
  while (end < text_.size() && (is_name_part(text_[end]) || text_[end] == '.')) {
    ++end;
  }
  const std::string_view word = text_.substr(begin, end - begin);
  std::string text = quoted(word) + " is not a number";
  if (word.starts_with("0x") || word.starts_with("0X")) {
    text += "; hexadecimal is not known, write it in decimal";
  } else if (word.find('_') != std::string_view::npos) {
    text += "; write it without '_'";
  } else if (parse_time(word)) {
    text += "; an expression has no units, write the unit after the braces";
  }
  return mistake(range_of(begin, end), std::move(text));
}

tl::expected<Token, Mistake> Lexer::symbol() {
  static constexpr std::array<std::string_view, 6> kPairs{"||", "&&", "==", "!=", "<=", ">="};
  const std::string_view pair = text_.substr(at_, 2);
  if (std::find(kPairs.begin(), kPairs.end(), pair) != kPairs.end()) {
    return token(TokenKind::kSymbol, 2);
  }
  const Range place = range_of(at_, at_ + 1);
  if (pair == "**") {
    return mistake(range_of(at_, at_ + 2), "no operator '**'; '^' is the power");
  }
  switch (text_[at_]) {
    case '=':
      return mistake(place, "an expression cannot assign; '==' compares");
    case '&':
      return mistake(place, "no operator '&'; did you mean '&&'?");
    case '|':
      return mistake(place, "no operator '|'; did you mean '||'?");
    case '"':
    case '\'':
      return mistake(place, "an expression holds no quotes");
    default:
      break;
  }
  if (std::string_view("^*/%+-<>!?:(),{}").find(text_[at_]) != std::string_view::npos) {
    return token(TokenKind::kSymbol, 1);
  }
  std::size_t length = 1;  // all bytes of a character
  while (at_ + length < text_.size() &&
         (static_cast<unsigned char>(text_[at_ + length]) & 0xc0) == 0x80) {
    ++length;
  }
  return mistake(range_of(at_, at_ + length),
                 quoted(text_.substr(at_, length)) + " has no meaning in an expression");
}

Token Lexer::token(TokenKind kind, std::size_t length) {
  Token result{kind, range_of(at_, at_ + length), text_.substr(at_, length)};
  at_ += length;
  return result;
}

/// Every method that parses returns false after a mistake, which is then in mistake_.
class Parser {
 public:
  Parser(std::string_view text, Range range, const ExpressionContext& context)
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
  bool fail(Range place, std::string text, std::string name = {});
  [[nodiscard]] bool at(std::string_view symbol) const {
    return token_.kind == TokenKind::kSymbol && token_.text == symbol;
  }
  bool enter();
  bool leave() {
    --depth_;
    return true;
  }

  bool emit(Operation operation, Range place, std::uint32_t operand = 0) {
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

  Lexer lexer_;
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

/// Operators of the precedence `weakest` and stronger ones, grouped to the left.
bool Parser::parse_binary(int weakest) {
  if (!parse_unary()) {
    return false;
  }
  while (token_.kind == TokenKind::kSymbol) {
    const BinaryOperator* op = find_in(kBinaryOperators, token_.text, &BinaryOperator::symbol);
    if (op == nullptr || op->precedence < weakest) {
      break;
    }
    const Range place = token_.range;
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

/// The right side of `&&` and `||`, evaluated only when the left does not decide.
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
  const Range place = token_.range;
  return enter() && advance() && parse_exponent() && emit(Operation::kPower, place) && leave();
}

/// exponent := '-' exponent | power
bool Parser::parse_exponent() {
  if (!at("-")) {
    return parse_power();
  }
  const Range place = token_.range;
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
    return fail(token_.range, "braces inside braces; use parentheses");
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
    return fail(name.range, quoted(name.text) + " is a variable, not a function");
  }
  std::vector<std::string> functions;
  functions.reserve(kFunctions.size());
  for (const Function& known : kFunctions) {
    functions.emplace_back(known.name);
  }
  return fail(name.range,
              "unknown function " + quoted(name.text) + did_you_mean(name.text, functions),
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
      emit(function.operation, name.range);  // min and max fold their arguments
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
    return fail(name.range, quoted(name.text) + " takes " + wanted);
  }
  if (function.arguments != 0) {
    emit(function.operation, name.range);
  }
  return expect(")", "");
}

bool Parser::push_name(const Token& name) {
  if (name.text == "self" || name.text == "count") {
    if (!context_.process_names) {
      return fail(name.range,
                  quoted(name.text) + " has no value here; only I, C, O, F, U and T lines have it");
    }
    return emit(name.text == "self" ? Operation::kSelf : Operation::kCount, name.range);
  }
  const auto variable = context_.names.variables.find(std::string(name.text));
  if (variable != context_.names.variables.end()) {
    return emit(Operation::kVariable, name.range, variable->second);
  }
  if (find_in(kFunctions, name.text, &Function::name) != nullptr) {
    return fail(name.range,
                quoted(name.text) + " is a function; its arguments stand in parentheses");
  }
  const std::string near = did_you_mean(name.text, known_names());
  return fail(
      name.range,
      "unknown name " + quoted(name.text) + (near.empty() ? "; a V line defines a variable" : near),
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
  return fail(token_.range, "expected " + std::string(wanted) + ", got " + quoted(token_.text));
}

bool Parser::fail(Range place, std::string text, std::string name) {
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
  std::sort(all.begin(), all.end());  // the suggestion must not depend on a hash
  return all;
}

}  // namespace

tl::expected<Expression, Mistake> compile_expression(std::string_view text, Range range,
                                                     const ExpressionContext& context) {
  return Parser(text, range, context).parse();
}

std::optional<std::string> refuse_variable_name(std::string_view name) {
  if (name.empty() || !std::all_of(name.begin(), name.end(), is_name_part) || is_digit(name[0])) {
    return "a variable's name is letters, digits and '_', not beginning with a digit, got " +
           quoted(name);
  }
  if (name == "self" || name == "count") {
    return quoted(name) + " has a value of its own in every process; choose another name";
  }
  if (find_in(kFunctions, name, &Function::name) != nullptr) {
    return quoted(name) + " is a function; choose another name";
  }
  return std::nullopt;
}

}  // namespace dps::blueprint
