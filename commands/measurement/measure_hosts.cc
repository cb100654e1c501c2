#include "commands/measurement/measure_hosts.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "base/statistics/estimate.h"
#include "base/utc_date.h"
#include "base/version.h"
#include "predictor/calibration/leg.h"
#include "profiles/environment.h"
#include "profiles/host_load.h"

namespace dps::commands {
namespace {

using profiles::RunResult;

constexpr double kMultiplications = 10e6;  // about 10 ms
constexpr std::uint32_t kRuns = 5;

/// Times by host, then by run.
std::vector<std::vector<double>> times_of(const RunResult& result) {
  std::vector<std::vector<double>> times;
  for (const profiles::RunProfile& run : result.runs) {
    const auto one = calibration::multiply_times(kMultiplications, run);
    times.resize(one.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
      times[i].push_back(one[i]);
    }
  }
  return times;
}

calibration::HostFinding finding(const RunResult& result, const std::string& name,
                                 const std::vector<double>& times) {
  const auto host = std::find_if(result.hosts.begin(), result.hosts.end(),
                                 [&](const auto& one) { return one.name == name; });
  DPS_CHECK(host != result.hosts.end());
  const machines::MachineHost unnamed;
  return {name,
          host->type,
          host->speed == unnamed.speed ? std::nullopt : std::optional(host->speed),
          static_cast<std::uint32_t>(host->cores),
          host->memory,
          statistics::estimate(times),
          times};
}

/// Environment of a calibration; `wait` is the user's option, since this run always blocks.
std::vector<std::pair<std::string, std::string>> environment_of(const RunResult& result,
                                                                bool spins) {
  std::vector<std::pair<std::string, std::string>> environment{{"dps", dps_version()},
                                                               {"date", utc_date()}};
  environment.emplace_back("wait", spins ? "spin" : "block");
  for (const char* const wanted : {"transport", "launcher", "cpus", "kernels", "load_before"}) {
    for (const auto& [key, value] : result.environment) {
      if (key == wanted) {
        environment.emplace_back(key, profiles::readable_form(value));
      }
    }
  }
  return environment;
}

}  // namespace

tl::expected<MeasuredHosts, ExitStatus> measure_hosts(const BlueprintRunner& runner) {
  runner.report_step("hosts", 0);
  std::vector<std::string> names;
  names.reserve(runner.hosts().size());
  for (const coordinator::Host& host : runner.hosts()) {
    names.push_back(host.name);
  }
  // The hosts multiply one after the other. The waiting processes sleep, since several hosts may be
  // virtual machines on the same cores.
  constexpr bool kSpin = false;
  const auto result =
      runner.run({calibration::work_blueprint(names, kMultiplications), kRuns, kSpin});
  if (!result) {
    return tl::unexpected(result.error());
  }
  MeasuredHosts measured;
  const auto times = times_of(*result);
  for (std::size_t i = 0; i < times.size(); ++i) {
    measured.hosts.push_back(finding(*result, result->runs.front().processes[i].host, times[i]));
  }
  measured.environment = environment_of(*result, runner.spins());
  if (std::string busy = profiles::load_note(*result); !busy.empty()) {
    runner.report_note(busy);
    measured.environment.emplace_back("busy", std::move(busy));
  }
  return measured;
}

}  // namespace dps::commands
