#include "predictor/rawtiming/plan/samples.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/statistics/median_error.h"
#include "predictor/datasheets/raw/raw_folder.h"

namespace dps::rawtiming {
namespace {

using datasheets::Stop;

/// ceil(count·pass/passes)
std::uint64_t share_of(std::uint64_t count, std::uint64_t pass, std::uint64_t passes) {
  return (count * pass + passes - 1) / passes;
}

}  // namespace

std::optional<double> Samples::relative_error(double timer_resolution) const {
  if (trials.size() < 2) {
    return std::nullopt;
  }
  std::vector<double> sorted;
  sorted.reserve(trials.size());
  for (const datasheets::TimedTrial& trial : trials) {
    sorted.push_back(trial.seconds);
  }
  std::sort(sorted.begin(), sorted.end());
  const double error =
      std::max(statistics::median_error(sorted), timer_resolution / std::sqrt(12.0));
  const double median = statistics::median_of_sorted(sorted);
  if (median <= 0) {  // a time that overlap hides
    return error > 0 ? std::nullopt : std::optional(0.0);
  }
  return error / median;
}

datasheets::RawPoint Samples::point(std::uint64_t processes, std::uint64_t elements,
                                    double timer_resolution) const {
  auto point = datasheets::point_of_trials(processes, elements, trials, timer_resolution);
  point.counts->late = late;
  point.counts->stop = stop;
  return point;
}

std::vector<std::string> unmeasured_functions(const MeasurementPlan& plan,
                                              const std::vector<Samples>& samples) {
  struct Count {
    std::uint64_t points = 0;
    std::uint64_t trials = 0;
    std::uint64_t late = 0;
  };
  std::vector<Count> counts(plan.series.size());
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    Count& count = counts[plan.points[i].series];
    ++count.points;
    count.trials += samples[i].trials.size();
    count.late += samples[i].late;
  }
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto& [points, trials, late] = counts[i];
    if (points > 0 && trials == 0) {
      sentences.push_back(fmt::format(
          "{}: no point is measured, since {}",
          datasheets::full_name(plan.series[i].name(), plan.series[i].path),
          late > 0 ? fmt::format("{} began too late; use --sync barrier, or leave the machine idle",
                                 late == 1 ? "its trial" : fmt::format("all {} trials", late))
                   : "it had no trial"));
    }
  }
  return sentences;
}

std::optional<Stop> stop_of(const Samples& samples, const StopRules& rules, std::uint64_t pass,
                            double timer_resolution) {
  const std::uint64_t count = samples.trials.size();
  if (count >= share_of(rules.min_trials, pass, rules.passes)) {
    const auto error = samples.relative_error(timer_resolution);
    if (error && *error <= rules.error) {
      return Stop::kError;
    }
  }
  if (count >= share_of(rules.max_trials, pass, rules.passes)) {
    return Stop::kTrials;
  }
  const double share = static_cast<double>(pass) / static_cast<double>(rules.passes);
  return samples.seconds >= rules.point_time * share ? std::optional(Stop::kTime) : std::nullopt;
}

std::uint64_t next_block(const Samples& samples, const StopRules& rules, std::uint64_t pass,
                         std::uint64_t most) {
  const std::uint64_t least = share_of(rules.min_trials, pass, rules.passes);
  const std::uint64_t last = share_of(rules.max_trials, pass, rules.passes);
  const std::uint64_t count = samples.trials.size();
  const std::uint64_t wanted = count < least ? least - count : last - std::min(count, last);
  return std::clamp<std::uint64_t>(wanted, 1, most);
}

}  // namespace dps::rawtiming
