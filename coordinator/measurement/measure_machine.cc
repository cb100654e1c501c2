#include "coordinator/measurement/measure_machine.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "calibration/plan.h"
#include "coordinator/measurement/measure_hosts.h"
#include "statistics/estimate.h"

namespace dps::coordinator {
namespace {

using calibration::Effort;
using calibration::Findings;
using calibration::Leg;
using calibration::LegKind;
using calibration::LegTimes;
using calibration::Measure;
using calibration::Pair;
using calibration::PathFinding;
using calibration::Probe;

template <typename Value>
using Outcome = tl::expected<Value, ExitStatus>;

/// Legs that are measured together.
struct LegSeries {
  std::vector<Leg> legs;
  bool spin = false;  ///< receivers poll
};

/// The estimates for one leg over several runs.
struct Measured {
  statistics::Estimate send;
  statistics::Estimate rest;
};

/// A calibration.
class Calibration {
 public:
  Calibration(const CommandLine& line, const BlueprintRunner& runner)
      : runner_(runner), spin_(line.spin), effort_(line.quick ? Effort::kQuick : Effort::kFull) {
    findings_.blocks = !line.spin;
  }

  Outcome<Findings> run();

 private:
  [[nodiscard]] std::uint32_t runs_for(Seconds duration) const;
  [[nodiscard]] Pair pair_of(const PathFinding& path) const;
  Outcome<std::vector<std::vector<LegTimes>>> times_of(const LegSeries& series,
                                                       const PathFinding& path, std::uint32_t runs);
  Outcome<std::vector<Measured>> measure(const LegSeries& series, const Probe& probe,
                                         const PathFinding& path);

  void begin_step(const std::string& what, double usual_seconds);

  Outcome<void> measure_path(PathFinding path);
  Outcome<void> measure_waking(std::uint32_t path);
  Outcome<void> measure_buffer(std::uint32_t path);
  void record_messages(std::uint32_t path, const std::vector<Leg>& legs,
                       const std::vector<Measured>& measured, bool spin);

