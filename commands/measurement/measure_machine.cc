#include "commands/measurement/measure_machine.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/statistics/estimate.h"
#include "base/statistics/median_error.h"
#include "base/units.h"
#include "commands/measurement/leg_sessions.h"
#include "commands/measurement/measure_contended.h"
#include "commands/measurement/measure_hosts.h"
#include "predictor/calibration/leg_samples.h"
#include "predictor/calibration/plan.h"

namespace dps::commands {
namespace {

using calibration::Effort;
using calibration::Findings;
using calibration::Leg;
using calibration::LegKind;
using calibration::LegRun;
using calibration::LegTimes;
using calibration::Measure;
using calibration::Packing;
using calibration::Pair;
using calibration::PathFinding;
using calibration::Probe;
using datasheets::Stop;

template <typename Value>
using Outcome = tl::expected<Value, ExitStatus>;

/// A calibration.
class Calibration {
 public:
  Calibration(const MachineMeasurement& wanted, const BlueprintRunner& runner)
      : runner_(runner),
        spin_(wanted.spins),
        effort_(wanted.is_quick ? Effort::kQuick : Effort::kFull),
        sessions_(runner, effort_),
        is_raw_(wanted.for_raw_files),
        is_contended_(wanted.under_contention),
        is_architecture_(wanted.for_architecture),
        is_bound_(wanted.bound_to_cores),
        has_turns_(wanted.has_turns) {
    findings_.blocks = !wanted.spins;
  }

  Outcome<Findings> run();

 private:
  [[nodiscard]] Pair pair_of(const PathFinding& path) const;
  Outcome<std::vector<std::vector<LegTimes>>> times_of(const LegSeries& series,
                                                       const PathFinding& path,
                                                       std::uint32_t runs) const {
    return sessions_.times_of(series, pair_of(path), runs);
  }
  Outcome<std::vector<MeasuredLeg>> measure(const LegSeries& series, const Probe& probe,
                                            const PathFinding& path) const {
    return sessions_.measure(series, probe, pair_of(path));
  }

  void begin_step(const std::string& what, double usual_seconds);

  /// Returns true if turns of cores are measured: processes that poll or are bound take none.
  [[nodiscard]] bool has_crowd() const { return has_turns_ && !spin_ && !is_bound_; }

  Outcome<void> measure_path(PathFinding path);
  Outcome<void> measure_waking(std::uint32_t path);
  Outcome<void> measure_rest(std::uint32_t path);
  Outcome<void> measure_crowd();
  Outcome<void> measure_buffer(std::uint32_t path);
  Outcome<void> measure_bare(std::uint32_t path);
  Outcome<void> measure_for_raw_files();
  Outcome<void> measure_taking(std::uint32_t path);
  Outcome<void> measure_small_buffer(std::uint32_t path);
  Outcome<void> measure_packing();
  Outcome<void> measure_unpacking(std::uint32_t path);
  Outcome<void> measure_contention();
  [[nodiscard]] std::vector<std::uint32_t> groups() const;
  Outcome<void> add_pack_times(const Leg& leg, std::uint32_t path,
                               std::vector<std::vector<double>>& by_run);
  void record_messages(std::uint32_t path, const std::vector<Leg>& legs,
                       const std::vector<MeasuredLeg>& measured, bool spin);
  static void keep_runs(std::uint32_t path, const std::vector<Leg>& legs,
                        const std::vector<MeasuredLeg>& measured,
                        std::vector<calibration::LegSamples>& kept);

