/// The figures of a latency: count, minimum, mean, quantiles, maximum. And the latencies of all
/// runs of a result.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "base/statistics/latencies.h"
#include "profiles/result.h"

namespace dps::profiles {

struct LatencyFigure {
  const char* key;      ///< of JSON and CSV: "p99_s"
  const char* heading;  ///< "p99"
  double (*ticks)(const statistics::Histogram& of);
};

/// All figures, in the order of output.
std::span<const LatencyFigure> latency_figures();

struct MergedLatencies {
  statistics::Latencies of;
  std::size_t runs = 0;  ///< the number of runs that have latencies
  bool is_mpi_program = false;
};

/// Merges the latencies of all runs of the result; nullopt if none has latencies.
std::optional<MergedLatencies> merged_latencies(const RunResult& result);

/// Adds the latencies of the runs of another result, which have the same unit.
void add_latencies(const RunResult& result, std::optional<MergedLatencies>& merged);

}  // namespace dps::profiles
