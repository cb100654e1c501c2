#include "predictor/datasheets/fit/form_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace dps::datasheets {
namespace {

using machines::DataForm;
using machines::FunctionClass;
using machines::StartForm;

constexpr std::array kStartForms{StartForm::kProcesses, StartForm::kLogProcesses,
                                 StartForm::kSquare};
constexpr std::array kDataForms{DataForm::kData, DataForm::kProcessesData,
                                DataForm::kLogProcessesData, DataForm::kSquareData};
constexpr std::size_t kTerms = 3;

// The unknowns of all equations: the constant, then each start form, then each data form.
constexpr std::size_t kUnknowns = 1 + kStartForms.size() + kDataForms.size();

std::size_t unknown_of(StartForm form) {
  return 1 + static_cast<std::size_t>(form);
}

std::size_t unknown_of(DataForm form) {
  return 1 + kStartForms.size() + static_cast<std::size_t>(form);
}

bool has_start(FunctionClass function_class) {
  return function_class == FunctionClass::kCollective || function_class == FunctionClass::kBarrier;
}

bool has_data(FunctionClass function_class) {
  return function_class == FunctionClass::kCollective ||
         function_class == FunctionClass::kPointToPoint;
}

/// The number of data forms that the class allows, from the first of kDataForms on; it is 1 if the
/// time of the function does not depend on the number of processes.
std::size_t data_forms(FunctionClass function_class) {
  return function_class == FunctionClass::kCollective ? kDataForms.size() : 1;
}

}  // namespace

std::vector<WeightedPoint> weighted(std::span<const RawPoint> points, double floor) {
  std::vector<WeightedPoint> all;
  all.reserve(points.size());
  double least = std::numeric_limits<double>::infinity();
  for (const RawPoint& point : points) {
    const double sigma = std::hypot(point.error, floor * point.median);
    all.push_back({static_cast<double>(point.processes), static_cast<double>(point.elements),
                   point.median, sigma});
    least = sigma > 0 && point.median > 0 ? std::min(least, sigma) : least;
  }
  for (WeightedPoint& point : all) {
    if (std::isfinite(least) && point.time <= 0) {
      point.sigma = std::max(point.sigma, least);
    } else if (point.sigma <= 0) {
      point.sigma = std::isfinite(least) ? least : 1;
    }
  }
  return all;
}

std::size_t FormFit::used() const {
  return static_cast<std::size_t>(std::count(is_used.begin(), is_used.end(), true));
}

double FormFit::time(double processes, double elements) const {
  return value[0] + value[1] * machines::start_factor(start_form, processes) +
         value[2] * machines::data_factor(data_form, processes, elements);
}

FormFitter::FormFitter(FunctionClass function_class)
    : function_class_(function_class), equations_(kUnknowns) {}

void FormFitter::add(std::span<const WeightedPoint> points) {
  std::vector<statistics::WeightedEquation> equations;
  equations.reserve(points.size());
  for (const WeightedPoint& point : points) {
    statistics::WeightedEquation equation{{1}, point.time, 1 / point.sigma};
    equation.coefficients.reserve(kUnknowns);
    for (const StartForm form : kStartForms) {
      equation.coefficients.push_back(machines::start_factor(form, point.processes));
    }
    for (const DataForm form : kDataForms) {
      equation.coefficients.push_back(machines::data_factor(form, point.processes, point.elements));
    }
    equations.push_back(std::move(equation));
  }
  equations_.add(equations);
}

std::size_t FormFitter::coefficients() const {
  return 1 + (has_start(function_class_) ? 1U : 0U) + (has_data(function_class_) ? 1U : 0U);
}

FormFit FormFitter::fit(StartForm start, DataForm data) const {
  std::vector<std::size_t> unknowns{0};
  std::vector<std::size_t> terms{0};
  if (has_start(function_class_)) {
    unknowns.push_back(unknown_of(start));
    terms.push_back(1);
  }
  if (has_data(function_class_)) {
    unknowns.push_back(unknown_of(data));
    terms.push_back(2);
  }
  const statistics::LeastSquaresFit found = equations_.fit(unknowns);
  FormFit fit;
  fit.start_form = start;
  fit.data_form = data;
  fit.chi_squared = found.squares;
  std::array<std::array<double, kTerms>, kTerms> between{};
  for (std::size_t i = 0; i < terms.size(); ++i) {
    fit.value[terms[i]] = found.unknowns[i];
    fit.error[terms[i]] = found.error(i);
    fit.is_used[terms[i]] = found.is_used[i];
    for (std::size_t k = 0; k < terms.size(); ++k) {
      between[terms[i]][terms[k]] = found.correlation(i, k);
    }
  }
  fit.correlations = {between[0][1], between[0][2], between[1][2]};
  return fit;
}

FormFit FormFitter::best() const {
  const std::size_t starts = has_start(function_class_) ? kStartForms.size() : 1;
  const std::size_t data = data_forms(function_class_);
  std::vector<FormFit> fits;
  fits.reserve(starts * data);
  for (std::size_t i = 0; i < starts; ++i) {
    for (std::size_t k = 0; k < data; ++k) {
      fits.push_back(fit(kStartForms[i], kDataForms[k]));
    }
  }
  double least = std::numeric_limits<double>::infinity();
  for (const FormFit& one : fits) {
    least = std::min(least, one.chi_squared);
  }
  constexpr double kEqual = 1e-9;
  const double most = least + kEqual * std::max(1.0, least);
  return *std::find_if(fits.begin(), fits.end(),
                       [&](const FormFit& one) { return !(one.chi_squared > most); });
}

}  // namespace dps::datasheets
