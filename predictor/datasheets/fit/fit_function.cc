#include "predictor/datasheets/fit/fit_function.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>

#include <fmt/format.h>

#include "base/statistics/goodness_of_fit.h"
#include "base/statistics/median_error.h"
#include "base/units.h"
#include "predictor/datasheets/fit/form_fit.h"

namespace dps::datasheets {
namespace {

using machines::EquationFit;
using machines::FunctionClass;
using machines::MeasuredRange;
using machines::SheetRange;

constexpr double kAttosecondsPerSecond = 1e18;
constexpr double kMostSeconds = 18;
constexpr double kFar = 0.25;
constexpr double kLeastQuality = 0.01;

Attoseconds nearest_attosecond(double seconds) {
  const double most = std::min(seconds, kMostSeconds);
  return Attoseconds(static_cast<std::uint64_t>(std::round(most * kAttosecondsPerSecond)));
}

/// The equation of a fit; terms that are unused, or that round to 0, have no form.
machines::Equation equation_of(const FormFit& fit) {
  machines::Equation equation;
  equation.value = {nearest_attosecond(fit.value[0]), nearest_attosecond(fit.value[1]),
                    nearest_attosecond(fit.value[2])};
  equation.errors =
      machines::Coefficients{nearest_attosecond(fit.error[0]), nearest_attosecond(fit.error[1]),
                             nearest_attosecond(fit.error[2])};
  equation.correlations = fit.correlations;
  if (fit.is_used[1] && equation.value.start > Attoseconds()) {
    equation.start_form = fit.start_form;
  } else {
    equation.value.start = equation.errors->start = Attoseconds();
    equation.correlations->constant_start = equation.correlations->start_data = 0;
  }
  if (fit.is_used[2] && equation.value.data > Attoseconds()) {
    equation.data_form = fit.data_form;
  } else {
    equation.value.data = equation.errors->data = Attoseconds();
    equation.correlations->constant_data = equation.correlations->start_data = 0;
  }
  return equation;
}

double relative_deviation(double median, double fitted) {
  return median == fitted ? 0 : median / fitted - 1;
}

/// The quality of a fit. Points where the equation is 0 have infinite deviations, which are left
/// out.
EquationFit quality_of(const FormFit& fit, std::span<const WeightedPoint> points) {
  EquationFit result;
  std::vector<double> deviations;
  deviations.reserve(points.size());
  for (const WeightedPoint& point : points) {
    const double fitted = fit.time(point.processes, point.elements);
    const double difference = (point.time - fitted) / point.sigma;
    result.chi_squared += difference * difference;
    const double deviation = std::abs(relative_deviation(point.time, fitted));
    if (std::isfinite(deviation)) {
      deviations.push_back(deviation);
    }
  }
  result.points = points.size();
  result.freedom = points.size() - std::min(points.size(), fit.used());
  result.quality = statistics::goodness_of_fit(result.chi_squared, result.freedom);
  if (!deviations.empty()) {
    std::sort(deviations.begin(), deviations.end());
    result.median = statistics::median_of_sorted(deviations);
    result.most = deviations.back();
  }
  return result;
}

template <typename Member>
MeasuredRange measured(const std::vector<RawPoint>& points, Member member) {
  const auto [least, most] = std::minmax_element(
      points.begin(), points.end(),
      [&](const RawPoint& one, const RawPoint& other) { return one.*member < other.*member; });
  return {(*least).*member, (*most).*member};
}

std::set<std::uint64_t> numbers_of_processes(const std::vector<RawPoint>& points) {
  std::set<std::uint64_t> processes;
  for (const RawPoint& point : points) {
    processes.insert(point.processes);
  }
  return processes;
}

/// Lists numbers: "2, 4 and 8", or "2, 4, … 128".
std::string listed(const std::set<std::uint64_t>& numbers) {
  constexpr std::size_t kMostListed = 5;
  std::string text;
  std::size_t at = 0;
  for (const std::uint64_t number : numbers) {
    const bool is_last = ++at == numbers.size();
    if (numbers.size() > kMostListed && at > 2 && !is_last) {
      continue;
    }
    text += at == 1 ? "" : !is_last ? ", " : numbers.size() > kMostListed ? ", … " : " and ";
    text += std::to_string(number);
  }
  return text;
}

/// Warns if points of several numbers of processes have equal weight in an equation without p.
void warn_of_processes_without_term(const std::set<std::uint64_t>& processes,
                                    const std::string& where, std::vector<FitWarning>& warnings) {
  if (processes.size() > 1) {
    warnings.push_back(
        {FitWarningKind::kManyProcesses, where,
         fmt::format("the points of {} processes are fitted as if their number made no difference; "
                     "'# class: collective' in the file gives the equation terms with p",
                     listed(processes)),
         static_cast<double>(processes.size())});
  }
}

/// Formats a deviation: "+40 %".
std::string deviation_words(double deviation) {
  constexpr double kMost = 10;
  return deviation > kMost ? fmt::format("more than {} times as long", kMost)
                           : fmt::format("{:+.0f} %", 100 * deviation);
}

/// Warns of points that are far from the equation, and names the farthest.
void warn_of_far_points(const machines::Equation& equation, const std::vector<RawPoint>& points,
                        const std::string& where, std::vector<FitWarning>& warnings) {
  std::size_t far = 0;
  const RawPoint* farthest = nullptr;
  double most = kFar;
  for (const RawPoint& point : points) {
    const double deviation = std::abs(deviation_of(equation, point));
    far += deviation > kFar ? 1 : 0;
    if (deviation > most) {
      most = deviation;
      farthest = &point;
    }
  }
  if (farthest != nullptr) {
    warnings.push_back(
        {FitWarningKind::kFarPoints, where,
         fmt::format("{} of {} points {} off by more than 25 %, most of all {} on {} ({})", far,
                     points.size(), far == 1 ? "is" : "are", counted(farthest->elements, "element"),
                     counted(farthest->processes, "process", "processes"),
                     deviation_words(deviation_of(equation, *farthest))),
         most, far});
  }
}

void warn(const SheetRange& range, const PointRange& points, const RawSeries& series,
          const std::string& where, std::vector<FitWarning>& warnings) {
  const bool depends_on_processes = series.function_class == FunctionClass::kCollective ||
                                    series.function_class == FunctionClass::kBarrier;
  constexpr std::size_t kFewestProcesses = 3;
  const std::set<std::uint64_t> numbers = numbers_of_processes(points.points);
  const std::size_t processes = numbers.size();
  if (series.function_class == FunctionClass::kPointToPoint) {
    warn_of_processes_without_term(numbers, where, warnings);
  }
  if (depends_on_processes && processes < kFewestProcesses) {
    warnings.push_back({FitWarningKind::kFewProcesses, where,
                        fmt::format("only {} measured, so the dependence on p is unknown; "
                                    "measure at least {}",
                                    processes == 1 ? "one number of processes was"
                                                   : "two numbers of processes were",
                                    kFewestProcesses)});
  }
  if (range.fit->quality && *range.fit->quality < kLeastQuality) {
    warnings.push_back(
        {FitWarningKind::kPoorFit, where,
         fmt::format("Q is {:.2g}, so the points do not follow an equation of this kind",
                     *range.fit->quality),
         1 - *range.fit->quality});
  }
  warn_of_far_points(range.equation, points.points, where, warnings);
}

Result<SheetRange> fit_range(const PointRange& points, const RawSeries& series,
                             const FitOptions& options) {
  const std::vector<WeightedPoint> all = weighted(points.points, options.floor);
  FormFitter fitter(series.function_class);
  fitter.add(all);
  const FormFit fit = fitter.best();
  if (std::any_of(fit.value.begin(), fit.value.end(), [](double v) { return v > kMostSeconds; })) {
    return failure(ErrorCode::kInput,
                   fmt::format("the equation of {} has a coefficient above 18 s, the largest of a "
                               "sheet; check that the times of its file are in seconds",
                               full_name(series.name, series.path)));
  }
  SheetRange range{points.most, equation_of(fit), quality_of(fit, all), std::nullopt, std::nullopt};
  if (series.function_class != FunctionClass::kLocal) {
    range.processes = measured(points.points, &RawPoint::processes);
  }
  if (series.function_class == FunctionClass::kPointToPoint ||
      series.function_class == FunctionClass::kCollective) {
    range.elements = measured(points.points, &RawPoint::elements);
  }
  return range;
}

}  // namespace

double deviation_of(const machines::Equation& equation, const RawPoint& point) {
  const double fitted = machines::times_of(equation, static_cast<double>(point.processes),
                                           static_cast<double>(point.elements))
                            .average;
  return relative_deviation(point.median, fitted);
}

std::string sizes_of(const SheetRange& range, const SheetRange* before) {
  const auto least = before == nullptr ? std::nullopt : before->most;
  if (least && range.most) {
    return fmt::format("{} to {} elements", *least, *range.most);
  }
  return range.most ? fmt::format("{} elements or less", *range.most)
         : least    ? fmt::format("{} elements or more", *least)
                    : "";
}

Result<FittedFunction> fit_function(const RawSeries& series, const FitOptions& options) {
  const auto ranges = ranges_of(series, options);
  if (!ranges) {
    return tl::unexpected(ranges.error());
  }
  FittedFunction fitted{{series.name, series.function_class, series.path, {}}, {}};
  fitted.function.ranges.reserve(ranges->size());
  for (const PointRange& points : *ranges) {
    auto range = fit_range(points, series, options);
    if (!range) {
      return tl::unexpected(range.error());
    }
    fitted.function.ranges.push_back(*range);
  }
  for (std::size_t i = 0; i < ranges->size(); ++i) {
    const SheetRange& range = fitted.function.ranges[i];
    const std::string sizes = sizes_of(range, i == 0 ? nullptr : &fitted.function.ranges[i - 1]);
    const std::string where =
        full_name(series.name, series.path) + (sizes.empty() ? "" : ", " + sizes);
    warn(range, (*ranges)[i], series, where, fitted.warnings);
  }
  return fitted;
}

}  // namespace dps::datasheets
