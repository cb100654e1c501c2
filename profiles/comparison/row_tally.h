/// Sums of a result by row and run, with clones combined, for comparisons.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "profiles/result.h"

namespace dps::profiles {

/// The times and counts of one row in one run, summed over its clones. A time is NaN if it is
/// unknown for one of them.
struct RowSums {
  std::size_t clones = 0;
  Counted counted = Counted::kAll;  ///< which counts are known
  double real_s = 0, cpu_s = 0, compute_s = 0, send_s = 0, take_s = 0, sleep_s = 0;
  std::vector<std::uint64_t> counts;  ///< in the order of RowTally::count_names
};

/// The real time of one process, summed over the runs in which it is known.
struct CloneSum {
  std::string ptag;
  double real_s = 0;
  std::size_t runs = 0;
};

/// A row: a process or a group of clones, a unit, or a functionality.
struct RowTally {
  std::string name;  ///< "Worker.p" (or "Worker.p[3]" if clones are listed), a futag or an ftag
  std::vector<std::string> count_names;
  std::vector<RowSums> runs;
  std::vector<CloneSum> clones;  ///< of a process, in process order
  std::vector<RowTally> parts;   ///< in the order of their first occurrences

  [[nodiscard]] const RowTally* find(const std::string& part) const;
  /// For each run, the mean of a time over the clones. Runs without the row, or in which the time
  /// is unknown, are left out.
  [[nodiscard]] std::vector<double> per_clone(double RowSums::*time) const;
  /// The mean of per_clone() over the runs; NaN if there is none.
  [[nodiscard]] double mean(double RowSums::*time) const;
  /// The mean of a count over all clones in all runs; 0 if there is no such count.
  [[nodiscard]] double mean_count(const std::string& count) const;
  /// The smallest and the largest sum of a count in the runs in which it is known; nullopt if there
  /// is none. `count` is an index in count_names.
  [[nodiscard]] std::optional<std::pair<std::uint64_t, std::uint64_t>> range_of(
      std::size_t count) const;

  /// The part of this name, which is added with `run_count` empty runs if there is none.
  RowTally& part(const std::string& part_name, std::size_t run_count);

 private:
  std::unordered_map<std::string, std::size_t> positions_;  // of parts, by name
};

/// Returns a row whose parts are the processes of the result; their parts are units and
/// functionalities, down to `level`. The compute and send times of a unit are the sums of its
/// functionalities, so they need level functionality.
RowTally tally_rows(const RunResult& result, Level level, bool list_clones);

}  // namespace dps::profiles
