#include "predictor/calibration/architecture.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/statistics/least_squares.h"

namespace dps::calibration {
namespace {

constexpr double kWordBytes = 8;

/// Half the round trips of messages that are not packed, on the first path between two hosts.
std::vector<Observation> round_trips(const Findings& findings) {
  const std::uint32_t path = findings.paths.size() > 1 ? 1 : 0;
  std::vector<Observation> found;
  std::copy_if(findings.observations.begin(), findings.observations.end(),
               std::back_inserter(found), [&](const Observation& seen) {
                 return seen.path == path && seen.measure == Measure::kOneWay &&
                        seen.packing == Packing::kOff && seen.wakes == findings.blocks &&
                        seen.seconds > 0;
               });
  return found;
}

/// The least squares of the relative errors of start + slope · bytes.
double slope_of(const std::vector<Observation>& trips) {
  std::vector<statistics::WeightedEquation> equations;
  equations.reserve(trips.size());
  for (const Observation& seen : trips) {
    equations.push_back({{1, static_cast<double>(seen.bytes)}, seen.seconds, 1 / seen.seconds});
  }
  return trips.size() < 2 ? 0 : statistics::solve(equations).unknowns[1];
}

double start_of(const std::vector<Observation>& trips) {
  const auto least = std::min_element(
      trips.begin(), trips.end(),
      [](const Observation& a, const Observation& b) { return a.bytes < b.bytes; });
  return least == trips.end() ? 0 : least->seconds;
}

std::string seconds_line(const char* key, double seconds) {
  return fmt::format("{} = {:.4g} seconds\n", key, seconds);
}

}  // namespace

ArchitectureFigures architecture_of(const Findings& findings) {
  const auto trips = round_trips(findings);
  const CostFit found =
      fit(findings.observations, static_cast<std::uint32_t>(findings.paths.size()));
  return {start_of(trips), found.costs.take, kWordBytes * slope_of(trips),
          findings.hosts.front().multiply.value};
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
