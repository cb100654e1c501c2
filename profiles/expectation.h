/// Expectations of a result: `p99(Reply.m) < 20ms`, `makespan < 2s` (docs/result.md,
/// "Expectations").
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/statistics/histogram.h"
#include "base/time_units.h"
#include "profiles/latency_figures.h"
#include "profiles/result.h"

namespace dps::profiles {

struct Expectation {
  enum class Figure : std::uint8_t { kMakespan, kMin, kMean, kMax, kQuantile };
  enum class Relation : std::uint8_t { kLess, kAtMost, kGreater, kAtLeast };

  Figure figure = Figure::kMakespan;
  statistics::Share share{};  ///< of a quantile
  std::string name;           ///< a message type or a functionality; empty for the makespan
  bool is_message = true;     ///< what `name` is, once that is known
  Relation relation = Relation::kLess;
  Seconds limit{};
  std::string text;         ///< as the user wrote it
  std::size_t name_at = 0;  ///< position of `name` in the text

  [[nodiscard]] bool needs_latencies() const { return figure != Figure::kMakespan; }
};

/// The figures of runs that expectations are about.
struct ExpectedFigures {
  std::vector<double> makespans;  ///< seconds, by run
  std::optional<MergedLatencies> latencies;

  void add(const RunResult& result);
};

/// A line for each expectation that the figures do not meet: the expectation, the figure, by how
/// much it is off, and the runs. The makespan of every run must meet it; latencies are those over
/// all runs. A figure that is unknown meets nothing.
std::vector<std::string> unmet_expectations(const ExpectedFigures& figures,
                                            std::span<const Expectation> expectations);
std::vector<std::string> unmet_expectations(const RunResult& result,
                                            std::span<const Expectation> expectations);

}  // namespace dps::profiles
