#include "base/plots/ticks.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace dps::plots {
namespace {

/// digits · 10^exponent.
struct ExactNumber {
  std::int64_t digits = 0;
  int exponent = 0;
};

/// A unit with a prefix: 10^exponent of the plain unit.
struct PrefixedUnit {
  int exponent = 0;
  std::string_view name;
};

constexpr std::array<PrefixedUnit, 5> kTimes{
    {{0, "s"}, {-3, "ms"}, {-6, "µs"}, {-9, "ns"}, {-12, "ps"}}};
constexpr std::array<PrefixedUnit, 5> kSizes{
    {{12, "TB"}, {9, "GB"}, {6, "MB"}, {3, "kB"}, {0, "B"}}};

/// Digits before the decimal point, and zeros after it, of a label without an exponent.
constexpr int kMostDigits = 12;
constexpr int kMostZeros = 4;

double value_of(const ExactNumber& number) {
  const std::string text = fmt::format("{}e{}", number.digits, number.exponent);
  double value = 0;  // the nearest one
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// The shortest number that is read as `value`.
ExactNumber shortest(double value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::scientific)
                       .ptr;
  const std::string text(buffer.data(), end);  // "-1.25e+02"
  const std::size_t exponent_at = text.find('e');
  ExactNumber number{0, std::stoi(text.substr(exponent_at + 1))};
  std::string digits = text.substr(0, exponent_at);
  if (const std::size_t point = digits.find('.'); point != std::string::npos) {
    number.exponent -= static_cast<int>(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  std::from_chars(digits.data(), digits.data() + digits.size(), number.digits);
  return number;
}

/// The power of ten of the first digit, plus 1; 0 for 0.
int magnitude(const ExactNumber& number) {
  return number.digits == 0
             ? 0
             : static_cast<int>(std::to_string(std::abs(number.digits)).size()) + number.exponent;
}

/// The largest unit of which a number of this magnitude has at least one.
PrefixedUnit unit_for(int size, std::string_view unit) {
  std::span<const PrefixedUnit> units;
  if (unit == "s") {
    units = kTimes;
  } else if (unit == "B") {
    units = kSizes;
  } else {
    return {0, unit};
  }
  const auto found = std::find_if(units.begin(), units.end(),
                                  [size](const PrefixedUnit& one) { return one.exponent < size; });
  return found == units.end() ? units.back() : *found;
}

std::string with_commas(std::string_view digits) {
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    text += i > 0 && (digits.size() - i) % 3 == 0 ? "," : "";
    text += digits[i];
  }
  return text;
}

/// digits · 10^exponent, `digits` without zeros at its end, as "1,234.5" or "1.5e-20".
std::string decimal_text(const std::string& digits, int exponent) {
  const int before_point = static_cast<int>(digits.size()) + exponent;
  if (before_point > kMostDigits || before_point < -kMostZeros) {
    const std::string fraction = digits.size() > 1 ? "." + digits.substr(1) : "";
    return fmt::format("{}{}e{}", digits[0], fraction, before_point - 1);
  }
  if (exponent >= 0) {
    return with_commas(digits + std::string(static_cast<std::size_t>(exponent), '0'));
  }
  if (before_point <= 0) {
    return "0." + std::string(static_cast<std::size_t>(-before_point), '0') + digits;
  }
  const auto point = static_cast<std::size_t>(before_point);
  return with_commas(std::string_view(digits).substr(0, point)) + "." + digits.substr(point);
}

std::string label_of(const ExactNumber& number, const PrefixedUnit& unit) {
  std::string digits = std::to_string(std::abs(number.digits));
  int exponent = number.exponent - unit.exponent;
  while (digits.size() > 1 && digits.back() == '0') {
    digits.pop_back();
    ++exponent;
  }
  std::string text = number.digits < 0 ? "-" : "";
  text += number.digits == 0 ? "0" : decimal_text(digits, exponent);
  return unit.name.empty() ? text : fmt::format("{} {}", text, unit.name);
}

/// On a linear axis all labels have the unit of the greatest.
std::vector<Tick> labelled(const std::vector<ExactNumber>& numbers, const TickedAxis& axis) {
  constexpr int kOfOne = 1;
  std::optional<int> greatest;
  for (const ExactNumber& number : numbers) {
    if (number.digits != 0) {
      greatest = std::max(greatest.value_or(magnitude(number)), magnitude(number));
    }
  }
  std::vector<Tick> ticks;
  ticks.reserve(numbers.size());
  for (const ExactNumber& number : numbers) {
    const int size = axis.is_logarithmic ? magnitude(number) : greatest.value_or(kOfOne);
    ticks.push_back({value_of(number), label_of(number, unit_for(size, axis.unit))});
  }
  return ticks;
}

/// The least of 1, 2 and 5 times a power of ten that is not below `rough`.
ExactNumber step_above(double rough) {
  constexpr double kRounding = 1e-9;
  ExactNumber step{1, static_cast<int>(std::floor(std::log10(rough)))};
  for (const int factor : {1, 2, 5, 10}) {
    step.digits = factor;
    if (value_of(step) >= rough * (1 - kRounding)) {
      break;
    }
  }
  return step;
}

std::vector<Tick> linear_ticks(const TickedAxis& axis, std::size_t count) {
  constexpr double kLeastShare = 1e-14;  // of the greatest value; a double has 1.1e-16
  const double length = axis.most - axis.least;
  const double size = std::max(std::abs(axis.least), std::abs(axis.most));
  if (!(length > 0) || !std::isfinite(length) || count == 0) {
    return {};
  }
  ExactNumber step = step_above(length / static_cast<double>(count));
  if (axis.is_whole && step.exponent < 0) {
    step = {1, 0};
  }
  const double distance = value_of(step);
  if (distance < size * kLeastShare) {
    return {};
  }
  std::vector<ExactNumber> numbers;
  for (auto k = static_cast<std::int64_t>(std::floor(axis.least / distance));; ++k) {
    const ExactNumber number{k * step.digits, step.exponent};
    const double value = value_of(number);
    if (value > axis.most) {
      break;
    }
    if (value >= axis.least) {
      numbers.push_back(number);
    }
  }
  return labelled(numbers, axis);
}

/// Ticks at these multiples of every power of ten whose exponent is a multiple of `stride`.
std::vector<Tick> ticks_of_powers(const TickedAxis& axis, const std::vector<int>& factors,
                                  int stride) {
  std::vector<ExactNumber> numbers;
  const int last = static_cast<int>(std::floor(std::log10(axis.most))) + 1;
  for (int power = static_cast<int>(std::floor(std::log10(axis.least))) - 1; power <= last;
       ++power) {
    for (const int factor : factors) {
      const ExactNumber number{factor, power};
      const double value = value_of(number);
      if (power % stride == 0 && value >= axis.least && value <= axis.most) {
        numbers.push_back(number);
      }
    }
  }
  return labelled(numbers, axis);
}

std::vector<Tick> logarithmic_ticks(const TickedAxis& axis, std::size_t count) {
  constexpr std::size_t kFew = 3;
  std::vector<Tick> ticks = ticks_of_powers(axis, {1, 2, 5}, 1);
  for (int stride = 1; ticks.size() > count + 1; ++stride) {
    ticks = ticks_of_powers(axis, {1}, stride);
  }
  if (ticks.size() < kFew) {
    std::vector<Tick> linear = linear_ticks(axis, count);
    return linear.size() > ticks.size() ? linear : ticks;
  }
  return ticks;
}

/// The distance of two values, 1 for the whole axis.
double share_between(const TickedAxis& axis, double from, double to) {
  return axis.is_logarithmic ? std::log(to / from) / std::log(axis.most / axis.least)
                             : (to - from) / (axis.most - axis.least);
}

std::size_t letters_of(const std::string& label) {
  return static_cast<std::size_t>(std::count_if(label.begin(), label.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

/// True if the labels do not touch, with a blank and a half between them.
bool is_apart(const TickedAxis& axis, const Tick& before, const Tick& after, double letters) {
  const double wanted =
      static_cast<double>(letters_of(before.label) + letters_of(after.label) + 3) / 2;
  return share_between(axis, before.value, after.value) * letters >= wanted;
}

}  // namespace

std::vector<Tick> round_ticks(const TickedAxis& axis, std::size_t count) {
  return axis.is_logarithmic ? logarithmic_ticks(axis, count) : linear_ticks(axis, count);
}

std::vector<Tick> spaced_round_ticks(const TickedAxis& axis, std::size_t count, double letters) {
  for (; count > 1; --count) {
    std::vector<Tick> ticks = round_ticks(axis, count);
    const auto touching =
        std::adjacent_find(ticks.begin(), ticks.end(), [&](const Tick& before, const Tick& after) {
          return !is_apart(axis, before, after, letters);
        });
    if (touching == ticks.end()) {
      return ticks;
    }
  }
  return round_ticks(axis, 1);
}

std::vector<Tick> spaced_ticks_at(const TickedAxis& axis, const std::vector<double>& values,
                                  double letters) {
  std::vector<ExactNumber> numbers;
  numbers.reserve(values.size());
  for (const double value : values) {
    numbers.push_back(shortest(value));
  }
  std::vector<Tick> ticks;
  for (Tick& tick : labelled(numbers, axis)) {
    if (ticks.empty() || is_apart(axis, ticks.back(), tick, letters)) {
      ticks.push_back(std::move(tick));
    }
  }
  return ticks;
}

}  // namespace dps::plots
