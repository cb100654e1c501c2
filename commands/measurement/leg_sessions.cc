#include "commands/measurement/leg_sessions.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace dps::commands {
namespace {

using calibration::LegRun;
using calibration::LegTimes;
using datasheets::Stop;

statistics::Estimate estimate_of(const std::vector<LegRun>& runs, double LegTimes::*time) {
  std::vector<double> times;
  times.reserve(runs.size());
  for (const LegRun& run : runs) {
    times.push_back(run.times.*time);
  }
  return statistics::estimate(times);
}

}  // namespace

tl::expected<std::vector<std::vector<LegTimes>>, ExitStatus> LegSessions::times_of(
    const LegSeries& series, const calibration::Pair& pair, std::uint32_t runs) const {
  const auto result = runner_.run(
      {calibration::pair_blueprint(series.legs, pair), runs, series.spin, series.level});
  if (!result) {
    return tl::unexpected(result.error());
  }
  std::vector<std::vector<LegTimes>> times;
  times.reserve(result->runs.size());
  for (const profiles::RunProfile& run : result->runs) {
    times.push_back(calibration::leg_times(series.legs, run));
  }
  return times;
}

std::uint32_t LegSessions::runs_for(Seconds duration) const {
  constexpr double kEnough = 3;
  const double most = effort_ == calibration::Effort::kFull ? 5 : 2;
  return static_cast<std::uint32_t>(std::clamp(kEnough / duration.count(), 2.0, most));
}

tl::expected<std::vector<MeasuredLeg>, ExitStatus> LegSessions::measure(
    const LegSeries& series, const calibration::Probe& probe, const calibration::Pair& pair) const {
  constexpr double kSmallError = 0.03;
  constexpr std::chrono::seconds kEnough(3);
  const auto begun = std::chrono::steady_clock::now();
  const std::size_t count = series.legs.size();
  std::vector<MeasuredLeg> measured(count);
  const std::uint32_t runs = runs_for(calibration::duration_of(series.legs, probe));
  std::optional<Stop> stop;
  for (std::uint64_t session = 1; !stop; ++session) {
    const auto times = times_of(series, pair, runs);
    if (!times) {
      return tl::unexpected(times.error());
    }
    double largest = 0;
    for (std::size_t i = 0; i < count; ++i) {
      MeasuredLeg& leg = measured[i];
      for (const auto& run : *times) {
        leg.runs.push_back({session, run[i]});
      }
      leg.send = estimate_of(leg.runs, &LegTimes::send);
      leg.rest = estimate_of(leg.runs, &LegTimes::rest);
      largest = std::max({largest, leg.send.error, leg.rest.error});
    }
    if (largest <= kSmallError) {
      stop = Stop::kError;
    } else if (effort_ == calibration::Effort::kQuick) {
      stop = Stop::kTrials;
    } else if (std::chrono::steady_clock::now() - begun > kEnough) {
      stop = Stop::kTime;
    }
  }
  for (MeasuredLeg& leg : measured) {
    leg.stop = *stop;
  }
  return measured;
}

}  // namespace dps::commands
