/// Statistics over the runs of a result, for every process, unit and functionality.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "profiles/clones.h"
#include "profiles/result.h"
#include "profiles/statistics.h"

namespace dps::profiles {

/// A time or a count by its JSON key. A run in which it is unknown is left out.
struct FigureStatistics {
  std::string name;
  Statistics over_runs;
};

struct RowStatistics {
  Level level = Level::kProcess;
  std::string process;  ///< the ptag, or the name of a row of clones
  std::string futag, ftag;
  std::vector<FigureStatistics> figures;

  /// nullptr if rows of this level do not have the figure.
  [[nodiscard]] const Statistics* find(std::string_view name) const;
};

/// Each process, followed by its units, each followed by its functionalities.
std::vector<RowStatistics> statistics_of_runs(const RunResult& result);

/// The statistics with a row for each of `rows`: in each run, a figure is the mean over its clones.
std::vector<RowStatistics> statistics_of_runs(const RunResult& result,
                                              const std::vector<ProcessRow>& rows);

}  // namespace dps::profiles
