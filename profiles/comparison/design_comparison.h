/// The comparison of two or more designs (docs/compare.md, "Comparing designs").
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiles/comparison/design_figures.h"
#include "profiles/statistics.h"

namespace dps::profiles {

/// The certainty that one design is slower than another, in ascending order.
enum class Certainty : std::uint8_t {
  kNoiseUnknown,  ///< a single run does not show how much the makespan varies
  kNotShown,      ///< the interval of the ratio contains 1
  kShown,         ///< the interval of the ratio does not contain 1
  kExact,         ///< both makespans are exact for the machine model
};

/// The JSON value: "unknown", "not shown", "shown" or "exact".
std::string_view certainty_name(Certainty certainty);

/// The mean makespan of a design divided by that of the fastest.
struct RatioToFastest {
  std::optional<double> ratio;       ///< empty if the fastest makespan is 0
  std::optional<Interval> interval;  ///< only if kShown or kNotShown
  Certainty certainty = Certainty::kNoiseUnknown;
};

struct Design {
  DesignFigures figures;
  Statistics makespan;
  std::string failure;                       ///< the reason why it is not ranked; "" if it is
  std::optional<RatioToFastest> to_fastest;  ///< of all ranked designs except the first
  /// The difference from the fastest by kind of time, in one sentence; may be empty.
  std::string explanation;

  [[nodiscard]] bool is_ranked() const { return failure.empty(); }
  [[nodiscard]] const std::string& name() const { return figures.side.name; }
  /// The busy time of all processes as a share of their time until the last end; NaN if unknown.
  [[nodiscard]] double busy_share() const;
};

/// The times of one row in one design, per clone.
struct DesignCell {
  std::size_t clones = 0;  ///< 0 for units and functionalities
  KindTimes times;         ///< NaN: unknown, or not recorded at this level
};

/// A process or a group of clones, a unit, or a functionality that several designs have.
struct DesignRow {
  Level level = Level::kProcess;
  std::string process, futag, ftag;
  std::vector<std::optional<DesignCell>> cells;  ///< of each design, in their order

  /// Compute and send, and for a process take; NaN for a unit.
  [[nodiscard]] double busy_s(const DesignCell& cell) const;
};

struct DesignComparison {
  double confidence = kConfidence;  ///< of each interval; all together have kConfidence
  std::vector<Design> designs;      ///< the fastest first; those that are not ranked last
  std::string verdict;              ///< one sentence
  std::vector<DesignRow> rows;
  std::vector<std::string> remarks;

  [[nodiscard]] std::size_t ranked() const;
  /// The least certainty with which the first design is faster than another.
  [[nodiscard]] Certainty certainty() const;
  /// The first design if it is certain to be the fastest; else nullptr.
  [[nodiscard]] const Design* fastest() const;
};

}  // namespace dps::profiles
