#include "base/expression/expression.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/expression/distributions.h"

namespace dps::expression {
namespace {

/// One evaluation. All values on the stack are finite.
class Machine {
 public:
  Machine(std::span<const Instruction> code, const Values& values) : code_(code), values_(values) {
    if (values.calls != nullptr) {
      values.calls->frames.clear();
      make_room();
    }
  }

  Evaluation run();

 private:
  /// Like the functions below, returns false if the evaluation ends without a value; then
  /// `evaluation_` contains the error, if there is one.
  bool step(const Instruction& instruction);
  bool push(double value) {
    DPS_CHECK(size_ < stack_.size());
    stack_[size_++] = value;
    return true;
  }
  bool count_step(const Instruction& instruction);
  bool call(const Instruction& instruction);
  bool end_call();
  void make_room();
  double pop() {
    DPS_CHECK(size_ > 0);
    return stack_[--size_];
  }
  bool push_variable(const Instruction& instruction);
  bool push_checked(double value, const Instruction& instruction);
  bool apply_unary(const Instruction& instruction);
  bool apply_binary(const Instruction& instruction);
  bool apply_division(const Instruction& instruction, double a, double b);
  bool apply_distribution(const Instruction& instruction, double a, double b);
  bool apply_xor(const Instruction& instruction, double a, double b);
  bool fail(const Instruction& instruction, std::string text);