  const BlueprintRunner& runner_;
  bool spin_;
  Effort effort_;
  LegSessions sessions_;
  bool is_raw_;        // raw files are written
  bool is_contended_;  // with times under contention
  bool is_architecture_;
  bool is_bound_;   // each process has a core of its own
  bool has_turns_;  // the file may have turns
  Findings findings_;
  std::vector<Probe> probes_;  // by path
  double work_ = 0;            // seconds that all steps usually take
  double begun_ = 0;           // those that the steps begun so far usually take
};

/// Usual durations of the steps in seconds, for the estimate of the time left.
constexpr double kHosts = 0.5;
constexpr double kPath = 4;
constexpr double kWaking = 3.5;
constexpr double kRest = 2;
constexpr double kCrowd = 6;
constexpr double kBuffer = 1;
constexpr double kTaking = 3;
constexpr double kSmallSends = 3;
constexpr double kPacking = 0.3;
constexpr double kPackings = 3;
constexpr double kUnpacking = 3;
constexpr double kBare = 4;
constexpr double kContended = 0.7;
constexpr double kContendedSizes = 10;

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
  work_ =
      kHosts + kPath * static_cast<double>(paths.size()) + (spin_ ? 0 : kWaking + kRest) +
      (has_crowd() ? kCrowd : 0) + kBuffer +
      (is_raw_ ? (count > 1 ? 2 : 1) * kTaking + kSmallSends + kPackings * (kPacking + kUnpacking)
               : 0) +
      (is_architecture_ ? kBare : 0) +
      (is_contended_ ? kContended * kContendedSizes * static_cast<double>(groups().size()) : 0);
  for (const PathFinding& path : paths) {
    if (const auto done = measure_path(path); !done) {
      return tl::unexpected(done.error());
    }
  }
  const std::uint32_t between = count > 1 ? 1 : 0;
  return measure_waking(between)
      .and_then([&] { return measure_rest(between); })
      .and_then([&] { return measure_crowd(); })
      .and_then([&] { return measure_buffer(between); })
      .and_then([&] { return is_architecture_ ? measure_bare(between) : Outcome<void>(); })
      .and_then([&] { return is_raw_ ? measure_for_raw_files() : Outcome<void>(); })
      .map([&] { return std::move(findings_); });
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
  const auto index = static_cast<std::uint32_t>(findings_.paths.size() - 1);
  record_messages(index, legs, *measured, spin_);
  keep_runs(index, legs, *measured, findings_.legs);
  return {};
}

/// Measures the times of a polling receiver, for the difference to a sleeping one.
Outcome<void> Calibration::measure_waking(std::uint32_t path) {
  if (!findings_.blocks) {
    return {};
  }
  begin_step("the wake-up of a process", kWaking);
  const auto legs = calibration::waking_legs(effort_);
  return measure({legs, true}, probes_[path], findings_.paths[path]).map([&](const auto& measured) {
    record_messages(path, legs, measured, true);
  });
}

Outcome<void> Calibration::measure_rest(std::uint32_t path) {
  if (!findings_.blocks) {
    return {};
  }
  begin_step("the wake-up of a core that has rested", kRest);
  const auto legs = calibration::rest_legs(effort_);
  return measure({legs, false}, probes_[path], findings_.paths[path])
      .map([&](const auto& measured) {
        std::vector<double> halves;
        halves.reserve(measured.size());
        for (const MeasuredLeg& leg : measured) {
          halves.push_back(leg.rest.value);
        }
        findings_.rest = calibration::rest_of(legs, halves);
      });
}

/// Measures the crowd on the first host; the result applies to all hosts.
Outcome<void> Calibration::measure_crowd() {
  const calibration::HostFinding& first = findings_.hosts.front();
  const auto crowd =
      has_crowd() ? calibration::crowd_on(
                        first.cores,
                        runner_.hosts().empty() ? std::nullopt : std::optional(first.name), effort_)
                  : std::nullopt;
  if (!crowd) {
    return {};
  }
  begin_step("turns on the cores of " + first.name, kCrowd);
  const std::uint32_t runs = effort_ == Effort::kFull ? 3 : 1;
  const auto result = runner_.run(
      {.blueprint = calibration::crowd_blueprint(*crowd), .runs = runs, .has_latencies = true});
  if (!result) {
    return tl::unexpected(result.error());
  }
  std::vector<double> medians;
  medians.reserve(result->runs.size());
  for (const profiles::RunProfile& run : result->runs) {
    medians.push_back(calibration::median_time(run));
  }
  findings_.crowd = {*crowd, statistics::estimate(medians).value};
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
    calibration::LegSamples samples{path, legs[i], {}, Stop::kTrials};
    for (const auto& run : *times) {
      least = std::min(least, run[i].send);
      samples.runs.push_back({1, run[i]});
    }
    sends.push_back(least);
    findings_.late_legs.push_back(std::move(samples));
  }
  findings_.buffer = calibration::buffer_of(legs, sends);
  return {};
}

