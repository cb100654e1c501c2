/// Expectations of a result: `p99(Reply.m) < 20ms`, `count(abort.f) / count(begin.f) < 5%`
/// (docs/result.md, "Expectations").
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "profiles/quantity.h"
#include "profiles/result.h"

namespace dps::profiles {

struct Expectation {
  enum class Relation : std::uint8_t { kLess, kAtMost, kGreater, kAtLeast };

  Quantity quantity;
  Relation relation = Relation::kLess;
  double limit = 0;  ///< in seconds, firings, firings per second, or as a ratio
  std::string text;  ///< as the user wrote it

  [[nodiscard]] bool is_met_by(double value) const;
  /// True for < and <=.
  [[nodiscard]] bool is_upper() const {
    return relation == Relation::kLess || relation == Relation::kAtMost;
  }
};

/// A line for each expectation that the figures do not meet: the expectation, the figure, its
/// deviation, and the runs. The makespan of every run must meet it; others are over all runs.
/// A figure that is unknown meets nothing.
std::vector<std::string> unmet_expectations(const KnownFigures& figures,
                                            std::span<const Expectation> expectations);
std::vector<std::string> unmet_expectations(const RunResult& result,
                                            std::span<const Expectation> expectations);

}  // namespace dps::profiles
