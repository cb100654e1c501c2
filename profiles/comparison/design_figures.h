/// The figures of one design: its makespan, and how its processes spent their time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "profiles/comparison/compared_side.h"
#include "profiles/comparison/kind_times.h"
#include "profiles/result.h"

namespace dps::profiles {

/// The times of one process; means over the runs.
struct ProcessTimes {
  std::string ptag;
  KindTimes times;
};

/// Means over the runs; NaN if unknown.
struct DesignFigures {
  ComparedSide side;
  std::vector<double> makespans;  ///< of each run, in seconds
  bool is_exact = false;          ///< a prediction whose makespan cannot vary
  bool is_uncharged = false;      ///< a prediction that lacks the costs of components
  bool is_ended = false;          ///< --for ended it, which determined its makespan
  double msgs_out = 0, bytes_out = 0;
  KindTimes times;                      ///< summed over all processes
  std::vector<ProcessTimes> processes;  ///< without those that --only left out of the file
  bool has_all_processes = true;

  /// The process with the longest busy time; nullptr if that is unknown.
  [[nodiscard]] const ProcessTimes* busiest() const;
  [[nodiscard]] const ProcessTimes* find(const std::string& ptag) const;
};

DesignFigures figures_of(const RunResult& result, std::string name);

/// True if a blueprint may draw values: if its text has a distribution, a choice or `-pick random`
/// (docs/language.md).
bool mentions_random(std::string_view blueprint);

}  // namespace dps::profiles
