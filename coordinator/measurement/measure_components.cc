#include "coordinator/measurement/measure_components.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "calibration/component_blueprint.h"
#include "coordinator/measurement/measure_hosts.h"
#include "statistics/estimate.h"

namespace dps::coordinator {
namespace {

using calibration::Component;
using calibration::ComponentFindings;
using calibration::TimedComponent;

template <typename Value>
using Outcome = tl::expected<Value, ExitStatus>;

using Clock = std::chrono::steady_clock;

/// How often a component is carried out in a run, and in how many runs of a session.
struct Share {
  std::uint32_t times = 1;
  std::uint32_t runs = 2;
};

/// One component on one host.
class Timing {
 public:
  Timing(const Laboratory& laboratory, const Component& component, std::optional<std::string> host)
      : laboratory_(laboratory), component_(component), host_(std::move(host)) {}

  Outcome<TimedComponent> run(bool quick);

 private:
  Outcome<void> play(const Share& share);
  [[nodiscard]] Share share(bool quick) const;

  const Laboratory& laboratory_;
  const Component& component_;
  std::optional<std::string> host_;
  std::vector<double> means_;       // by run
  std::vector<double> cpu_shares_;  // by run
  std::uint64_t repeats_ = 0;
};

Outcome<void> Timing::play(const Share& share) {
  const auto result =
      laboratory_.play({calibration::component_blueprint(component_, share.times, host_),
                        share.runs, std::nullopt, profiles::Level::kProcess});
  if (!result) {
    return tl::unexpected(result.error());
  }
  for (const profiles::RunProfile& run : result->runs) {
    means_.push_back(calibration::component_time(share.times, run));
    cpu_shares_.push_back(calibration::cpu_share(run));
  }
  repeats_ += std::uint64_t{share.times} * share.runs;
  return {};
}

/// Many short runs: before each the process sleeps, so that on a host which is not quite idle most
/// of them are over before somebody else is given the CPU.
Share Timing::share(bool quick) const {
  const double seconds = quick ? 0.001 : 0.005;
  const double most = quick ? 100 : 10'000;
  const double least_time = *std::min_element(means_.begin(), means_.end());
  const double times = std::clamp(seconds / std::max(least_time, 1e-9), 1.0, most);
  return {static_cast<std::uint32_t>(times), quick ? 3U : 20U};
}

/// First twice, to learn how long it takes; of what is short these were too few, and are forgotten.
Outcome<TimedComponent> Timing::run(bool quick) {
  constexpr std::chrono::seconds kEnough(3);
  const auto begun = Clock::now();
  if (const auto played = play({}); !played) {
    return tl::unexpected(played.error());
  }
  const Share usual = share(quick);
  const auto is_enough = [&] {
    return statistics::estimate(means_).error <= calibration::kSmallError || quick ||
           Clock::now() - begun > kEnough;
  };
  if (usual.times > 1 || !is_enough()) {
    means_.clear();
    cpu_shares_.clear();
    repeats_ = 0;
    do {
      if (const auto played = play(usual); !played) {
        return tl::unexpected(played.error());
      }
    } while (!is_enough());
  }
  return TimedComponent{0, 0, statistics::estimate(means_), repeats_,
                        statistics::estimate(cpu_shares_).value};
}

/// What the user or the system asked for, not what a component did.
bool stops_all(ExitStatus status) {
  return status != ExitStatus::kFailed && status != ExitStatus::kInputWrong;
}

}  // namespace

Outcome<ComponentFindings> measure_components(const Laboratory& laboratory,
                                              std::vector<Component> components, bool quick) {
  const auto measured = measure_hosts(laboratory);
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
      laboratory.announce(calibration::name_of(component) + " on " + name);
      auto timed = Timing(laboratory, component,
                          laboratory.hosts().empty() ? std::nullopt : std::optional(name))
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

}  // namespace dps::coordinator
