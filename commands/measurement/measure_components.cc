#include "commands/measurement/measure_components.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "base/statistics/estimate.h"
#include "commands/measurement/measure_hosts.h"
#include "predictor/calibration/component_blueprint.h"

namespace dps::commands {
namespace {

using calibration::Component;
using calibration::ComponentFindings;
using calibration::TimedComponent;

template <typename Value>
using Outcome = tl::expected<Value, ExitStatus>;

using Clock = std::chrono::steady_clock;

/// The number of executions of a component in a run, and of runs in a session.
struct Repeats {
  std::uint32_t times = 1;
  std::uint32_t runs = 2;
};

/// Measures one component on one host.
class Timing {
 public:
  Timing(const BlueprintRunner& runner, const Component& component, std::optional<std::string> host)
      : runner_(runner), component_(component), host_(std::move(host)) {}

  Outcome<TimedComponent> run(bool quick);

 private:
  Outcome<void> run_session(const Repeats& repeats);
  [[nodiscard]] Repeats usual_repeats(bool quick) const;

  const BlueprintRunner& runner_;
  const Component& component_;
  std::optional<std::string> host_;
  std::vector<double> means_;       // by run
  std::vector<double> cpu_shares_;  // by run
  std::uint64_t repeats_ = 0;
};

Outcome<void> Timing::run_session(const Repeats& repeats) {
  const auto result =
      runner_.run({calibration::component_blueprint(component_, repeats.times, host_), repeats.runs,
                   std::nullopt, profiles::Level::kProcess});
  if (!result) {
    return tl::unexpected(result.error());
  }
  for (const profiles::RunProfile& run : result->runs) {
    means_.push_back(calibration::component_time(repeats.times, run));
    cpu_shares_.push_back(calibration::cpu_share(run));
  }
  repeats_ += std::uint64_t{repeats.times} * repeats.runs;
  return {};
}

/// Many short runs. The process sleeps before each of them, so that even on a host that is not idle
/// most runs end before the scheduler preempts the process.
Repeats Timing::usual_repeats(bool quick) const {
  const double seconds = quick ? 0.001 : 0.005;
  const double most = quick ? 100 : 10'000;
  const double least_time = *std::min_element(means_.begin(), means_.end());
  const double times = std::clamp(seconds / std::max(least_time, 1e-9), 1.0, most);
  return {static_cast<std::uint32_t>(times), quick ? 3U : 20U};
}

/// The first session estimates the duration of the component. For a short component it is too
/// inaccurate, and its results are dropped.
Outcome<TimedComponent> Timing::run(bool quick) {
  constexpr std::chrono::seconds kEnough(3);
  const auto begun = Clock::now();
  if (const auto done = run_session({}); !done) {
    return tl::unexpected(done.error());
  }
  const Repeats usual = usual_repeats(quick);
  const auto is_enough = [&] {
    return statistics::estimate(means_).error <= calibration::kSmallError || quick ||
           Clock::now() - begun > kEnough;
  };
  if (usual.times > 1 || !is_enough()) {
    means_.clear();
    cpu_shares_.clear();
    repeats_ = 0;
    do {
      if (const auto done = run_session(usual); !done) {
        return tl::unexpected(done.error());
      }
    } while (!is_enough());
  }
  return TimedComponent{0, 0, statistics::estimate(means_), repeats_,
                        statistics::estimate(cpu_shares_).value};
}

/// Returns true if the session was stopped from outside rather than failed because of a component.
bool stops_all(ExitStatus status) {
  return status != ExitStatus::kFailed && status != ExitStatus::kInputWrong;
}

}  // namespace

Outcome<ComponentFindings> measure_components(const BlueprintRunner& runner,
                                              std::vector<Component> components, bool quick) {
  const auto measured = measure_hosts(runner);
  if (!measured) {
    return tl::unexpected(measured.error());
  }
  ComponentFindings findings;
  findings.components = std::move(components);
  findings.hosts = calibration::one_of_each_type(measured->hosts);
  findings.environment = measured->environment;
  ExitStatus first_failure = ExitStatus::kDone;
  for (std::uint32_t i = 0; i < findings.components.size(); ++i) {
    for (std::uint32_t host = 0; host < findings.hosts.size(); ++host) {
      const Component& component = findings.components[i];
      const std::string& name = findings.hosts[host].name;
      const std::size_t pairs = findings.components.size() * findings.hosts.size();
      runner.report_step(
          calibration::name_of(component) + " on " + name,
          static_cast<double>(i * findings.hosts.size() + host) / static_cast<double>(pairs));
      auto timed =
          Timing(runner, component, runner.hosts().empty() ? std::nullopt : std::optional(name))
              .run(quick);
      if (timed) {
        timed->component = i;
        timed->host = host;
        findings.timed.push_back(*timed);
      } else if (stops_all(timed.error())) {
        return tl::unexpected(timed.error());
      } else if (first_failure == ExitStatus::kDone) {
        first_failure = timed.error();
      }
    }
  }
  if (findings.timed.empty()) {
    return tl::unexpected(first_failure);
  }
  return findings;
}

}  // namespace dps::commands
