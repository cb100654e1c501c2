/// The results of a sweep: for each point, the makespans that were predicted and measured.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiles/quantity.h"
#include "profiles/sweeps/axes.h"

namespace dps::sweeps {

enum class OutcomeKind : std::uint8_t { kPredict, kRun };

/// "predict" or "run".
constexpr std::string_view kind_name(OutcomeKind kind) {
  return kind == OutcomeKind::kPredict ? "predict" : "run";
}

/// The predictions or the runs of a point.
struct Outcome {
  int status = 0;                 ///< the exit status that dps predict or dps run would have
  std::string reason;             ///< empty if the status is 0
  std::vector<double> makespans;  ///< seconds, in the order of the runs
  std::vector<std::string> notes;
  std::vector<std::string> unmet{};  ///< a line for each expectation that is not met
  std::vector<double> columns{};     ///< of Sweep::columns; NaN: unknown. Empty: none is known
  std::vector<double> samples{};     ///< of the first column, by run; empty if not needed

  /// The status with the expectations.
  [[nodiscard]] int judged_status() const { return status == 0 && !unmet.empty() ? 1 : status; }
  [[nodiscard]] bool is_complete() const { return status == 0 && !makespans.empty(); }
};

/// A quantity that is printed for every point.
struct QuantityColumn {
  std::string text;  ///< as the user wrote it
  profiles::Dimension dimension = profiles::Dimension::kTime;
};

struct SweepRow {
  Point point;
  /// The variables of the blueprint and their values at this point; empty if it cannot be read.
  std::vector<std::pair<std::string, double>> variables;
  std::optional<Outcome> predicted;
  std::optional<Outcome> measured;
};

struct Sweep {
  std::string dps;   ///< the version
  std::string path;  ///< of the blueprint
  std::string sha256;
  std::vector<SweepAxis> axes;
  std::string scale;  ///< the variable of --scale; empty: none
  bool is_weak = false;
  std::vector<SweepRow> rows;           ///< in the order of points_of(axes)
  std::vector<QuantityColumn> columns;  ///< of --column

  /// True if a row has this outcome: &Row::predicted or &Row::measured.
  [[nodiscard]] bool has(std::optional<Outcome> SweepRow::*kind) const {
    return std::any_of(rows.begin(), rows.end(),
                       [kind](const SweepRow& row) { return (row.*kind).has_value(); });
  }
};

}  // namespace dps::sweeps