  const BlueprintRunner& runner_;
  bool spin_;
  Effort effort_;
  Findings findings_;
  std::vector<Probe> probes_;  // by path
  double work_ = 0;            // seconds that all steps usually take
  double begun_ = 0;           // those of the steps that have begun
};

/// Usual durations of the steps in seconds, for the estimate of the time left.
constexpr double kHosts = 0.5;
constexpr double kPath = 4;
constexpr double kWaking = 3.5;
constexpr double kBuffer = 1;

/// Measures the path within the first host, and the paths from the first and the second host to all
/// others: two measurements per host separate the costs of each link.
Outcome<Findings> Calibration::run() {
  auto hosts = measure_hosts(runner_);
  if (!hosts) {
    return tl::unexpected(hosts.error());
  }
  findings_.hosts = std::move(hosts->hosts);
  findings_.environment = std::move(hosts->environment);
  std::vector<PathFinding> paths{{0, 0, 0}};
  const auto count = static_cast<std::uint32_t>(findings_.hosts.size());
  for (std::uint32_t to = 1; to < count; ++to) {
    paths.push_back({0, to, 0});
  }
  for (std::uint32_t to = 2; to < count; ++to) {
    paths.push_back({1, to, 0});
  }
  begun_ = kHosts;
  work_ = kHosts + kPath * static_cast<double>(paths.size()) + (spin_ ? 0 : kWaking) + kBuffer;
  for (const PathFinding& path : paths) {
    if (const auto done = measure_path(path); !done) {
      return tl::unexpected(done.error());
    }
  }
  const std::uint32_t between = count > 1 ? 1 : 0;
  if (const auto done = measure_waking(between); !done) {
    return tl::unexpected(done.error());
  }
  if (const auto done = measure_buffer(between); !done) {
    return tl::unexpected(done.error());
  }
  return std::move(findings_);
}

void Calibration::begin_step(const std::string& what, double usual_seconds) {
  runner_.report_step(what, begun_ / work_);
  begun_ += usual_seconds;
}

// --- measuring ----------------------------------------------------------------------------------

Pair Calibration::pair_of(const PathFinding& path) const {
  if (runner_.hosts().empty()) {
    return std::nullopt;
  }
  return Pair({findings_.hosts[path.from].name, findings_.hosts[path.to].name});
}

/// Times by run, then by leg.
Outcome<std::vector<std::vector<LegTimes>>> Calibration::times_of(const LegSeries& series,
                                                                  const PathFinding& path,
                                                                  std::uint32_t runs) {
  const auto result =
      runner_.run({calibration::pair_blueprint(series.legs, pair_of(path)), runs, series.spin});
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

/// The number of runs in a session, from the duration of a run.
std::uint32_t Calibration::runs_for(Seconds duration) const {
  constexpr double kEnough = 3;
  const double most = effort_ == Effort::kFull ? 5 : 2;
  return static_cast<std::uint32_t>(std::clamp(kEnough / duration.count(), 2.0, most));
}

/// Repeats sessions until the standard errors are small or a time limit is reached.
Outcome<std::vector<Measured>> Calibration::measure(const LegSeries& series, const Probe& probe,
                                                    const PathFinding& path) {
  constexpr double kSmallError = 0.03;
  constexpr std::chrono::seconds kEnough(3);
  const auto begun = std::chrono::steady_clock::now();
  const std::size_t count = series.legs.size();
  std::vector<Measured> measured(count);
  std::vector<std::vector<double>> sends(count);
  std::vector<std::vector<double>> rests(count);
  const std::uint32_t runs = runs_for(calibration::duration_of(series.legs, probe));
  for (bool is_enough = false; !is_enough;) {
    const auto times = times_of(series, path, runs);
    if (!times) {
      return tl::unexpected(times.error());
    }
    double largest = 0;
    for (std::size_t i = 0; i < count; ++i) {
      for (const auto& run : *times) {
        sends[i].push_back(run[i].send);
        rests[i].push_back(run[i].rest);
      }
      measured[i] = {statistics::estimate(sends[i]), statistics::estimate(rests[i])};
      largest = std::max({largest, measured[i].send.error, measured[i].rest.error});
    }
    is_enough = largest <= kSmallError || effort_ == Effort::kQuick ||
                std::chrono::steady_clock::now() - begun > kEnough;
  }
  return measured;
}

Outcome<void> Calibration::measure_path(PathFinding path) {
  const std::string& from = findings_.hosts[path.from].name;
  const std::string& to = findings_.hosts[path.to].name;
  begin_step(
      path.from == path.to ? "messages within " + from : "messages between " + from + " and " + to,
      kPath);
  const auto probed = times_of({calibration::probe_legs(), spin_}, path, 1);
  if (!probed) {
    return tl::unexpected(probed.error());
  }
  const Probe probe = calibration::probe_of(probed->front());
  const auto legs = calibration::message_legs(probe, effort_);
  const auto measured = measure({legs, spin_}, probe, path);
  if (!measured) {
    return tl::unexpected(measured.error());
  }
  for (const Leg& leg : legs) {
    path.most_bytes = std::max(path.most_bytes, leg.bytes);
  }
  findings_.paths.push_back(path);
  probes_.push_back(probe);
  record_messages(static_cast<std::uint32_t>(findings_.paths.size() - 1), legs, *measured, spin_);
  return {};
}

/// Measures the times of a polling receiver, for the difference to a sleeping one.
Outcome<void> Calibration::measure_waking(std::uint32_t path) {
  if (!findings_.blocks) {
    return {};
  }
  begin_step("the wake-up of a process", kWaking);
  const auto legs = calibration::waking_legs(effort_);
  const auto measured = measure({legs, true}, probes_[path], findings_.paths[path]);
  if (!measured) {
    return tl::unexpected(measured.error());
  }
  record_messages(path, legs, *measured, true);
  return {};
}

Outcome<void> Calibration::measure_buffer(std::uint32_t path) {
  begin_step("the buffer", kBuffer);
  const auto legs = calibration::buffer_legs(probes_[path], effort_);
  const auto times = times_of({legs, spin_}, findings_.paths[path], 3);
  if (!times) {
    return tl::unexpected(times.error());
  }
  std::vector<double> sends;
  sends.reserve(legs.size());
  for (std::size_t i = 0; i < legs.size(); ++i) {
    double least = times->front()[i].send;
    for (const auto& run : *times) {
      least = std::min(least, run[i].send);
    }
    sends.push_back(least);
  }
  findings_.buffer = calibration::buffer_of(legs, sends);
  return {};
}

// --- recording -----------------------------------------------------------------------------------

/// The time of a send counts only for messages that certainly fit into a socket buffer; larger ones
/// may block the sender.
void Calibration::record_messages(std::uint32_t path, const std::vector<Leg>& legs,
                                  const std::vector<Measured>& measured, bool spin) {
  constexpr double kFast = 2e-9;
  constexpr std::uint64_t kSurelyTaken = 16 << 10;
  constexpr std::uint64_t kTakenByFast = 1 << 20;
  const std::uint64_t taken = probes_[path].per_byte < kFast ? kTakenByFast : kSurelyTaken;
  const bool wakes = !spin;
  for (std::size_t i = 0; i < legs.size(); ++i) {
    const Leg& leg = legs[i];
    const auto record = [&](Measure measure, const statistics::Estimate& seen) {
      findings_.observations.push_back(
          {measure, path, leg.bytes, leg.packing, wakes, seen.value, seen.error});
    };
    if (leg.kind == LegKind::kDrain) {
      record(Measure::kTake, measured[i].rest);
      continue;
    }
    if (leg.bytes <= taken) {
      record(Measure::kSend, measured[i].send);
    }
    record(Measure::kOneWay, measured[i].rest);
  }
}

}  // namespace

tl::expected<Findings, ExitStatus> measure_machine(const CommandLine& line,
                                                   const BlueprintRunner& runner) {
  return Calibration(line, runner).run();
}

}  // namespace dps::coordinator
