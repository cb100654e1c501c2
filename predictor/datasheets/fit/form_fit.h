/// Fits equations of all forms to points, and selects one.
/// Source: docs/datasheets.md, "The fit".
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/statistics/least_squares.h"
#include "predictor/datasheets/raw/raw_file.h"
#include "predictor/machines/kinds/datasheet/datasheet.h"

namespace dps::datasheets {

/// A point and the standard deviation that the fit assumes for it.
struct WeightedPoint {
  double processes = 1;
  double elements = 0;
  double time = 0;   ///< seconds
  double sigma = 0;  ///< seconds; above 0
};

/// sigma^2 = error^2 + (floor * median)^2; `floor` is a share. A point with both terms 0 has the
/// least sigma of the others; so has one with a median of 0 whose sigma is smaller, since the
/// floor, which is a share, has no effect there.
std::vector<WeightedPoint> weighted(std::span<const RawPoint> points, double floor);

/// The equation with the least chi-squared. Times are in seconds.
struct FormFit {
  machines::StartForm start_form = machines::StartForm::kProcesses;
  machines::DataForm data_form = machines::DataForm::kData;
  // The constant, the start and the data term; an unused term is 0.
  std::array<double, 3> value{};
  std::array<double, 3> error{};
  std::array<bool, 3> is_used{};
  machines::Correlations correlations;
  double chi_squared = 0;

  [[nodiscard]] std::size_t used() const;
  [[nodiscard]] double time(double processes, double elements) const;
};

/// Collects points, and fits equations of the forms that the class of a function allows.
class FormFitter {
 public:
  explicit FormFitter(machines::FunctionClass function_class);

  void add(std::span<const WeightedPoint> points);

  /// The first form, in the order of StartForm and then of DataForm, whose chi-squared is within
  /// 10^-9 of the least.
  [[nodiscard]] FormFit best() const;

  /// The number of coefficients of an equation.
  [[nodiscard]] std::size_t coefficients() const;

 private:
  [[nodiscard]] FormFit fit(machines::StartForm start, machines::DataForm data) const;

  machines::FunctionClass function_class_;
  statistics::LeastSquares equations_;
};

}  // namespace dps::datasheets
