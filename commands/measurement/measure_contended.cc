#include "commands/measurement/measure_contended.h"

#include <chrono>
#include <optional>

#include <fmt/format.h>

#include "base/statistics/estimate.h"
#include "base/units.h"

namespace dps::commands {
namespace {

using calibration::ContendedSamples;
using calibration::Effort;
using calibration::LegTimes;
using datasheets::Stop;

double relative_error(const ContendedSamples& samples, double LegTimes::*time) {
  std::vector<double> times;
  times.reserve(samples.runs.size());
  for (const calibration::LegRun& run : samples.runs) {
    times.push_back(run.times.*time);
  }
  return statistics::estimate(times).error;
}

/// The reason to play no more sessions.
std::optional<Stop> stop_of(const ContendedSamples& samples, Effort effort, bool has_time) {
  constexpr double kSmallError = 0.03;
  if (relative_error(samples, &LegTimes::send) <= kSmallError &&
      relative_error(samples, &LegTimes::rest) <= kSmallError) {
    return Stop::kError;
  }
  if (effort == Effort::kQuick) {
    return Stop::kTrials;
  }
  return has_time ? std::nullopt : std::optional(Stop::kTime);
}

/// Plays sessions until the standard errors are small or a time limit is reached.
tl::expected<void, ExitStatus> measure_point(const BlueprintRunner& runner,
                                             const calibration::Leg& leg, Effort effort,
                                             ContendedSamples& samples) {
  constexpr std::chrono::seconds kEnough(1);
  const auto begun = std::chrono::steady_clock::now();
  std::vector<std::string> names;
  for (const coordinator::Host& host : runner.hosts()) {
    names.push_back(host.name);
  }
  const calibration::Pairs pairs{samples.processes / 2, hosts_of_group(names, samples.processes)};
  const std::uint32_t runs = effort == Effort::kFull ? 5 : 2;
  std::optional<Stop> stop;
  for (std::uint64_t session = 1; !stop; ++session) {
    const auto result = runner.run({calibration::pairs_blueprint(leg, pairs), runs, {}});
    if (!result) {
      return tl::unexpected(result.error());
    }
    for (const profiles::RunProfile& run : result->runs) {
      samples.runs.push_back({session, calibration::longest_times(leg, run)});
    }
    stop = stop_of(samples, effort, std::chrono::steady_clock::now() - begun < kEnough);
  }
  samples.stop = *stop;
  return {};
}

}  // namespace

std::vector<std::string> hosts_of_group(const std::vector<std::string>& hosts,
                                        std::uint32_t processes) {
  std::vector<std::string> chosen;
  const std::size_t count = std::min<std::size_t>(hosts.size(), processes);
  for (std::size_t i = 0; count > 0 && i < processes; ++i) {
    chosen.push_back(hosts[i * count / processes]);
  }
  return chosen;
}

tl::expected<std::vector<ContendedSamples>, ExitStatus> measure_contended(
    const BlueprintRunner& runner, const ContendedMeasurement& wanted) {
  std::vector<ContendedSamples> all;
  for (const std::uint32_t processes : wanted.groups) {
    for (const calibration::Leg& leg : wanted.legs) {
      wanted.begin_step(fmt::format("{} among {} processes", format_size(leg.bytes), processes));
      ContendedSamples& samples = all.emplace_back();
      samples.processes = processes;
      samples.bytes = leg.bytes;
      if (const auto done = measure_point(runner, leg, wanted.effort, samples); !done) {
        return tl::unexpected(done.error());
      }
    }
  }
  return all;
}

}  // namespace dps::commands
