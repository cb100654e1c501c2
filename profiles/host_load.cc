#include "profiles/host_load.h"

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "profiles/environment.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kMostHosts = 3;  // named in the note
// Source: docs/result.md, "Busy hosts".
constexpr double kBusyLoad = 0.5;          // of each core
constexpr double kFewestSwitches = 10;     // of a run
constexpr double kSwitchesPerSecond = 20;  // of each process
constexpr double kStolenShare = 0.02;      // of the time of all cores
constexpr double kLeastStolenSeconds = 0.02;

/// An entry of the environment: a number for each host.
std::vector<double> numbers_of(const RunResult& result, std::string_view name) {
  std::vector<double> numbers;
  for (const auto& [key, value] : result.environment) {
    std::istringstream words(key == name ? readable_form(value) : "");
    for (double number = 0; words >> number;) {
      numbers.push_back(number);
    }
  }
  numbers.resize(result.hosts.size());
  return numbers;
}

/// The number of processes on the host, in the first run.
std::int64_t processes_on(const HostProfile& host, const RunResult& result) {
  return result.runs.empty()
             ? 0
             : std::ranges::count(result.runs.front().processes, host.name, &ProcessProfile::host);
}

/// Signs of other work on a host.
struct Signs {
  double load_before = 0;
  double switches = 0;  ///< involuntary ones, in all runs
  double stolen_s = 0;  ///< in all runs
  double cores = 0;
  double processes = 0;  ///< of a run
  double seconds = 0;    ///< the makespans of all runs
};

std::vector<std::string> signs_before(const Signs& host) {
  if (host.load_before <= kBusyLoad * host.cores) {
    return {};
  }
  return {fmt::format("load {:.2f} on {} core{} at the start", host.load_before, host.cores,
                      host.cores == 1 ? "" : "s")};
}

/// A host with more processes than cores preempts them itself.
std::vector<std::string> signs_during(const Signs& host) {
  std::vector<std::string> signs;
  if (host.processes <= host.cores && host.switches >= kFewestSwitches &&
      host.switches > kSwitchesPerSecond * host.processes * host.seconds) {
    signs.push_back(fmt::format("{} involuntary context switches",
                                format_count(static_cast<std::uint64_t>(host.switches))));
  }
  if (host.stolen_s >= kLeastStolenSeconds &&
      host.stolen_s > kStolenShare * host.cores * host.seconds) {
    signs.push_back(fmt::format("{} of CPU time taken by the hypervisor (steal)",
                                format_time(Seconds(host.stolen_s))));
  }
  return signs;
}

}  // namespace

std::string load_note(const RunResult& result) {
  const auto loads = numbers_of(result, "load_before");
  const auto switches = numbers_of(result, "involuntary_switches");
  const auto stolen = numbers_of(result, "steal_s");
  double seconds = 0;
  for (const RunProfile& run : result.runs) {
    seconds += run.makespan_s;
  }
  bool during = false;
  std::vector<std::string> busy;
  for (std::size_t i = 0; i < result.hosts.size(); ++i) {
    const HostProfile& host = result.hosts[i];
    const Signs signs{loads[i],
                      switches[i],
                      stolen[i],
                      static_cast<double>(host.cores),
                      static_cast<double>(processes_on(host, result)),
                      seconds};
    if (host.cores == 0) {
      continue;
    }
    std::vector<std::string> shown = signs_before(signs);
    const std::vector<std::string> later = signs_during(signs);
    shown.insert(shown.end(), later.begin(), later.end());
    if (!shown.empty()) {
      busy.push_back(fmt::format("{} ({})", printable(host.name), fmt::join(shown, ", ")));
      during = during || !later.empty();
    }
  }
  if (busy.empty()) {
    return "";
  }
  const std::size_t more = busy.size() - std::min(busy.size(), kMostHosts);
  busy.resize(busy.size() - more);
  return fmt::format(
      "other work used {}{}: {}real times are longer and vary more than on idle hosts; CPU times "
      "are affected less",
      fmt::join(busy, ", "), more > 0 ? fmt::format(" and {} more hosts", more) : "",
      during ? "" : "if it went on during the run, ");
}

std::string crowd_note(const RunResult& result) {
  for (const HostProfile& host : result.hosts) {
    const std::int64_t ranks = processes_on(host, result);
    if (host.cores > 0 && ranks > static_cast<std::int64_t>(host.cores)) {
      return fmt::format(
          "{} ranks share the {} of {}: each time, of computing and of calls, may include waiting "
          "for a core",
          ranks, counted(host.cores, "core"), printable(host.name));
    }
  }
  return "";
}

}  // namespace dps::profiles
