/// The figures of a result by row and run, with clones together, for comparisons.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "profiles/result.h"

namespace dps::profiles {

/// The figures of one row in one run, summed over its clones.
struct RowSums {
  std::size_t clones = 0;
  double real_s = 0, cpu_s = 0, compute_s = 0, send_s = 0, take_s = 0;
  std::vector<std::uint64_t> counts;  ///< in the order of RowTally::count_names
};

/// The real time of one process, summed over the runs that have it.
struct CloneSum {
  std::string ptag;
  double real_s = 0;
  std::size_t runs = 0;
};

/// A process or a group of clones, a unit, or a functionality.
struct RowTally {
  std::string name;  ///< "Worker.p", or "Worker.p[3]" when clones are listed; futag; ftag
  std::vector<std::string> count_names;
  std::vector<RowSums> runs;
  std::vector<CloneSum> clones;  ///< of a process, in process order
  std::vector<RowTally> parts;   ///< in the order in which they come first

  [[nodiscard]] const RowTally* find(const std::string& part) const;
  /// The mean over runs of a figure per clone, by run.
  [[nodiscard]] std::vector<double> per_clone(double RowSums::*figure) const;
  [[nodiscard]] double mean(double RowSums::*figure) const;
  /// The mean over runs of a count per clone; 0 if there is no such count.
  [[nodiscard]] double mean_count(const std::string& count) const;
  /// The least and the most of the runs.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> range_of(std::size_t count) const;

  RowTally& part(const std::string& part_name, std::size_t run_count);

 private:
  std::unordered_map<std::string, std::size_t> positions_;  // of parts, by name
};

/// The processes of a result as the parts of one row, units and functionalities down to `level`.
/// At a unit compute and send are the sums of its functionalities.
RowTally tally_rows(const RunResult& result, Level level, bool list_clones);

}  // namespace dps::profiles