  std::span<const Instruction> code_;
  const Values& values_;
  std::array<double, kStackSize> own_;  // uninitialised: clearing 10 KiB costs more than a step
  std::span<double> stack_ = own_;      // with calls, that of Calls
  std::size_t size_ = 0;
  std::size_t next_ = 0;
  std::size_t first_ = 0;  // place of the first parameter
  Evaluation evaluation_;
};

Evaluation Machine::run() {
  while (true) {
    if (next_ == code_.size()) {
      if (!end_call()) {
        break;
      }
    } else if (const Instruction& instruction = code_[next_++];
               !count_step(instruction) || !step(instruction)) {
      return std::move(evaluation_);
    }
  }
  DPS_CHECK(size_ == 1);
  return Evaluation{pop()};
}

bool Machine::count_step(const Instruction& instruction) {
  if (values_.calls == nullptr) {
    return true;
  }
  if (values_.calls->steps_left == 0) {
    return fail(instruction, "the evaluation takes more steps than are allowed");
  }
  --values_.calls->steps_left;
  return true;
}

bool Machine::call(const Instruction& instruction) {
  DPS_CHECK(values_.calls != nullptr && instruction.operand < values_.calls->functions.size());
  const Callee& callee = values_.calls->functions[instruction.operand];
  DPS_CHECK(size_ >= callee.parameters);
  const std::size_t first = size_ - callee.parameters;
  if (callee.compute) {
    const auto value = callee.compute(stack_.subspan(first, callee.parameters));
    size_ = first;
    return value ? push_checked(*value, instruction) : fail(instruction, value.error());
  }
  values_.calls->frames.push_back({code_, next_, first_});
  code_ = callee.body.code();
  next_ = 0;
  first_ = first;
  make_room();
  return true;
}

/// Returns to the caller with the value on top of the stack. The result is false without a caller.
bool Machine::end_call() {
  if (values_.calls == nullptr || values_.calls->frames.empty()) {
    return false;
  }
  const double value = pop();
  size_ = first_;
  const Calls::Frame caller = values_.calls->frames.back();
  values_.calls->frames.pop_back();
  code_ = caller.code;
  next_ = caller.next;
  first_ = caller.first;
  return push(value);
}

/// Grows the stack of calls if it has no room for the values of one more expression.
void Machine::make_room() {
  std::vector<double>& stack = values_.calls->stack;
  if (stack.size() < size_ + kStackSize) {
    stack.resize(2 * (size_ + kStackSize));
  }
  stack_ = stack;
}

bool Machine::step(const Instruction& instruction) {
  switch (instruction.operation) {
    case Opcode::kNumber:
      return push(instruction.number);
    case Opcode::kVariable:
      return push_variable(instruction);
    case Opcode::kSelf:
      return push(values_.self);
    case Opcode::kCount:
      return push(values_.count);
    case Opcode::kStep:
      return push(values_.step);
    case Opcode::kReceiver:
      return push(values_.receiver);
    case Opcode::kParameter:
      return push(stack_[first_ + instruction.operand]);
    case Opcode::kCall:
      return call(instruction);
    case Opcode::kJump:
      next_ = instruction.operand;
      return true;
    case Opcode::kJumpIfFalse:
      next_ = pop() == 0 ? instruction.operand : next_;
      return true;
    case Opcode::kNegate:
    case Opcode::kNot:
    case Opcode::kTruth:
    case Opcode::kCeil:
    case Opcode::kFloor:
    case Opcode::kRound:
    case Opcode::kAbs:
    case Opcode::kSqrt:
    case Opcode::kLog:
    case Opcode::kLog2:
    case Opcode::kLog10:
    case Opcode::kExp:
      return apply_unary(instruction);
    case Opcode::kExponential:
      return apply_distribution(instruction, pop(), 0);
    default:
      return apply_binary(instruction);
  }
}

bool Machine::push_variable(const Instruction& instruction) {
  DPS_CHECK(instruction.operand < values_.variables.size());
  const auto& value = values_.variables[instruction.operand];
  return value.has_value() && push(*value);
}

bool Machine::push_checked(double value, const Instruction& instruction) {
  if (std::isnan(value)) {
    return fail(instruction, "the result is undefined");
  }
  return std::isinf(value) ? fail(instruction, "the result is infinite") : push(value);
}

bool Machine::apply_unary(const Instruction& instruction) {
  const double a = pop();
  switch (instruction.operation) {
    case Opcode::kNegate:
      return push(-a);
    case Opcode::kNot:
      return push(a == 0 ? 1 : 0);
    case Opcode::kTruth:
      return push(a != 0 ? 1 : 0);
    case Opcode::kCeil:
      return push(std::ceil(a));
    case Opcode::kFloor:
      return push(std::floor(a));
    case Opcode::kRound:
      return push(std::round(a));
    case Opcode::kAbs:
      return push(std::abs(a));
    case Opcode::kSqrt:
      return push_checked(std::sqrt(a), instruction);
    case Opcode::kLog:
      return push_checked(std::log(a), instruction);
    case Opcode::kLog10:
      return push_checked(std::log10(a), instruction);
    case Opcode::kExp:
      return push_checked(std::exp(a), instruction);
    default:
      return push_checked(std::log2(a), instruction);
  }
}

bool Machine::apply_binary(const Instruction& instruction) {
  const double b = pop();
  const double a = pop();
  switch (instruction.operation) {
    case Opcode::kPower:
      return a == 0 && b < 0 ? fail(instruction, "division by zero")
                             : push_checked(std::pow(a, b), instruction);
    case Opcode::kMultiply:
      return push_checked(a * b, instruction);
    case Opcode::kDivide:
    case Opcode::kModulo:
      return apply_division(instruction, a, b);
    case Opcode::kAdd:
      return push_checked(a + b, instruction);
    case Opcode::kSubtract:
      return push_checked(a - b, instruction);
    case Opcode::kLess:
      return push(a < b ? 1 : 0);
    case Opcode::kLessEqual:
      return push(a <= b ? 1 : 0);
    case Opcode::kGreater:
      return push(a > b ? 1 : 0);
    case Opcode::kGreaterEqual:
      return push(a >= b ? 1 : 0);
    case Opcode::kEqual:
      return push(a == b ? 1 : 0);
    case Opcode::kNotEqual:
      return push(a != b ? 1 : 0);
    case Opcode::kMin:
      return push(std::min(a, b));
    case Opcode::kMax:
      return push(std::max(a, b));
    case Opcode::kUniform:
    case Opcode::kNormal:
    case Opcode::kLognormal:
      return apply_distribution(instruction, a, b);
    default:
      return apply_xor(instruction, a, b);
  }
}

bool Machine::apply_division(const Instruction& instruction, double a, double b) {
  if (b == 0) {
    return fail(instruction, "division by zero");
  }
  if (instruction.operation == Opcode::kDivide) {
    return push_checked(a / b, instruction);
  }
  const double rest = std::fmod(a, b);  // exact; has the sign of a, but `%` has the sign of b
  return push(rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest);
}

/// Draws from a distribution by inversion: its quantile function at a number between 0 and 1.
bool Machine::apply_distribution(const Instruction& instruction, double a, double b) {
  if (!values_.draw) {
    return fail(instruction,
                "a distribution is allowed only in a time, an amount of work or a size (-b)");
  }
  if (const char* refused = refuse_parameters(instruction.operation, a, b)) {
    return fail(instruction, refused);
  }
  return push_checked(
      quantile(instruction.operation, a, b, number_of(*values_.draw, instruction.operand)),
      instruction);
}

bool Machine::apply_xor(const Instruction& instruction, double a, double b) {
  const auto is_integer = [](double x) { return std::trunc(x) == x && std::abs(x) <= kMaxInteger; };
  if (!is_integer(a) || !is_integer(b)) {
    return fail(instruction,
                "xor requires two integers, got " + number_text(is_integer(a) ? b : a));
  }
  const auto bits = [](double x) { return static_cast<std::int64_t>(x); };
  return push(static_cast<double>(bits(a) ^ bits(b)));
}

bool Machine::fail(const Instruction& instruction, std::string text) {
  evaluation_.mistake = Mistake{instruction.place, std::move(text)};
  return false;
}

Dependence dependence_of(std::span<const Instruction> code) {
  Dependence most = Dependence::kNothing;
  for (const Instruction& instruction : code) {
    if (instruction.operation == Opcode::kSelf) {
      return Dependence::kProcess;
    }
    if (instruction.operation == Opcode::kCount) {
      most = Dependence::kGroup;
    }
  }
  return most;
}

}  // namespace

Expression::Expression(std::vector<Instruction> code)
    : code_(std::move(code)), dependence_(dependence_of(code_)) {
  std::uint32_t distributions = 0;
  for (Instruction& instruction : code_) {
    if (is_distribution(instruction.operation)) {
      instruction.operand = distributions++;
    }
    uses_step_ = uses_step_ || instruction.operation == Opcode::kStep;
    uses_receiver_ = uses_receiver_ || instruction.operation == Opcode::kReceiver;
  }
  varies_ = distributions > 0;
}

Evaluation evaluate(std::span<const Instruction> code, const Values& values) {
  return Machine(code, values).run();
}

Evaluation Expression::evaluate(const Values& values) const {
  return expression::evaluate(code_, values);
}

std::vector<std::uint32_t> Expression::variables() const {
  return operands_of(Opcode::kVariable);
}

std::vector<std::uint32_t> Expression::functions() const {
  return operands_of(Opcode::kCall);
}

std::vector<std::uint32_t> Expression::operands_of(Opcode operation) const {
  std::vector<std::uint32_t> all;
  for (const Instruction& instruction : code_) {
    if (instruction.operation == operation) {
      all.push_back(instruction.operand);
    }
  }
  return all;
}

std::string number_text(double value) {
  std::array<char, 400> text{};  // the largest double has 309 digits
  const bool whole = std::trunc(value) == value;
  const auto result = whole ? std::to_chars(text.data(), text.data() + text.size(),
                                            value == 0 ? 0.0 : value, std::chars_format::fixed, 0)
                            : std::to_chars(text.data(), text.data() + text.size(), value);
  DPS_CHECK(result.ec == std::errc{});
  return std::string(text.data(), result.ptr);
}

void report(text::Problems& problems, const Mistake& mistake) {
  if (mistake.name.empty()) {
    problems.error(mistake.place, mistake.text);
  } else {
    problems.error_about("name " + mistake.name, mistake.place, mistake.text);
  }
}

}  // namespace dps::expression
