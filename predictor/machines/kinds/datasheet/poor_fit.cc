#include "predictor/machines/kinds/datasheet/poor_fit.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dps::machines {
namespace {

constexpr double kLeastQuality = 0.01;

Attoseconds scaled(Attoseconds time, double scale) {
  return Attoseconds(
      static_cast<std::uint64_t>(std::llround(static_cast<double>(time.count()) * scale)));
}

}  // namespace

bool is_poor(const SheetRange& range) {
  return range.fit && range.fit->quality && *range.fit->quality < kLeastQuality;
}

std::optional<double> error_scale(const SheetRange& range) {
  return is_poor(range) && range.fit->points > 0 && range.fit->freedom > 0
             ? std::optional(
                   std::sqrt(range.fit->chi_squared / static_cast<double>(range.fit->freedom)))
             : std::nullopt;
}

Equation with_scaled_errors(Equation equation, double scale) {
  if (equation.errors) {
    equation.errors =
        Coefficients{scaled(equation.errors->constant, scale),
                     scaled(equation.errors->start, scale), scaled(equation.errors->data, scale)};
  }
  return equation;
}

std::string poor_fits_warning(const std::vector<const SheetFunction*>& functions) {
  std::vector<std::string> names;
  for (const SheetFunction* function : functions) {
    if (std::any_of(function->ranges.begin(), function->ranges.end(), is_poor) &&
        std::find(names.begin(), names.end(), function->name) == names.end()) {
      names.push_back(function->name);
    }
  }
  return poor_names_warning(names);
}

std::string poor_names_warning(const std::vector<std::string>& names) {
  return names.empty() ? ""
                       : fmt::format(
                             "Q is less than 0.01 for equations of {}: the measured times do not "
                             "follow them, and may be off by more than their errors",
                             fmt::join(names, ", "));
}

}  // namespace dps::machines
