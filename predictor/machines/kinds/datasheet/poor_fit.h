/// Equations that the points to which they were fitted do not follow.
/// Source: docs/datasheets.md, "The fit".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "predictor/machines/kinds/datasheet/datasheet.h"

namespace dps::machines {

/// True if Q, the probability of a chi-squared at least as large, is below 0.01. The errors of such
/// an equation assume a form that its points do not have, so its intervals do not hold.
bool is_poor(const SheetRange& range);

/// sqrt(chi-squared / freedom): with errors so much larger, the points would agree with the
/// equation. nullopt if the fit is not poor, or its chi-squared is not known.
std::optional<double> error_scale(const SheetRange& range);

/// The equation with its errors multiplied by `scale`.
Equation with_scaled_errors(Equation equation, double scale);

/// A warning about those of the functions that have a poor fit; "" if none has.
std::string poor_fits_warning(const std::vector<const SheetFunction*>& functions);

/// Does the same for names of functions.
std::string poor_names_warning(const std::vector<std::string>& names);

}  // namespace dps::machines
