/// The trials of a point, as one of its processes plays them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/clocks/line.h"
#include "predictor/rawtiming/mpi/operation.h"
#include "predictor/rawtiming/mpi/world.h"

namespace dps::rawtiming {

/// What a block of trials consists of.
enum class BlockKind : std::int64_t {
  kEnd,      ///< no trials; the visit ends
  kMeasure,  ///< of the function
  kReceive,  ///< of the receive that is the basis of D
  kStart,    ///< only the broadcast of the start
};

/// The same in all processes of the point: the leader broadcasts it.
struct Block {
  BlockKind kind = BlockKind::kEnd;
  std::int64_t trials = 0;
  std::int64_t first_trial = 0;  ///< the number of the first one, for the pairing
  std::int64_t slack = 0;        ///< nanoseconds from the broadcast to the start
  std::int64_t settle = 0;       ///< nanoseconds from a start to the next broadcast, at least
  Prescription prescription;
};

/// What a trial gave in all processes together.
struct TrialResult {
  double nanoseconds = 0;
  double whole = 0;  ///< nanoseconds from the start to the end of the last process
  bool is_late = false;
  bool is_start_late = false;  ///< a process learned of the start after it: the slack is too small
};

/// What the visits of a rank share.
struct VisitSetting {
  CastGroups groups;
  clocks::ClockLine line;  ///< of this rank
  Sync sync = Sync::kWindow;
};

class Visit {
 public:
  /// All processes of the point make one at the same time.
  Visit(const VisitSetting& visit, const OperationSetting& setting);

  /// In processes that do not lead: plays all blocks until the visit ends.
  void follow();
  /// In the process that leads, 0 of the group: plays a block.
  std::vector<TrialResult> lead(Block block);

 private:
  std::vector<TrialResult> play(const Block& block);
  /// Agrees on the start of a trial: by the clock of this rank.
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