/// Measures messages for an architecture file: without the times of functionalities, which take
/// longer than a small message of a program that does not record itself.
Outcome<void> Calibration::measure_bare(std::uint32_t path) {
  begin_step("messages without the times of functionalities", kBare);
  for (const auto& legs : calibration::bare_legs(probes_[path], effort_)) {
    const auto measured =
        measure({legs, spin_, profiles::Level::kUnit}, probes_[path], findings_.paths[path]);
    if (!measured) {
      return tl::unexpected(measured.error());
    }
    keep_runs(path, legs, *measured, findings_.bare_legs);
  }
  return {};
}

/// Measures the times that only raw files contain, within the first host and to the second one.
Outcome<void> Calibration::measure_for_raw_files() {
  const std::uint32_t paths = findings_.hosts.size() > 1 ? 2 : 1;
  for (std::uint32_t path = 0; path < paths; ++path) {
    if (const auto done = measure_taking(path); !done) {
      return done;
    }
  }
  return measure_small_buffer(paths - 1)
      .and_then([&] { return measure_packing(); })
      .and_then([&] { return measure_unpacking(paths - 1); })
      .and_then([&] { return is_contended_ ? measure_contention() : Outcome<void>(); });
}

/// Measures packing for raw files: profiles have its time only for a whole process, so each size
/// has sessions of its own. With several hosts, a pair of the first and another one has the times
/// of the latter.
Outcome<void> Calibration::measure_packing() {
  const std::uint32_t first = findings_.hosts.size() > 1 ? 1 : 0;
  for (const Leg& leg : calibration::message_legs(probes_[first], effort_)) {
    if (leg.packing != Packing::kCopy) {
      continue;
    }
    begin_step("packing of " + format_size(leg.bytes), kPacking);
    std::vector<std::vector<double>> by_run(
        sessions_.runs_for(calibration::duration_of({&leg, 1}, probes_[first])));
    for (std::uint32_t i = first; i < findings_.paths.size(); ++i) {
      if (findings_.paths[i].from != 0) {
        continue;
      }
      const auto done = add_pack_times(leg, i, by_run);
      if (!done) {
        return done;
      }
    }
    calibration::PackSamples samples{leg.bytes, {}};
    for (std::vector<double>& hosts : by_run) {
      std::sort(hosts.begin(), hosts.end());
      samples.trials.push_back({statistics::median_of_sorted(hosts), 1});
    }
    findings_.packs.push_back(std::move(samples));
  }
  return {};
}

/// Adds the time of the second host of the path to each run; that of the first host for the first
/// path.
Outcome<void> Calibration::add_pack_times(const Leg& leg, std::uint32_t path,
                                          std::vector<std::vector<double>>& by_run) {
  const PathFinding& pair = findings_.paths[path];
  const auto result = runner_.run({calibration::pair_blueprint({&leg, 1}, pair_of(pair)),
                                   static_cast<std::uint32_t>(by_run.size()), spin_});
  if (!result) {
    return tl::unexpected(result.error());
  }
  for (std::size_t run = 0; run < by_run.size(); ++run) {
    const auto times = calibration::pack_times(leg, result->runs[run]);
    if (by_run[run].empty()) {
      by_run[run].push_back(times.a);
    }
    if (pair.from != pair.to) {
      by_run[run].push_back(times.b);
    }
  }
  return {};
}

