/// The trials of a point in one of its processes.
#pragma once

#include <cstdint>
#include <vector>

#include "base/clocks/line.h"
#include "predictor/rawtiming/mpi/operation.h"
#include "predictor/rawtiming/mpi/world.h"

namespace dps::rawtiming {

/// The contents of a block of trials.
enum class BlockKind : std::int64_t {
  kEnd,      ///< no trials; the visit ends
  kMeasure,  ///< trials of the function
  kReceive,  ///< trials of the receive that is the basis of D
  kStart,    ///< only the broadcast of the start
};

/// A block of trials, the same in all processes of the point: the leader broadcasts it.
struct Block {
  BlockKind kind = BlockKind::kEnd;
  std::int64_t trials = 0;
  std::int64_t first_trial = 0;  ///< the number of the first trial, for the pairing
  std::int64_t slack = 0;        ///< nanoseconds from the broadcast to the start
  std::int64_t settle = 0;       ///< the least nanoseconds from a start to the next broadcast
  Prescription prescription;
};

/// The result of a trial in all processes together.
struct TrialResult {
  double nanoseconds = 0;
  double whole = 0;  ///< nanoseconds from the start to the end of the last process
  bool is_late = false;
  bool is_start_late = false;  ///< a process received the start too late: the slack is too small
};

/// The data that the visits of a rank share.
struct VisitSetting {
  CastGroups groups;
  clocks::ClockLine line;  ///< the line of this rank
  Sync sync = Sync::kWindow;
};

class Visit {
 public:
  /// All processes of the point make a visit at the same time.
  Visit(const VisitSetting& visit, const OperationSetting& setting);

  /// Called in processes that do not lead: plays all blocks until the visit ends.
  void follow();
  /// Called in the process that leads, 0 of the group: plays a block.
  std::vector<TrialResult> lead(Block block);

 private:
  std::vector<TrialResult> play(const Block& block);
  /// Agrees on the start of a trial, and returns it by the clock of this rank.
  Reading agree(const Block& block);

  const VisitSetting& visit_;
  bool counts_from_start_;
  bool takes_median_;
  bool is_leader_;
  int ranks_;
  std::unique_ptr<TimedOperation> operation_;
  std::unique_ptr<TimedOperation> receive_;
  Reading last_start_ = 0;
};

}  // namespace dps::rawtiming
