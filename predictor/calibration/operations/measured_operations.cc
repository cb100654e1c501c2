#include "predictor/calibration/operations/measured_operations.h"

#include <algorithm>
#include <cmath>

#include "base/operations/operations.h"
#include "base/text/decimal.h"

namespace dps::calibration {
namespace {

constexpr std::string_view kLoopAddition = "ila";
constexpr std::string_view kLoopStore = "ils";
constexpr double kTripsMore = 100;  // of the long loop

bool is_store(std::string_view operation) {
  const auto found = operations::find_operation(operation);
  return found &&
         (operations::all_operations()[*found].groups & operations::find_group("store")) != 0;
}

const TrimmedMean* find(const OperationTimes& times, std::string_view name) {
  const auto found = times.find(name);
  return found == times.end() ? nullptr : &found->second;
}

TrimmedMean sum(TrimmedMean a, TrimmedMean b, double factor) {
  return {a.mean + factor * b.mean, std::hypot(a.deviation, factor * b.deviation)};
}

TrimmedMean not_below_zero(TrimmedMean time) {
  return {std::max(time.mean, 0.0), time.deviation};
}

/// T101 - T1 is a hundred times loopin + loopohn, with loopin = ila + ils; T1 less that is
/// loopi1 + loopoh1, with loopi1 = ils. Source: table B.1.
std::optional<TrimmedMean> loop_time(std::string_view operation, const OperationTimes& kernels) {
  const TrimmedMean* one = find(kernels, kShortLoop);
  const TrimmedMean* many = find(kernels, kLongLoop);
  const TrimmedMean* addition = find(kernels, kLoopAddition);
  const TrimmedMean* store = find(kernels, kLoopStore);
  if (one == nullptr || many == nullptr || addition == nullptr || store == nullptr) {
    return std::nullopt;
  }
  const TrimmedMean difference = sum(*many, *one, -1);
  const TrimmedMean trip{difference.mean / kTripsMore, difference.deviation / kTripsMore};
  const TrimmedMean increment = sum(*addition, *store, 1);
  if (operation == "loopin") {
    return increment;
  }
  if (operation == "loopohn") {
    return not_below_zero(sum(trip, increment, -1));
  }
  return operation == "loopi1" ? *store : not_below_zero(sum(sum(*one, trip, -1), *store, -1));
}

}  // namespace

std::vector<std::string_view> kernels_for(std::span<const std::string_view> operations,
                                          bool with_stores) {
  std::vector<std::string_view> kernels;
  const auto add = [&](std::string_view name) {
    if (std::ranges::find(kernels, name) == kernels.end()) {
      kernels.push_back(name);
    }
  };
  const bool with_loops = with_stores && std::ranges::any_of(operations, is_loop_operation);
  for (const std::string_view name : operations) {
    if (!is_loop_operation(name) && (with_stores || !is_store(name))) {
      add(name);
    }
  }
  if (with_loops) {
    for (const std::string_view name : {kLoopAddition, kLoopStore, kShortLoop, kLongLoop}) {
      add(name);
    }
  }
  return kernels;
}

TrimmedMean time_of_operation(const Kernel& kernel, std::span<const RoundTimes> rounds) {
  std::vector<double> samples;
  for (const RoundTimes& round : rounds) {
    samples.push_back((round.second - round.first) / kernel.count);
  }
  return trimmed_mean(std::move(samples));
}

std::vector<RoundTimes> read_rounds(std::string_view text) {
  std::vector<double> numbers;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \n"), text.size()));
    if (text.empty()) {
      break;
    }
    const std::string_view word = text.substr(0, text.find_first_of(" \n"));
    const auto number = dps::text::read_decimal(word.starts_with('-') ? word.substr(1) : word);
    if (!number) {
      return {};
    }
    numbers.push_back((word.starts_with('-') ? -1 : 1) * dps::text::nearest_double(*number));
    text.remove_prefix(word.size());
  }
  std::vector<RoundTimes> rounds;
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
    rounds.push_back({numbers[i], numbers[i + 1]});
  }
  return rounds;
}

OperationTimes times_of_operations(const OperationTimes& kernels,
                                   std::span<const std::string_view> operations) {
  OperationTimes times;
  for (const std::string_view name : operations) {
    if (const TrimmedMean* measured = find(kernels, name)) {
      times.emplace(name, *measured);
    } else if (is_loop_operation(name)) {
      if (const auto time = loop_time(name, kernels)) {
        times.emplace(name, *time);
      }
    }
  }
  return times;
}

}  // namespace dps::calibration
