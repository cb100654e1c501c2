#include "predictor/calibration/architecture.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/statistics/estimate.h"
#include "base/statistics/least_squares.h"

namespace dps::calibration {
namespace {

constexpr double kWordBytes = 8;

/// The median time of a leg.
struct BareTime {
  std::uint64_t bytes = 0;
  double seconds = 0;
};

/// The times of the legs of this kind, by size.
std::vector<BareTime> times_of(const Findings& findings, LegKind kind) {
  std::vector<BareTime> times;
  for (const LegSamples& samples : findings.bare_legs) {
    if (samples.leg.kind == kind) {
      std::vector<double> runs;
      for (const LegRun& run : samples.runs) {
        runs.push_back(run.times.rest);
      }
      times.push_back({samples.leg.bytes, statistics::estimate(std::move(runs)).value});
    }
  }
  std::sort(times.begin(), times.end(),
            [](const BareTime& a, const BareTime& b) { return a.bytes < b.bytes; });
  return times;
}

/// The least squares of the relative errors of start + slope · bytes.
double slope_of(const std::vector<BareTime>& trips) {
  std::vector<statistics::WeightedEquation> equations;
  equations.reserve(trips.size());
  for (const BareTime& trip : trips) {
    equations.push_back({{1, static_cast<double>(trip.bytes)}, trip.seconds, 1 / trip.seconds});
  }
  return trips.size() < 2 ? 0 : statistics::solve(equations).unknowns[1];
}

double shortest(const std::vector<BareTime>& times) {
  return times.empty() ? 0 : times.front().seconds;
}

std::string seconds_line(const char* key, double seconds) {
  return fmt::format("{} = {:.4g} seconds\n", key, seconds);
}

}  // namespace

ArchitectureFigures architecture_of(const Findings& findings) {
  const auto trips = times_of(findings, LegKind::kPingPong);
  return {shortest(trips), shortest(times_of(findings, LegKind::kDrain)),
          kWordBytes * slope_of(trips), findings.hosts.front().multiply.value};
}

std::string architecture_text(const Findings& findings, const std::string& name) {
  const ArchitectureFigures figures = architecture_of(findings);
  std::string text =
      "# Measured by dps calibrate --as architecture; docs/calibrate.md describes the method.\n";
  for (const auto& [key, value] : findings.environment) {
    text += fmt::format("# {}: {}\n", printable(key), printable(value));
  }
  text += printable(name) + "\n";
  text += seconds_line("receive latency", figures.receive_latency);
  text += seconds_line("send latency", figures.send_latency);
  text += seconds_line("time to send 1 word (8bytes)", figures.word);
  text += seconds_line("time for one multiply", figures.multiply);
  return text + "network type = nobus\n";
}

}  // namespace dps::calibration
