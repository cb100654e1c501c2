/// Rank 0: decides when to measure which points, and when to stop.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "predictor/rawtiming/mpi/clock_table.h"
#include "predictor/rawtiming/mpi/command.h"
#include "predictor/rawtiming/mpi/progress.h"
#include "predictor/rawtiming/mpi/visit.h"
#include "predictor/rawtiming/plan/samples.h"
#include "predictor/rawtiming/plan/time_left.h"

namespace dps::rawtiming {

/// The objects that rank 0 and the others have in common.
struct Stage {
  const Options& options;
  const World& world;
  const MeasurementPlan& plan;
  Sync sync;
  std::vector<CastGroups> groups;  ///< by cast
  ClockTable clocks;
  Pool pool;
  double multiplication;  ///< nanoseconds

  [[nodiscard]] VisitSetting visit_setting(const Point& point) const {
    return {groups[point.cast], clocks.own_line(), sync};
  }
  [[nodiscard]] OperationSetting setting(const Point& point) {
    return {options,       plan.series[point.series], point, groups[point.cast].timed, pool,
            multiplication};
  }
};

/// The measurements so far. Another thread may write them to files at any time, under the mutex.
struct Results {
  std::mutex mutex;
  std::vector<Samples> samples;     ///< by point
  double clock_error = 0;           ///< nanoseconds, the largest
  std::uint64_t clock_repeats = 0;  ///< visits that were measured with a wrong line and kept
};

class Conductor {
 public:
  Conductor(Stage& stage, Results& results, double timer_resolution);

  /// Measures all points in all passes. Errors (kSystem): the clocks cannot be compared.
  Result<void> measure();
  /// True if --time-limit ended the measurement.
  [[nodiscard]] bool is_out_of_time() const { return is_out_of_time_; }

 private:
  /// A visit that waits for the next line of the clocks.
  struct Pending {
    std::uint32_t point;
    Samples before;
    clocks::Reading begin, end;
  };

  Result<void> play_pass(std::uint64_t pass);
  void visit(std::uint32_t index, std::uint64_t pass);
  void play_blocks(Visit& visit, std::uint32_t index, std::uint64_t pass);
  Block prepared_block(Visit& visit, const Point& point);
  std::optional<datasheets::Stop> play_block(Visit& visit, Block& block, Samples& samples,
                                             std::uint64_t pass);
  bool is_time_over();
  Result<void> compare_clocks(int bursts, std::uint64_t pass);
  Result<void> compare_clocks_if_due(std::uint64_t pass);
  void note_clock_error();
  [[nodiscard]] bool is_off(const Pending& visited,
                            const std::vector<clocks::ClockLine>& before) const;

  Stage& stage_;
  Results& results_;
  double timer_resolution_;
  MeasurementTimeLeft time_left_;
  MeasurementProgress progress_;
  clocks::Reading begun_;
  clocks::Reading next_comparison_ = 0;
  clocks::Reading comparison_pause_ = 0;
  std::vector<Pending> pending_;
  std::vector<std::uint32_t> again_;    // points to be visited again
  std::vector<std::uint32_t> repeats_;  // by point
  std::int64_t least_slack_ = 0;        // the least slack of the visit, nanoseconds
  std::uint64_t attempts_ = 0;
  std::uint64_t late_ = 0;
  std::uint64_t next_trial_ = 0;
  bool is_out_of_time_ = false;
};

/// Called in the other ranks: carries out the commands of rank 0, until the end.
void follow(Stage& stage);

}  // namespace dps::rawtiming
