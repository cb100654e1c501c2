#include "predictor/calibration/raw_files.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.h"
#include "base/statistics/median_error.h"
#include "predictor/datasheets/functions.h"
#include "predictor/datasheets/raw/point_of_trials.h"
#include "predictor/datasheets/raw/raw_folder.h"
#include "predictor/datasheets/raw/run_facts.h"

namespace dps::calibration {
namespace {

using datasheets::RawFile;
using datasheets::TimedTrial;
using machines::FunctionPath;

constexpr std::uint64_t kElementBytes = 1;

/// The measurements of a function by one leg.
struct LegFunction {
  const char* name;
  bool (*is_measured_by)(const Leg& leg);
  double (*time)(const LegTimes& times);
};

bool is_plain_ping_pong(const Leg& leg) {
  return leg.kind == LegKind::kPingPong && leg.packing == Packing::kOff;
}

bool is_drain(const Leg& leg) {
  return leg.kind == LegKind::kDrain && leg.packing == Packing::kOff;
}

/// Source: docs/calibrate.md, "Raw files".
constexpr std::array<LegFunction, 4> kLegFunctions{{
    {"send", is_plain_ping_pong, [](const LegTimes& times) { return times.send; }},
    {"recv", is_plain_ping_pong, [](const LegTimes& times) { return times.rest; }},
    {"pingpong", is_plain_ping_pong, [](const LegTimes& times) { return 2 * times.rest; }},
    {"recvmin", is_drain, [](const LegTimes& times) { return times.rest; }},
}};

/// The median of the hosts' multiplications, by run.
std::vector<TimedTrial> medians_of_hosts(const std::vector<HostFinding>& hosts) {
  std::vector<TimedTrial> medians;
  for (std::size_t run = 0; run < hosts.front().multiply_runs.size(); ++run) {
    std::vector<double> times;
    times.reserve(hosts.size());
    for (const HostFinding& host : hosts) {
      times.push_back(host.multiply_runs[run]);
    }
    std::sort(times.begin(), times.end());
    medians.push_back({statistics::median_of_sorted(times), 1});
  }
  return medians;
}

/// The sender's time in a drain of one message, so that none before it fills the buffer.
constexpr LegFunction kSendLate{"sendlate", is_drain,
                                [](const LegTimes& times) { return times.send; }};

constexpr std::array<LegFunction, 2> kContendedFunctions{{
    {"allsend", is_plain_ping_pong, [](const LegTimes& times) { return times.send; }},
    {"allrecv", is_plain_ping_pong, [](const LegTimes& times) { return times.rest; }},
}};

class RawFiles {
 public:
  /// The findings are borrowed.
  explicit RawFiles(const Findings& findings) : findings_(findings) {}

  void add_leg(const LegSamples& samples, std::span<const LegFunction> functions) {
    const PathFinding& path = findings_.paths[samples.path];
    for (const LegFunction& function : functions) {
      if (!function.is_measured_by(samples.leg)) {
        continue;
      }
      std::vector<TimedTrial> trials;
      trials.reserve(samples.runs.size());
      for (const LegRun& run : samples.runs) {
        trials.push_back({function.time(run.times), run.session});
      }
      auto point = datasheets::point_of_trials(2, samples.leg.bytes, trials, 0);
      point.counts->stop = samples.stop;
      Series& series = series_of(function.name, path_of(path));
      series.file.points.push_back(point);
      series.ranks.insert(pair_name(path));
    }
  }

  /// Times of one process, the median of the hosts.
  void add_local(const char* function, std::uint64_t elements,
                 const std::vector<TimedTrial>& trials) {
    Series& series = series_of(function, FunctionPath::kAny);
    series.file.points.push_back(datasheets::point_of_trials(1, elements, trials, 0));
    add_all_hosts(series);
  }

  void add_contended(const ContendedSamples& samples) {
    for (const LegFunction& function : kContendedFunctions) {
      std::vector<TimedTrial> trials;
      trials.reserve(samples.runs.size());
      for (const LegRun& run : samples.runs) {
        trials.push_back({function.time(run.times), run.session});
      }
      auto point = datasheets::point_of_trials(samples.processes, samples.bytes, trials, 0);
      point.counts->stop = samples.stop;
      Series& series = series_of(function.name, FunctionPath::kAny);
      series.file.points.push_back(point);
      add_all_hosts(series);
    }
  }

  NamedTexts take() {
    NamedTexts texts;
    for (auto& [name, series] : series_) {
      series.file.ranks = fmt::format("{}", fmt::join(series.ranks, ", "));
      std::stable_sort(
          series.file.points.begin(), series.file.points.end(), [](const auto& a, const auto& b) {
            return std::pair(a.processes, a.elements) < std::pair(b.processes, b.elements);
          });
      texts.emplace_back(name + ".data", datasheets::write_raw(series.file));
    }
    return texts;
  }

 private:
  struct Series {
    RawFile file;
    std::set<std::string> ranks;
  };

  /// With one host, its path is that of any two processes.
  [[nodiscard]] FunctionPath path_of(const PathFinding& path) const {
    return path.from == path.to && findings_.hosts.size() > 1 ? FunctionPath::kHost
                                                              : FunctionPath::kAny;
  }

  [[nodiscard]] std::string pair_name(const PathFinding& path) const {
    const std::string& from = findings_.hosts[path.from].name;
    return path.from == path.to ? "two on " + from : from + " and " + findings_.hosts[path.to].name;
  }

  void add_all_hosts(Series& series) const {
    for (const HostFinding& host : findings_.hosts) {
      series.ranks.insert(host.name);
    }
  }

  Series& series_of(const char* function, FunctionPath path) {
    Series& series = series_[datasheets::full_name(function, path)];
    const datasheets::KnownFunction* known = datasheets::find_known(function);
    DPS_CHECK(known != nullptr);
    series.file.function = function;
    series.file.function_class = known->function_class;
    series.file.element_bytes = kElementBytes;
    return series;
  }

  const Findings& findings_;
  std::map<std::string, Series> series_;  // by full name
};

std::string run_file(const Findings& findings) {
  datasheets::RunFacts facts;
  facts.element_bytes = kElementBytes;
  std::vector<std::string> hosts;
  hosts.reserve(findings.hosts.size());
  for (const HostFinding& host : findings.hosts) {
    hosts.push_back(host.name);
  }
  facts.measured = {{"program", "dps calibrate"},
                    {"hosts", fmt::format("{}", fmt::join(hosts, ", "))},
                    {"trial", "the mean of a run; a pass is a session"}};
  facts.measured.insert(facts.measured.end(), findings.environment.begin(),
                        findings.environment.end());
  return datasheets::write_run_facts(facts);
}

}  // namespace

NamedTexts raw_files_of(const Findings& findings) {
  RawFiles files(findings);
  for (const LegSamples& leg : findings.legs) {
    files.add_leg(leg, kLegFunctions);
  }
  for (const LegSamples& leg : findings.late_legs) {
    files.add_leg(leg, {&kSendLate, 1});
  }
  for (const PackSamples& pack : findings.packs) {
    files.add_local("pack", pack.bytes, pack.trials);
  }
  for (const PackSamples& unpack : findings.unpacks) {
    files.add_local("unpack", unpack.bytes, unpack.trials);
  }
  for (const ContendedSamples& contended : findings.contended) {
    files.add_contended(contended);
  }
  files.add_local("multiply", 0, medians_of_hosts(findings.hosts));
  NamedTexts texts = files.take();
  texts.emplace(texts.begin(), "run.toml", run_file(findings));
  return texts;
}

}  // namespace dps::calibration
