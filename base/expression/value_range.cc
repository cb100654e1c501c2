#include "base/expression/value_range.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/expression/distributions.h"

namespace dps::expression {
namespace {

using Code = std::span<const Instruction>;

constexpr int kMostNesting = 4 * (kMaxExpressionDepth + 1);  // of conditions, `&&` and `||`

bool can_be(const ValueRange& range, double value) {
  return range.low <= value && value <= range.high;
}

ValueRange whole(double low, double high) {
  return {low, high, true};
}

ValueRange truth(bool can_be_false, bool can_be_true) {
  return whole(can_be_false ? 0 : 1, can_be_true ? 1 : 0);
}

ValueRange truth_of(const ValueRange& range) {
  return truth(can_be(range, 0), !range.is_constant() || range.low != 0);
}

ValueRange either(const ValueRange& a, const ValueRange& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high), a.is_whole && b.is_whole};
}

/// The range of a function that is monotone in each of its arguments, whichever the directions are.
template <typename Function>
ValueRange corners(const ValueRange& a, const ValueRange& b, Function function) {
  const std::array all{function(a.low, b.low), function(a.low, b.high), function(a.high, b.low),
                       function(a.high, b.high)};
  const auto [low, high] = std::minmax_element(all.begin(), all.end());
  return {*low, *high};
}

bool has_means(const ValueRange& a, const ValueRange& b) {
  return a.mean && b.mean;
}

/// Evaluates instructions with ranges instead of numbers.
class RangeMachine {
 public:
  explicit RangeMachine(Code code) : code_(code) {}

  tl::expected<ValueRange, Mistake> run() {
    if (!run(0, code_.size(), 0) || stack_.size() != 1) {
      return tl::unexpected(std::move(mistake_));
    }
    return stack_.back();
  }

 private:
  bool run(std::size_t begin, std::size_t end, int depth);
  bool branch(std::size_t& at, std::size_t end, int depth);
  bool run_branch(std::size_t begin, std::size_t end, int depth);
  bool step(const Instruction& instruction);
  bool unary(const Instruction& instruction);
  bool logarithm(const Instruction& instruction, const ValueRange& a);
  bool binary(const Instruction& instruction);
  bool arithmetic(const Instruction& instruction, const ValueRange& a, const ValueRange& b);
  bool division(const Instruction& instruction, const ValueRange& a, const ValueRange& b);
  bool power(const Instruction& instruction, const ValueRange& a, const ValueRange& b);
  bool comparison(Opcode operation, const ValueRange& a, const ValueRange& b);
  bool bits(const Instruction& instruction, const ValueRange& a, const ValueRange& b);
  bool distribution(const Instruction& instruction, const ValueRange& a, const ValueRange& b);

  bool push(ValueRange range) {
    if (range.is_constant()) {
      range.mean = range.low;
    }
    stack_.push_back(range);
    return stack_.size() <= kStackSize;
  }
  bool push_checked(const ValueRange& range, const Instruction& instruction) {
    if (std::isnan(range.low) || std::isnan(range.high)) {
      return fail(instruction, "the result is undefined");
    }
    return std::isinf(range.low) || std::isinf(range.high)
               ? fail(instruction, "the result is infinite")
               : push(range);
  }
  ValueRange pop() {
    const ValueRange top = stack_.back();
    stack_.pop_back();
    return top;
  }
  /// The values that the instructions of this branch have pushed.
  [[nodiscard]] bool has(std::size_t values) const { return stack_.size() >= base_ + values; }
  bool fail(const Instruction& instruction, std::string text) {
    mistake_ = {instruction.place, std::move(text)};
    return false;
  }

  Code code_;
  std::vector<ValueRange> stack_;
  std::size_t base_ = 0;  ///< of the stack: the values below belong to outer branches
  Mistake mistake_{{}, "the instructions do not form an expression"};
};

bool RangeMachine::run(std::size_t begin, std::size_t end, int depth) {
  for (std::size_t at = begin; at < end;) {
    if (code_[at].operation == Opcode::kJumpIfFalse) {
      if (depth == kMostNesting || !branch(at, end, depth + 1)) {
        return false;
      }
    } else if (!step(code_[at++])) {
      return false;
    }
  }
  return true;
}