/// Measures the taking of large messages for raw files; a machine file derives it from transfers.
Outcome<void> Calibration::measure_taking(std::uint32_t path) {
  begin_step("the taking of large messages", kTaking);
  const auto legs = calibration::taking_legs(probes_[path], findings_.buffer, effort_);
  return measure({legs, spin_}, probes_[path], findings_.paths[path])
      .map([&](const auto& measured) { keep_runs(path, legs, measured, findings_.legs); });
}

/// Measures unpacking for raw files: the additional time to take packed messages, relative to plain
/// ones in the same run. A process does not measure it apart from receiving.
Outcome<void> Calibration::measure_unpacking(std::uint32_t path) {
  const Probe& probe = probes_[path];
  for (const auto& legs : calibration::unpacking_legs(probe, findings_.buffer, effort_)) {
    begin_step("unpacking of " + format_size(legs.front().bytes), kUnpacking);
    const auto measured = measure({legs, spin_}, probe, findings_.paths[path]);
    if (!measured) {
      return tl::unexpected(measured.error());
    }
    const std::vector<LegRun>& plain = measured->front().runs;
    const std::vector<LegRun>& packed = measured->back().runs;
    calibration::PackSamples samples{legs.front().bytes, {}};
    for (std::size_t run = 0; run < plain.size(); ++run) {
      const double difference = packed[run].times.rest - plain[run].times.rest;
      samples.trials.push_back({std::max(difference, 0.0), plain[run].session});
    }
    findings_.unpacks.push_back(std::move(samples));
  }
  return {};
}

/// The numbers of processes for times under contention.
std::vector<std::uint32_t> Calibration::groups() const {
  std::uint64_t cores = 0;
  for (const calibration::HostFinding& host : findings_.hosts) {
    cores += host.cores;
  }
  return calibration::contended_groups(cores, !spin_ && !is_bound_);
}

Outcome<void> Calibration::measure_contention() {
  const std::uint32_t between = findings_.hosts.size() > 1 ? 1 : 0;
  auto samples = measure_contended(
      runner_, {groups(), calibration::contended_legs(probes_[between], effort_), effort_,
                [this](const std::string& what) { begin_step(what, kContended); }});
  if (!samples) {
    return tl::unexpected(samples.error());
  }
  findings_.contended = *std::move(samples);
  return {};
}

/// Measures sends of small messages to a receiver that sleeps, for raw files. They show whether a
/// transport whose buffer is below 1 KiB has one at all.
Outcome<void> Calibration::measure_small_buffer(std::uint32_t path) {
  begin_step("sends of small messages", kSmallSends);
  const auto legs = calibration::small_buffer_legs(probes_[path]);
  const auto measured = measure({legs, spin_}, probes_[path], findings_.paths[path]);
  if (!measured) {
    return tl::unexpected(measured.error());
  }
  keep_runs(path, legs, *measured, findings_.late_legs);
  return {};
}

// --- recording -----------------------------------------------------------------------------------

/// The time of a send counts only for messages that certainly fit into a socket buffer; larger ones
/// may block the sender.
void Calibration::record_messages(std::uint32_t path, const std::vector<Leg>& legs,
                                  const std::vector<MeasuredLeg>& measured, bool spin) {
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

/// Keeps the times for raw files.
void Calibration::keep_runs(std::uint32_t path, const std::vector<Leg>& legs,
                            const std::vector<MeasuredLeg>& measured,
                            std::vector<calibration::LegSamples>& kept) {
  for (std::size_t i = 0; i < legs.size(); ++i) {
    kept.push_back({path, legs[i], measured[i].runs, measured[i].stop});
  }
}

}  // namespace

tl::expected<Findings, ExitStatus> measure_machine(const MachineMeasurement& wanted,
                                                   const BlueprintRunner& runner) {
  return Calibration(wanted, runner).run();
}

}  // namespace dps::commands
