#include "predictor/datasheets/tables/equation_words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "predictor/machines/kinds/datasheet/file/sheet_words.h"

namespace dps::datasheets {
namespace {

using machines::FunctionClass;

constexpr std::array<std::string_view, 4> kUnits{"s", "ms", "us", "ns"};
constexpr std::array<double, 4> kAttosecondsOfUnit{1e18, 1e15, 1e12, 1e9};

/// The nearest number with `digits` significant digits.
double rounded(double value, int digits) {
  const std::string text = fmt::format("{:.{}e}", value, digits - 1);
  double result = 0;
  std::from_chars(text.data(), text.data() + text.size(), result);
  return result;
}

/// Formats a term: "6? p".
std::string term_words(Attoseconds coefficient, std::optional<Attoseconds> error,
                       std::string_view factor, const TableOptions& options) {
  const bool is_doubtful = error && coefficient > Attoseconds() && *error > coefficient;
  return fmt::format("{}{}{}{}", coefficient_words(coefficient, options), is_doubtful ? "?" : "",
                     factor.empty() ? "" : " ", factor);
}

}  // namespace

std::string_view unit_name(TableTimeUnit unit) {
  return kUnits.at(static_cast<std::size_t>(unit));
}

std::string coefficient_words(Attoseconds coefficient, const TableOptions& options) {
  const double value = static_cast<double>(coefficient.count()) /
                       kAttosecondsOfUnit.at(static_cast<std::size_t>(options.unit));
  if (value <= 0) {
    return "0";
  }
  if (options.order_of_magnitude) {
    return fmt::format("{:g}", std::pow(10.0, std::round(std::log10(value))));
  }
  constexpr int kUsualDigits = 6;  // of %g
  return fmt::format("{:.{}g}", rounded(value, options.digits),
                     std::max(kUsualDigits, options.digits));
}

std::string equation_words(const machines::Equation& equation, FunctionClass function_class,
                           const TableOptions& options) {
  const auto error_of = [&](Attoseconds machines::Coefficients::*term) {
    return equation.errors ? std::optional((*equation.errors).*term) : std::nullopt;
  };
  std::string words =
      term_words(equation.value.constant, error_of(&machines::Coefficients::constant), "", options);
  if (equation.start_form) {
    words += " + " + term_words(equation.value.start, error_of(&machines::Coefficients::start),
                                machines::word_of(*equation.start_form), options);
  }
  if (equation.data_form || function_class == FunctionClass::kPointToPoint) {
    words += " + " +
             term_words(equation.value.data, error_of(&machines::Coefficients::data),
                        machines::word_of(equation.data_form.value_or(machines::DataForm::kData)),
                        options);
  }
  return words;
}

bool is_poor(const std::optional<machines::EquationFit>& fit) {
  constexpr double kLeast = 0.01;  // Source: docs/datasheets.md, "The fit"
  return fit && fit->quality && *fit->quality < kLeast;
}

std::string quality_words(const std::optional<machines::EquationFit>& fit) {
  if (!fit || !fit->quality) {
    return "-";
  }
  constexpr double kUsual = 0.1;
  return (*fit->quality >= kUsual ? fmt::format("{:.2f}", *fit->quality)
                                  : fmt::format("{:.2g}", *fit->quality)) +
         (is_poor(fit) ? " !" : "");
}

}  // namespace dps::datasheets