/// A condition is a jump to its second branch, the first branch, and a jump to the end of the
/// second one. Only branches that some draw can take count.
bool RangeMachine::branch(std::size_t& at, std::size_t end, int depth) {
  const std::size_t second = code_[at].operand;
  if (!has(1) || second < at + 2 || second > end || code_[second - 1].operation != Opcode::kJump) {
    return false;
  }
  const std::size_t last = code_[second - 1].operand;
  if (last < second || last > end) {
    return false;
  }
  const ValueRange condition = truth_of(pop());
  const std::size_t first = std::exchange(at, last) + 1;
  if (condition.high == 0) {
    return run_branch(second, last, depth);
  }
  if (!run_branch(first, second - 1, depth)) {
    return false;
  }
  if (condition.low == 1) {
    return true;
  }
  const ValueRange if_true = pop();
  return run_branch(second, last, depth) && push(either(if_true, pop()));
}

/// Returns false if the branch does not push exactly one value.
bool RangeMachine::run_branch(std::size_t begin, std::size_t end, int depth) {
  const std::size_t outer = std::exchange(base_, stack_.size());
  const bool ok = run(begin, end, depth) && stack_.size() == base_ + 1;
  base_ = outer;
  return ok;
}

bool RangeMachine::step(const Instruction& instruction) {
  switch (instruction.operation) {
    case Opcode::kNumber:
      return std::isfinite(instruction.number) &&
             push({instruction.number, instruction.number,
                   std::trunc(instruction.number) == instruction.number});
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
      return has(1) && unary(instruction);
    case Opcode::kExponential:
      return has(1) && distribution(instruction, pop(), whole(0, 0));
    case Opcode::kVariable:
    case Opcode::kSelf:
    case Opcode::kCount:
    case Opcode::kStep:
    case Opcode::kReceiver:
    case Opcode::kParameter:
    case Opcode::kCall:
    case Opcode::kJump:
    case Opcode::kJumpIfFalse:
      return false;
    default:
      return has(2) && binary(instruction);
  }
}

bool RangeMachine::unary(const Instruction& instruction) {
  const ValueRange a = pop();
  switch (instruction.operation) {
    case Opcode::kNegate:
      return push({-a.high, -a.low, a.is_whole, a.mean ? std::optional(-*a.mean) : std::nullopt});
    case Opcode::kNot: {
      const ValueRange is_true = truth_of(a);
      return push(whole(1 - is_true.high, 1 - is_true.low));
    }
    case Opcode::kTruth:
      return push(truth_of(a));
    case Opcode::kCeil:
      return push(whole(std::ceil(a.low), std::ceil(a.high)));
    case Opcode::kFloor:
      return push(whole(std::floor(a.low), std::floor(a.high)));
    case Opcode::kRound:
      return push(whole(std::round(a.low), std::round(a.high)));
    case Opcode::kAbs: {
      const double low = std::abs(a.low);
      const double high = std::abs(a.high);
      return push({can_be(a, 0) ? 0 : std::min(low, high), std::max(low, high), a.is_whole});
    }
    case Opcode::kSqrt:
      return push_checked({std::sqrt(a.low), std::sqrt(a.high)}, instruction);
    case Opcode::kExp:
      return push_checked({std::exp(a.low), std::exp(a.high)}, instruction);
    default:
      return logarithm(instruction, a);
  }
}

bool RangeMachine::logarithm(const Instruction& instruction, const ValueRange& a) {
  const auto log = [&](double x) {
    return instruction.operation == Opcode::kLog    ? std::log(x)
           : instruction.operation == Opcode::kLog2 ? std::log2(x)
                                                    : std::log10(x);
  };
  return push_checked({log(a.low), log(a.high)}, instruction);
}

bool RangeMachine::binary(const Instruction& instruction) {
  const ValueRange b = pop();
  const ValueRange a = pop();
  switch (instruction.operation) {
    case Opcode::kPower:
      return power(instruction, a, b);
    case Opcode::kDivide:
    case Opcode::kModulo:
      return division(instruction, a, b);
    case Opcode::kMin:
      return push({std::min(a.low, b.low), std::min(a.high, b.high), a.is_whole && b.is_whole});
    case Opcode::kMax:
      return push({std::max(a.low, b.low), std::max(a.high, b.high), a.is_whole && b.is_whole});
    case Opcode::kXor:
      return bits(instruction, a, b);
    case Opcode::kUniform:
    case Opcode::kNormal:
    case Opcode::kLognormal:
      return distribution(instruction, a, b);
    case Opcode::kMultiply:
    case Opcode::kAdd:
    case Opcode::kSubtract:
      return arithmetic(instruction, a, b);
    default:
      return comparison(instruction.operation, a, b);
  }
}

