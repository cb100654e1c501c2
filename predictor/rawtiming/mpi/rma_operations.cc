// One-sided functions: the call and MPI_Win_flush, while the other process is outside of MPI.
#include "predictor/rawtiming/mpi/clock.h"
#include "predictor/rawtiming/mpi/operation.h"

namespace dps::rawtiming {
namespace {

constexpr int kTarget = 1;

class RmaOperation : public TimedOperation {
 public:
  explicit RmaOperation(const OperationSetting& setting)
      : name_(setting.series.function->name),
        type_(mpi_type(setting.options.type)),
        count_(static_cast<int>(setting.point.elements)),
        bytes_(setting.point.elements * bytes_of(setting.options.type)),
        room_(trial_bytes(setting.options, setting.series, setting.point)),
        is_origin_(rank_in(setting.group) == 0),
        group_(setting.group),
        pool_(setting.pool) {
    MPI_Win_allocate(static_cast<MPI_Aint>(bytes_), 1, MPI_INFO_NULL, setting.group, &base_,
                     &window_);
    MPI_Win_lock_all(0, window_);
  }
  RmaOperation(const RmaOperation&) = delete;
  RmaOperation& operator=(const RmaOperation&) = delete;
  ~RmaOperation() override {
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
  }

  void prepare(std::uint64_t /*trial*/) override {
    pool_.begin_trial(room_);
    local_ = pool_.take(bytes_);
  }

  /// The time for which the target does nothing, in particular no call of MPI.
  [[nodiscard]] Reading lateness(const Prescription& prescription) const override {
    return is_origin_ ? 0 : prescription.delay;
  }

  TrialTimes run(const Prescription& /*prescription*/) override {
    TrialTimes times{.counts = is_origin_};
    times.begin = times.from = now();
    if (is_origin_) {
      call();
      MPI_Win_flush(kTarget, window_);
    }
    times.to = now();
    return times;
  }

 private:
  void call() {
    if (name_ == "put") {
      MPI_Put(local_, count_, type_, kTarget, 0, count_, type_, window_);
    } else if (name_ == "get") {
      MPI_Get(local_, count_, type_, kTarget, 0, count_, type_, window_);
    } else {
      MPI_Accumulate(local_, count_, type_, kTarget, 0, count_, type_, MPI_SUM, window_);
    }
  }

  std::string_view name_;
  MPI_Datatype type_;
  int count_;
  std::uint64_t bytes_;
  std::uint64_t room_;
  bool is_origin_;
  MPI_Comm group_;
  Pool& pool_;
  std::byte* local_ = nullptr;
  void* base_ = nullptr;
  MPI_Win window_ = MPI_WIN_NULL;
};

}  // namespace

std::unique_ptr<TimedOperation> make_rma_operation(const OperationSetting& setting) {
  return std::make_unique<RmaOperation>(setting);
}

}  // namespace dps::rawtiming
