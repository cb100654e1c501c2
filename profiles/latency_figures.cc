#include "profiles/latency_figures.h"

#include <array>

namespace dps::profiles {
namespace {

using statistics::Histogram;

template <statistics::QuantileShare share>
double quantile_of(const Histogram& of) {
  return static_cast<double>(of.quantile(share));
}

constexpr std::array<LatencyFigure, 7> kFigures{
    {{"min_s", "min", [](const Histogram& of) { return static_cast<double>(of.min()); }},
     {"mean_s", "mean", [](const Histogram& of) { return of.mean(); }},
     {"p50_s", "p50", quantile_of<statistics::kP50>},
     {"p90_s", "p90", quantile_of<statistics::kP90>},
     {"p99_s", "p99", quantile_of<statistics::kP99>},
     {"p999_s", "p99.9", quantile_of<statistics::kP999>},
     {"max_s", "max", [](const Histogram& of) { return static_cast<double>(of.max()); }}}};

}  // namespace

std::span<const LatencyFigure> latency_figures() {
  return kFigures;
}

std::optional<MergedLatencies> merged_latencies(const RunResult& result) {
  std::optional<MergedLatencies> merged;
  add_latencies(result, merged);
  return merged;
}

void add_latencies(const RunResult& result, std::optional<MergedLatencies>& merged) {
  for (const RunProfile& run : result.runs) {
    if (!run.latencies) {
      continue;
    }
    if (merged) {
      merged->of.merge(*run.latencies);
      ++merged->runs;
    } else {
      merged = MergedLatencies{*run.latencies, 1, run.mpi.has_value()};
    }
  }
}

}  // namespace dps::profiles
