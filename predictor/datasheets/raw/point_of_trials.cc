#include "predictor/datasheets/raw/point_of_trials.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "base/statistics/median_error.h"

namespace dps::datasheets {
namespace {

/// The standard error of the mean of the medians of passes; 0 for fewer than 3 passes.
double error_between_passes(const std::map<std::uint64_t, std::vector<double>>& passes) {
  constexpr std::size_t kFewestPasses = 3;
  if (passes.size() < kFewestPasses) {
    return 0;
  }
  const auto count = static_cast<double>(passes.size());
  double sum = 0;
  std::vector<double> medians;
  medians.reserve(passes.size());
  for (const auto& [pass, seconds] : passes) {
    medians.push_back(statistics::median_of_sorted(seconds));
    sum += medians.back();
  }
  double squares = 0;
  for (const double median : medians) {
    squares += (median - sum / count) * (median - sum / count);
  }
  return std::sqrt(squares / (count - 1) / count);
}

std::uint64_t count_outliers(const std::vector<double>& sorted) {
  constexpr double kRanges = 3;
  const double low = sorted[sorted.size() / 4];
  const double high = sorted[sorted.size() - 1 - sorted.size() / 4];
  const double far = kRanges * (high - low);
  return static_cast<std::uint64_t>(std::count_if(
      sorted.begin(), sorted.end(), [&](double x) { return x < low - far || x > high + far; }));
}

}  // namespace

RawPoint point_of_trials(std::uint64_t processes, std::uint64_t elements,
                         std::span<const TimedTrial> trials, double timer_resolution) {
  std::vector<double> all;
  all.reserve(trials.size());
  std::map<std::uint64_t, std::vector<double>> passes;
  for (const TimedTrial& trial : trials) {
    all.push_back(trial.seconds);
    passes[trial.pass].push_back(trial.seconds);
  }
  std::sort(all.begin(), all.end());
  for (auto& [pass, seconds] : passes) {
    std::sort(seconds.begin(), seconds.end());
  }
  const double error = std::max({statistics::median_error(all), error_between_passes(passes),
                                 timer_resolution / std::sqrt(12.0)});
  const auto shown = [](double seconds) { return std::max(0.0, seconds); };
  return {processes, elements, shown(statistics::median_of_sorted(all)), error,
          TrialCounts{all.size(), shown(all.front()), shown(all.back()), 0, count_outliers(all),
                      passes.size(), Stop::kTrials}};
}

}  // namespace dps::datasheets
