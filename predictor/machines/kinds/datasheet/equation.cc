#include "predictor/machines/kinds/datasheet/equation.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace dps::machines {

namespace {

/// The factors of the three coefficients.
using Factors = std::array<double, 3>;

Factors factors(const Equation& equation, double processes, double elements) {
  return {1, start_factor(equation.start_form, processes),
          data_factor(equation.data_form, processes, elements)};
}

double sum(const Coefficients& coefficients, const Factors& factor) {
  return seconds_of(coefficients.constant) * factor[0] +
         seconds_of(coefficients.start) * factor[1] + seconds_of(coefficients.data) * factor[2];
}

}  // namespace

double start_factor(std::optional<StartForm> form, double processes) {
  if (!form) {
    return 0;
  }
  switch (*form) {
    case StartForm::kProcesses:
      return processes;
    case StartForm::kLogProcesses:
      return std::log(processes);
    case StartForm::kSquare:
      return processes * processes;
  }
  return 0;
}

double data_factor(std::optional<DataForm> form, double processes, double elements) {
  if (!form) {
    return 0;
  }
  switch (*form) {
    case DataForm::kData:
      return elements;
    case DataForm::kProcessesData:
      return processes * elements;
    case DataForm::kLogProcessesData:
      return std::log(processes) * elements;
    case DataForm::kSquareData:
      return processes * processes * elements;
  }
  return 0;
}

EquationTimes times_of(const Equation& equation, double processes, double elements) {
  const Factors factor = factors(equation, processes, elements);
  const double average = sum(equation.value, factor);
  const double error = equation.errors ? sum(*equation.errors, factor) : 0;
  return {std::max(0.0, average - error), average, average + error};
}

std::optional<double> confidence(const Equation& equation, double processes, double elements) {
  if (!equation.errors || !equation.correlations) {
    return std::nullopt;
  }
  const Factors factor = factors(equation, processes, elements);
  const double constant = seconds_of(equation.errors->constant) * factor[0];
  const double start = seconds_of(equation.errors->start) * factor[1];
  const double data = seconds_of(equation.errors->data) * factor[2];
  const Correlations& between = *equation.correlations;
  const double variance =
      constant * constant + start * start + data * data +
      2 * (between.constant_start * constant * start + between.constant_data * constant * data +
           between.start_data * start * data);
  constexpr double kNormalQuantile = 1.959964;  // of 97.5 %
  return kNormalQuantile * std::sqrt(std::max(0.0, variance));
}

}  // namespace dps::machines
