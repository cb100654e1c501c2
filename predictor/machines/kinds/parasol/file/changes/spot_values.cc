#include "predictor/machines/kinds/parasol/file/changes/spot_values.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/decimal.h"
#include "base/text/exact_quantities.h"
#include "predictor/machines/kinds/parasol/file/expression/numbers.h"
#include "predictor/machines/kinds/parasol/file/reading.h"

namespace dps::parasol {
namespace {

using machines::ChangeKind;
using machines::Factor;
using machines::MachineChange;

/// The mean, and the deviation if there is one, of a timing without errors.
std::vector<std::string_view> samples_of(std::string_view timing) {
  constexpr std::string_view kBetween = " \t\r\n\\";
  std::vector<std::string_view> samples;
  while (true) {
    const std::size_t begin = timing.find_first_not_of(kBetween);
    if (begin == std::string_view::npos) {
      return samples;
    }
    timing.remove_prefix(begin);
    const std::size_t end = std::min(timing.find_first_of(kBetween), timing.size());
    samples.push_back(timing.substr(0, end));
    timing.remove_prefix(end);
  }
}

std::string scaled_sample(std::string_view sample, Factor factor) {
  const double value = real_value(sample).value_or(0);
  return rounded_number_text(value * static_cast<double>(factor.numerator) /
                             static_cast<double>(factor.denominator));
}

/// The seconds of "1us", or of a number without a unit.
Result<double> seconds_of(std::string_view text) {
  if (const auto time = text::read_time(text)) {
    return static_cast<double>(time->count()) * 1e-18;
  }
  if (const auto number = text::read_decimal(text)) {
    return text::nearest_double(*number);
  }
  return failure(ErrorCode::kInput, fmt::format("expected a time such as 1us, or a number of "
                                                "seconds, got '{}'",
                                                printable(text)));
}

/// True for "1.5e-7": digits, with or without a point among them, and with or without an exponent.
bool is_plain_number(std::string_view text) {
  const auto are_digits = [](std::string_view part) {
    return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const std::size_t exponent = text.find('e');
  if (exponent != std::string_view::npos) {
    std::string_view power = text.substr(exponent + 1);
    power.remove_prefix(power.starts_with('-') ? 1 : 0);
    if (!are_digits(power)) {
      return false;
    }
    text = text.substr(0, exponent);
  }
  const std::size_t point = text.find('.');
  return point == std::string_view::npos
             ? are_digits(text)
             : are_digits(text.substr(0, point)) && are_digits(text.substr(point + 1));
}

/// The notation in a file for a value of the command line.
Result<std::string> set_value(SpotKind kind, const std::string& value) {
  if (value.empty() || value.find_first_of(";#\n\v\\") != std::string::npos) {
    return failure(ErrorCode::kInput, value.empty()
                                          ? "there is no value after '='"
                                          : "a value is one statement, without ';', '#' and '\\'");
  }
  if (kind == SpotKind::kTime) {
    if (const auto time = text::read_time(value)) {
      return rounded_number_text(static_cast<double>(time->count()) * 1e-18);
    }
  }
  return value;
}

}  // namespace

bool is_time_text(std::string_view text) {
  // The reader decides whether such characters continue a line.
  const bool is_one_line = text.find_first_of("\\\r\n") == std::string_view::npos;
  const std::vector<std::string_view> samples = samples_of(text);
  return is_one_line && (samples.size() == 1 || samples.size() == 2) &&
         std::all_of(samples.begin(), samples.end(), [](std::string_view sample) {
           const auto value = is_plain_number(sample) ? real_value(sample) : std::nullopt;
           return value && *value <= kMostSeconds;
         });
}

Result<std::string> scale_seconds_text(std::string_view value, Factor factor) {
  if (value == kDiffers) {
    return std::string(factor.numerator == 0 ? "0.0" : kDiffers);
  }
  if (factor.is_one()) {
    return std::string(value);
  }
  std::string out;
  for (const std::string_view sample : samples_of(value)) {
    out += (out.empty() ? "" : " ") + scaled_sample(sample, factor);
  }
  return out;
}

Result<std::string> scale_whole_text(std::string_view value, Factor factor) {
  const auto whole = whole_value(value);
  const auto product =
      machines::scaled(machines::Wide{static_cast<std::uint64_t>(whole.value_or(0))}, factor);
  if (!whole || product >= machines::Wide{1} << 63) {
    return failure(ErrorCode::kInput, "the product is out of range");
  }
  return std::to_string(static_cast<std::uint64_t>(product));
}

Result<std::string> scale_formula_text(std::string_view value, Factor factor) {
  return factor.is_one() ? std::string(value)
                         : fmt::format("({}) * {}", value, number_text(factor.value()));
}

Result<std::string> add_seconds_text(std::string_view value, std::string_view time) {
  const auto seconds = seconds_of(time);
  if (!seconds) {
    return tl::unexpected(seconds.error());
  }
  std::string out;
  for (const std::string_view sample : samples_of(value)) {
    out += out.empty() ? rounded_number_text(real_value(sample).value_or(0) + *seconds)
                       : " " + std::string(sample);
  }
  return out;
}

Result<std::string> add_formula_text(std::string_view value, std::string_view time) {
  const auto seconds = seconds_of(time);
  return seconds
             ? Result<std::string>(fmt::format("({}) + {}", value, rounded_number_text(*seconds)))
             : tl::unexpected(seconds.error());
}

Result<std::string> changed_value_text(SpotKind kind, std::string_view old,
                                       const MachineChange& change) {
  if (change.kind == ChangeKind::kSet) {
    return set_value(kind, change.value);
  }
  if (kind == SpotKind::kWord) {
    return failure(ErrorCode::kInput,
                   fmt::format("'{}' is a word, which has no multiples and sums", printable(old)));
  }
  if (change.kind == ChangeKind::kMultiply) {
    const auto factor =
        change.factor ? Result<Factor>(*change.factor) : machines::parse_factor(change.value);
    if (!factor) {
      return tl::unexpected(factor.error());
    }
    return kind == SpotKind::kWhole     ? scale_whole_text(old, *factor)
           : kind == SpotKind::kFormula ? scale_formula_text(old, *factor)
                                        : scale_seconds_text(old, *factor);
  }
  if (kind == SpotKind::kTime) {
    return add_seconds_text(old, change.value);
  }
  return kind == SpotKind::kFormula
             ? add_formula_text(old, change.value)
             : failure(ErrorCode::kInput,
                       fmt::format("the value of '{}' is not a time, and += adds "
                                   "a time",
                                   printable(change.key)));
}

}  // namespace dps::parasol
