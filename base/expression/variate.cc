#include "base/expression/variate.h"

#include <algorithm>
#include <bit>

namespace dps::expression {
namespace {

constexpr std::uint64_t kRepresentatives = 256;

double rounded(double value) {
  constexpr std::uint64_t kDropped = 20;  // of the 52 bits of the fraction
  const auto bits = std::bit_cast<std::uint64_t>(value) + (std::uint64_t{1} << (kDropped - 1));
  return std::bit_cast<double>(bits >> kDropped << kDropped);
}

}  // namespace

std::optional<std::vector<Instruction>> resolved(const Expression& expression,
                                                 const Values& values) {
  const auto code = expression.code();
  std::vector<Instruction> made(code.begin(), code.end());
  for (Instruction& instruction : made) {
    std::optional<double> value;
    switch (instruction.operation) {
      case Opcode::kVariable:
        value = values.variables[instruction.operand];
        if (!value) {
          return std::nullopt;
        }
        break;
      case Opcode::kSelf:
        value = values.self;
        break;
      case Opcode::kCount:
        value = values.count;
        break;
      default:
        continue;
    }
    instruction = {Opcode::kNumber, 0, instruction.place, *value};
  }
  return made;
}

void scale(std::vector<Instruction>& variate, double factor) {
  if (factor != 1) {
    variate.push_back({Opcode::kNumber, 0, {}, factor});
    variate.push_back({Opcode::kMultiply});
  }
}

void remove_places(std::vector<Instruction>& variate) {
  for (Instruction& instruction : variate) {
    instruction.place = {};
  }
}

double value_at(Variate variate, std::uint64_t draw) {
  Values values{};
  values.draw = draw;
  // An error is possible only where rounding leaves the range by the last bit.
  const double value = evaluate(variate, values).value.value_or(0);
  return value > 0 ? rounded(value) : 0;
}

double mean_of(Variate variate, const ValueRange& range) {
  if (range.mean && range.low >= 0) {
    return *range.mean;
  }
  double sum = 0;
  for (std::uint64_t i = 0; i < kRepresentatives; ++i) {  // the middles of equal parts
    sum += value_at(variate, (2 * i + 1) * (~std::uint64_t{0} / (2 * kRepresentatives)));
  }
  return sum / static_cast<double>(kRepresentatives);
}

}  // namespace dps::expression
