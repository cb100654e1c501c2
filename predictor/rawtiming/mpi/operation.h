/// A function of the library, as one process calls it.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include <mpi.h>

#include "base/clocks/burst.h"
#include "predictor/rawtiming/plan/plan.h"
#include "predictor/rawtiming/plan/pool.h"

namespace dps::rawtiming {

using clocks::Reading;

/// The times that one process measures in a trial, by its own clock. The time that counts is (to -
/// from)·scale nanoseconds; for functions of all processes, from the agreed start instead.
struct TrialTimes {
  Reading begin = 0;  ///< before the first call
  Reading from = 0;
  Reading to = 0;
  bool counts = false;  ///< false: another process measures
  double scale = 1;
};

/// The values that the process leading a point prescribes for a block of trials.
struct Prescription {
  std::int64_t delay = 0;  ///< D of functions with a late process, nanoseconds
  std::int64_t work = 0;   ///< W: nanoseconds of computing between begin and end
};

class TimedOperation {
 public:
  TimedOperation() = default;
  TimedOperation(const TimedOperation&) = delete;
  TimedOperation& operator=(const TimedOperation&) = delete;
  virtual ~TimedOperation() = default;

  /// Called before the start is agreed: takes buffers, posts receives. Every process calls it, with
  /// the same number of the trial.
  virtual void prepare(std::uint64_t trial) = 0;
  /// The delay of this process after the agreed start, in nanoseconds.
  [[nodiscard]] virtual Reading lateness(const Prescription& /*prescription*/) const { return 0; }
  /// Runs the operation from the start on.
  virtual TrialTimes run(const Prescription& prescription) = 0;
  /// Called after the trial; not timed.
  virtual void clean_up() {}
};

/// The setting in which an operation is made.
struct OperationSetting {
  const Options& options;
  const Series& series;
  const Point& point;
  MPI_Comm group;  ///< the processes of the point, only for the messages that are timed
  Pool& pool;
  double nanoseconds_per_multiplication = 1;
};

std::unique_ptr<TimedOperation> make_pair_operation(const OperationSetting& setting);
std::unique_ptr<TimedOperation> make_collective(const OperationSetting& setting);
std::unique_ptr<TimedOperation> make_nonblocking(const OperationSetting& setting);
std::unique_ptr<TimedOperation> make_neighbour(const OperationSetting& setting);
std::unique_ptr<TimedOperation> make_communicator_operation(const OperationSetting& setting);
std::unique_ptr<TimedOperation> make_rma_operation(const OperationSetting& setting);
std::unique_ptr<TimedOperation> make_local(const OperationSetting& setting);

/// Makes the operation of the function's group. To be called by all processes of the point, in the
/// same order.
std::unique_ptr<TimedOperation> make_operation(const OperationSetting& setting);

/// Makes the receive whose time is the basis of D.
std::unique_ptr<TimedOperation> make_plain_receive(const OperationSetting& setting);

/// True if a process is late by D.
bool has_delay(std::string_view function);
/// True for NAMEoverlap of non-blocking collectives.
bool has_work(std::string_view function);
/// True if the time counts from the agreed start, with --sync window.
bool counts_from_start(const datasheets::KnownFunction& function);

MPI_Datatype mpi_type(ElementType type);
int rank_in(MPI_Comm group);
int size_of(MPI_Comm group);

/// Multiplies without calls of MPI, for about this many nanoseconds.
void work_for(std::int64_t nanoseconds, double nanoseconds_per_multiplication);
double measure_multiplication();

}  // namespace dps::rawtiming