/// No name refers to a drawn number, so the operands are independent: the mean of their product is
/// the product of their means.
bool RangeMachine::arithmetic(const Instruction& instruction, const ValueRange& a,
                              const ValueRange& b) {
  const bool are_known = has_means(a, b);
  ValueRange result;
  switch (instruction.operation) {
    case Opcode::kMultiply:
      result = corners(a, b, [](double x, double y) { return x * y; });
      result.mean = are_known ? std::optional(*a.mean * *b.mean) : std::nullopt;
      break;
    case Opcode::kAdd:
      result = {a.low + b.low, a.high + b.high};
      result.mean = are_known ? std::optional(*a.mean + *b.mean) : std::nullopt;
      break;
    default:
      result = {a.low - b.high, a.high - b.low};
      result.mean = are_known ? std::optional(*a.mean - *b.mean) : std::nullopt;
      break;
  }
  result.is_whole = a.is_whole && b.is_whole;
  return push_checked(result, instruction);
}

bool RangeMachine::division(const Instruction& instruction, const ValueRange& a,
                            const ValueRange& b) {
  if (can_be(b, 0)) {
    return fail(instruction, "division by zero");
  }
  if (instruction.operation == Opcode::kModulo) {  // between 0 and b
    const double most = a.low >= 0 && b.low > 0 ? std::min(a.high, b.high) : std::max(b.high, 0.0);
    return push({std::min(b.low, 0.0), most, a.is_whole && b.is_whole});
  }
  ValueRange result = corners(a, b, [](double x, double y) { return x / y; });
  if (a.mean && b.is_constant()) {
    result.mean = *a.mean / b.low;
  }
  return push_checked(result, instruction);
}

bool RangeMachine::power(const Instruction& instruction, const ValueRange& a, const ValueRange& b) {
  if (can_be(a, 0) && b.low < 0) {
    return fail(instruction, "division by zero");
  }
  if (a.low < 0 && !(b.is_constant() && b.is_whole)) {
    return fail(instruction, "the result is undefined");
  }
  ValueRange result = corners(a, b, [](double x, double y) { return std::pow(x, y); });
  if (can_be(a, 0)) {  // where an even power turns, and where 0^0 is 1
    result = either(result, whole(0, can_be(b, 0) ? 1 : 0));
  }
  result.is_whole = a.is_whole && b.is_whole && b.low >= 0;
  return push_checked(result, instruction);
}

bool RangeMachine::comparison(Opcode operation, const ValueRange& a, const ValueRange& b) {
  const bool can_meet = a.low <= b.high && b.low <= a.high;
  const bool are_same = a.is_constant() && b.is_constant() && a.low == b.low;
  switch (operation) {
    case Opcode::kLess:
      return push(truth(a.high >= b.low, a.low < b.high));
    case Opcode::kLessEqual:
      return push(truth(a.high > b.low, a.low <= b.high));
    case Opcode::kGreater:
      return push(truth(a.low <= b.high, a.high > b.low));
    case Opcode::kGreaterEqual:
      return push(truth(a.low < b.high, a.high >= b.low));
    case Opcode::kEqual:
      return push(truth(!are_same, can_meet));
    default:
      return push(truth(can_meet, !are_same));
  }
}

bool RangeMachine::bits(const Instruction& instruction, const ValueRange& a, const ValueRange& b) {
  const double most =
      std::max({std::abs(a.low), std::abs(a.high), std::abs(b.low), std::abs(b.high)});
  if (!a.is_whole || !b.is_whole || most > kMaxInteger) {
    return fail(instruction, "xor requires two integers");
  }
  double bound = 1;  // the power of 2 above all operands
  while (bound <= most) {
    bound *= 2;
  }
  return push(whole(a.low < 0 || b.low < 0 ? -bound : 0, bound - 1));
}

bool RangeMachine::distribution(const Instruction& instruction, const ValueRange& a,
                                const ValueRange& b) {
  const Opcode kind = instruction.operation;
  const bool is_uniform = kind == Opcode::kUniform;
  // If any parameters within the ranges are invalid, these are.
  if (const char* refused = refuse_parameters(kind, is_uniform ? a.high : a.low, b.low)) {
    return fail(instruction, refused);
  }
  ValueRange result{quantile(kind, a.low, is_uniform ? b.low : b.high, kLeastNumber),
                    quantile(kind, a.high, b.high, kMostNumber)};
  if (is_uniform && has_means(a, b)) {
    result.mean = (*a.mean + *b.mean) / 2;
  } else if (kind != Opcode::kLognormal) {
    result.mean = is_uniform ? std::nullopt : a.mean;
  } else if (a.is_constant() && b.is_constant()) {
    result.mean = std::exp(a.low + b.low * b.low / 2);
  }
  return push_checked(result, instruction);
}

}  // namespace

tl::expected<ValueRange, Mistake> range_of(Code code) {
  return RangeMachine(code).run();
}

}  // namespace dps::expression
