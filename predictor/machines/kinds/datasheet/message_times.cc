#include "predictor/machines/kinds/datasheet/message_times.h"

#include <bit>
#include <limits>

#include "predictor/machines/kinds/datasheet/natural_log.h"
#include "predictor/machines/wide.h"

namespace dps::machines {
namespace {

/// A coefficient in attoseconds, less or plus its error.
SignedWide coefficient(const Equation& equation, Attoseconds Coefficients::*member, CostMode mode) {
  const auto value = static_cast<SignedWide>((equation.value.*member).count());
  if (!equation.errors || mode == CostMode::kAverage) {
    return value;
  }
  const auto error = static_cast<SignedWide>(((*equation.errors).*member).count());
  return mode == CostMode::kMin ? value - error : value + error;
}

SignedWide times_log(SignedWide value, std::uint64_t processes) {
  return value * static_cast<SignedWide>(natural_log(processes)) / (SignedWide{1} << kLogDigits);
}

SignedWide start_time(const Equation& equation, CostMode mode, std::uint64_t processes) {
  const SignedWide each = coefficient(equation, &Coefficients::start, mode);
  const auto p = static_cast<SignedWide>(processes);
  if (!equation.start_form) {
    return 0;
  }
  switch (*equation.start_form) {
    case StartForm::kProcesses:
      return each * p;
    case StartForm::kLogProcesses:
      return times_log(each, processes);
    case StartForm::kSquare:
      return each * p * p;
  }
  return 0;
}

/// The time for each element.
SignedWide data_time(const Equation& equation, CostMode mode, std::uint64_t processes) {
  const SignedWide each = coefficient(equation, &Coefficients::data, mode);
  const auto p = static_cast<SignedWide>(processes);
  if (!equation.data_form) {
    return 0;
  }
  switch (*equation.data_form) {
    case DataForm::kData:
      return each;
    case DataForm::kProcessesData:
      return each * p;
    case DataForm::kLogProcessesData:
      return times_log(each, processes);
    case DataForm::kSquareData:
      return each * p * p;
  }
  return 0;
}

/// The number of binary digits, without the sign.
int digits_of(SignedWide value) {
  const auto size = static_cast<Wide>(value < 0 ? -value : value);
  const auto high = static_cast<std::uint64_t>(size >> 64);
  constexpr int kLow = 64;
  return high != 0 ? kLow + static_cast<int>(std::bit_width(high))
                   : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(size)));
}

}  // namespace

SheetMessageTimes::SheetMessageTimes(const SheetFunction& function, std::uint64_t element_bytes,
                                     CostMode mode, std::uint64_t processes)
    : divisor_(element_bytes * kAttosecondsPerPicosecond) {
  constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
  ranges_.reserve(function.ranges.size());
  for (const SheetRange& range : function.ranges) {
    const Equation& equation = range.equation;
    const SignedWide constant = coefficient(equation, &Coefficients::constant, mode) +
                                start_time(equation, mode, processes);
    const bool has_limit = range.most && *range.most < kNoLimit / element_bytes;
    ranges_.push_back({has_limit ? *range.most * element_bytes : kNoLimit,
                       constant * static_cast<SignedWide>(element_bytes),
                       data_time(equation, mode, processes)});
  }
}

Picoseconds SheetMessageTimes::of(std::uint64_t bytes) const {
  const Range* range = ranges_.data();
  if (range == nullptr) {
    return {};
  }
  while (bytes > range->most_bytes) {
    ++range;
  }
  constexpr int kMostDigits = 125;
  if (digits_of(range->per_byte) + static_cast<int>(std::bit_width(bytes)) > kMostDigits) {
    return range->per_byte > 0 ? kNever : Picoseconds{};
  }
  const SignedWide total = range->constant + range->per_byte * static_cast<SignedWide>(bytes);
  return total <= 0 ? Picoseconds{}
                    : clamped(divided(static_cast<Wide>(total) + divisor_ / 2, divisor_));
}

}  // namespace dps::machines
