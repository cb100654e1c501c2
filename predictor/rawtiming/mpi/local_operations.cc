// Functions without messages: each trial repeats a call so often that the times to read the clock
// do not count.
#include <array>
#include <cstring>
#include <numeric>

#include "base/check.h"
#include "base/random.h"
#include "predictor/rawtiming/mpi/clock.h"
#include "predictor/rawtiming/mpi/operation.h"

namespace dps::rawtiming {
namespace {

/// The times of `count` calls.
template <typename Call>
TrialTimes repeated(std::uint64_t count, const Call& call) {
  TrialTimes times{.counts = true, .scale = 1.0 / static_cast<double>(count)};
  times.begin = times.from = now();
  for (std::uint64_t i = 0; i < count; ++i) {
    call(i);
  }
  times.to = now();
  return times;
}

class SimpleOperation : public TimedOperation {
 public:
  using Run = TrialTimes (*)(MPI_Comm group);
  SimpleOperation(const OperationSetting& setting, Run measure)
      : group_(setting.group), run_(measure) {}

  void prepare(std::uint64_t /*trial*/) override {}
  TrialTimes run(const Prescription& /*prescription*/) override { return run_(group_); }

 private:
  MPI_Comm group_;
  Run run_;
};

TrialTimes wtime(MPI_Comm /*group*/) {
  constexpr std::uint64_t kCalls = 1000;
  volatile double sink = 0;
  return repeated(kCalls, [&](std::uint64_t) { sink = MPI_Wtime(); });
}

TrialTimes iprobe(MPI_Comm group) {
  constexpr std::uint64_t kCalls = 1000;
  return repeated(kCalls, [&](std::uint64_t) {
    int is_there = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, group, &is_there, MPI_STATUS_IGNORE);
  });
}

TrialTimes multiply(MPI_Comm /*group*/) {
  constexpr std::uint64_t kCount = 10'000;
  volatile double one = 1.0000001;
  const double by = one;
  double product = 1;
  return repeated(kCount, [&](std::uint64_t) {
    product *= by;
    asm volatile("" : "+x"(product));
  });
}

/// Stores of a double at an index that the compiler does not know.
class ComputeOperation : public TimedOperation {
 public:
  ComputeOperation() {
    Random random(1);
    for (std::uint32_t& index : indices_) {
      index = static_cast<std::uint32_t>(random.next() % kPlaces);
    }
  }

  void prepare(std::uint64_t /*trial*/) override {}
  TrialTimes run(const Prescription& /*prescription*/) override {
    constexpr std::uint64_t kCount = 10'000;
    return repeated(kCount, [&](std::uint64_t i) {
      places_[indices_[i % kPlaces]] = static_cast<double>(i);
      asm volatile("" : : "r"(places_.data()) : "memory");
    });
  }

 private:
  static constexpr std::size_t kPlaces = 1024;

  std::array<double, kPlaces> places_{};
  std::array<std::uint32_t, kPlaces> indices_{};
};

/// pack, unpack and copy: each call has buffers of its own.
class CopyOperation : public TimedOperation {
 public:
  using Copy = void (*)(const CopyOperation& of, std::byte* from, std::byte* to);
  CopyOperation(const OperationSetting& setting, Copy call)
      : copy_(call),
        group_(setting.group),
        type_(mpi_type(setting.options.type)),
        count_(static_cast<int>(setting.point.elements)),
        bytes_(setting.point.elements * bytes_of(setting.options.type)),
        room_(trial_bytes(setting.options, setting.series, setting.point)),
        buffers_(2 * repetitions_of_copies(bytes_)),
        pool_(setting.pool) {}

  void prepare(std::uint64_t /*trial*/) override {
    pool_.begin_trial(room_);
    for (std::byte*& buffer : buffers_) {
      buffer = pool_.take(bytes_);
    }
  }
  TrialTimes run(const Prescription& /*prescription*/) override {
    return repeated(buffers_.size() / 2,
                    [&](std::uint64_t i) { copy_(*this, buffers_[2 * i], buffers_[2 * i + 1]); });
  }

  static void pack(const CopyOperation& of, std::byte* from, std::byte* to) {
    int position = 0;
    MPI_Pack(from, of.count_, of.type_, to, static_cast<int>(of.bytes_), &position, of.group_);
  }
  static void unpack(const CopyOperation& of, std::byte* from, std::byte* to) {
    int position = 0;
    MPI_Unpack(from, static_cast<int>(of.bytes_), &position, to, of.count_, of.type_, of.group_);
  }
  static void copy(const CopyOperation& of, std::byte* from, std::byte* to) {
    std::memcpy(to, from, of.bytes_);
    asm volatile("" : : "r"(to) : "memory");
  }

 private:
  Copy copy_;
  MPI_Comm group_;
  MPI_Datatype type_;
  int count_;
  std::uint64_t bytes_;
  std::uint64_t room_;
  std::vector<std::byte*> buffers_;
  Pool& pool_;
};

}  // namespace

std::unique_ptr<TimedOperation> make_local(const OperationSetting& setting) {
  const std::string_view name = setting.series.function->name;
  for (const auto& [copied, copy] :
       {std::pair<std::string_view, CopyOperation::Copy>{"pack", CopyOperation::pack},
        {"unpack", CopyOperation::unpack},
        {"copy", CopyOperation::copy}}) {
    if (copied == name) {
      return std::make_unique<CopyOperation>(setting, copy);
    }
  }
  for (const auto& [simple, run] :
       {std::pair<std::string_view, SimpleOperation::Run>{"wtime", wtime},
        {"iprobe", iprobe},
        {"multiply", multiply}}) {
    if (simple == name) {
      return std::make_unique<SimpleOperation>(setting, run);
    }
  }
  DPS_CHECK(name == "compute");
  return std::make_unique<ComputeOperation>();
}

}  // namespace dps::rawtiming
