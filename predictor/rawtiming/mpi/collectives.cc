// Collective functions, blocking and non-blocking, and those of communicators and neighbours.
#include <array>
#include <string>

#include "base/check.h"
#include "predictor/rawtiming/mpi/clock.h"
#include "predictor/rawtiming/mpi/group_data.h"

namespace dps::rawtiming {
namespace {

using Data = const GroupData;

struct Collective {
  std::string_view name;
  void (*call)(Data& a);
};

constexpr auto kCollectives = std::to_array<Collective>({
    {"barrier", [](Data& a) { MPI_Barrier(a.group); }},
    {"bcast", [](Data& a) { MPI_Bcast(a.out, a.count, a.type, a.root, a.group); }},
    {"reduce", [](Data& a) { MPI_Reduce(a.out, a.in, a.count, a.type, a.sum, a.root, a.group); }},
    {"allreduce", [](Data& a) { MPI_Allreduce(a.out, a.in, a.count, a.type, a.sum, a.group); }},
    {"gather",
     [](Data& a) { MPI_Gather(a.out, a.count, a.type, a.in, a.count, a.type, a.root, a.group); }},
    {"gatherv",
     [](Data& a) {
       MPI_Gatherv(a.out, a.own_counts[0], a.type, a.in, a.counts.data(), a.displacements.data(),
                   a.type, a.root, a.group);
     }},
    {"allgather",
     [](Data& a) { MPI_Allgather(a.out, a.count, a.type, a.in, a.count, a.type, a.group); }},
    {"allgatherv",
     [](Data& a) {
       MPI_Allgatherv(a.out, a.own_counts[0], a.type, a.in, a.counts.data(), a.displacements.data(),
                      a.type, a.group);
     }},
    {"scatter",
     [](Data& a) { MPI_Scatter(a.out, a.count, a.type, a.in, a.count, a.type, a.root, a.group); }},
    {"scatterv",
     [](Data& a) {
       MPI_Scatterv(a.out, a.counts.data(), a.displacements.data(), a.type, a.in, a.own_counts[0],
                    a.type, a.root, a.group);
     }},
    {"alltoall",
     [](Data& a) { MPI_Alltoall(a.out, a.count, a.type, a.in, a.count, a.type, a.group); }},
    {"alltoallv",
     [](Data& a) {
       MPI_Alltoallv(a.out, a.counts.data(), a.displacements.data(), a.type, a.in,
                     a.own_counts.data(), a.own_displacements.data(), a.type, a.group);
     }},
    {"alltoallw",
     [](Data& a) {
       MPI_Alltoallw(a.out, a.ones.data(), a.byte_displacements.data(), a.types.data(), a.in,
                     a.ones.data(), a.byte_displacements.data(), a.types.data(), a.group);
     }},
    {"reduce_scatter",
     [](Data& a) {
       MPI_Reduce_scatter(a.out, a.in, a.equal_counts.data(), a.type, a.sum, a.group);
     }},
    {"reduce_scatter_block",
     [](Data& a) { MPI_Reduce_scatter_block(a.out, a.in, a.count, a.type, a.sum, a.group); }},
    {"scan", [](Data& a) { MPI_Scan(a.out, a.in, a.count, a.type, a.sum, a.group); }},
    {"exscan", [](Data& a) { MPI_Exscan(a.out, a.in, a.count, a.type, a.sum, a.group); }},
    {"neighbor_allgather",
     [](Data& a) {
       MPI_Neighbor_allgather(a.out, a.count, a.type, a.in, a.count, a.type, a.group);
     }},
    {"neighbor_alltoall",
     [](Data& a) {
       MPI_Neighbor_alltoall(a.out, a.count, a.type, a.in, a.count, a.type, a.group);
     }},
});

struct Nonblocking {
  std::string_view name;
  void (*post)(Data& a, MPI_Request* request);
};

constexpr auto kNonblocking = std::to_array<Nonblocking>({
    {"ibarrier", [](Data& a, MPI_Request* r) { MPI_Ibarrier(a.group, r); }},
    {"ibcast",
     [](Data& a, MPI_Request* r) { MPI_Ibcast(a.out, a.count, a.type, a.root, a.group, r); }},
    {"ireduce",
     [](Data& a, MPI_Request* r) {
       MPI_Ireduce(a.out, a.in, a.count, a.type, a.sum, a.root, a.group, r);
     }},
    {"iallreduce",
     [](Data& a, MPI_Request* r) {
       MPI_Iallreduce(a.out, a.in, a.count, a.type, a.sum, a.group, r);
     }},
    {"iallgather",
     [](Data& a, MPI_Request* r) {
       MPI_Iallgather(a.out, a.count, a.type, a.in, a.count, a.type, a.group, r);
     }},
    {"ialltoall",
     [](Data& a, MPI_Request* r) {
       MPI_Ialltoall(a.out, a.count, a.type, a.in, a.count, a.type, a.group, r);
     }},
});

template <typename Table>
const auto& row_of(const Table& table, std::string_view name) {
  for (const auto& row : table) {
    if (row.name == name) {
      return row;
    }
  }
  DPS_CHECK(false);
}

class CollectiveOperation : public TimedOperation {
 public:
  explicit CollectiveOperation(const OperationSetting& setting)
      : arguments_(setting), call_(row_of(kCollectives, setting.series.function->name).call) {}

  void prepare(std::uint64_t /*trial*/) override { arguments_.take_buffers(); }

  TrialTimes run(const Prescription& /*prescription*/) override {
    TrialTimes times{.counts = true};
    times.begin = times.from = now();
    call_(arguments_.data);
    times.to = now();
    return times;
  }

 protected:
  GroupArguments& arguments() { return arguments_; }

 private:
  GroupArguments arguments_;
  void (*call_)(Data& a);
};

/// A function on a periodic grid, in which a process may be several neighbours of another one.
class NeighbourOperation : public CollectiveOperation {
 public:
  explicit NeighbourOperation(const OperationSetting& setting) : CollectiveOperation(setting) {
    constexpr int kDimensions = 2;
    std::array<int, kDimensions> sizes{};
    constexpr std::array<int, kDimensions> kPeriodic{1, 1};
    MPI_Dims_create(arguments().data.ranks, kDimensions, sizes.data());
    MPI_Cart_create(setting.group, kDimensions, sizes.data(), kPeriodic.data(), 0, &grid_);
    arguments().data.group = grid_;
  }
  NeighbourOperation(const NeighbourOperation&) = delete;
  NeighbourOperation& operator=(const NeighbourOperation&) = delete;
  ~NeighbourOperation() override { MPI_Comm_free(&grid_); }

 private:
  MPI_Comm grid_ = MPI_COMM_NULL;
};

/// NAME1, NAME2 or NAMEoverlap: a part of a non-blocking collective.
class NonblockingOperation : public TimedOperation {
 public:
  explicit NonblockingOperation(const OperationSetting& setting)
      : arguments_(setting), multiplication_(setting.nanoseconds_per_multiplication) {
    std::string_view name = setting.series.function->name;
    for (const std::string_view end : {"1", "2", "overlap"}) {
      if (name.ends_with(end)) {
        name.remove_suffix(end.size());
        part_ = end.front();
      }
    }
    post_ = row_of(kNonblocking, name).post;
  }

  void prepare(std::uint64_t /*trial*/) override { arguments_.take_buffers(); }

  TrialTimes run(const Prescription& prescription) override {
    TrialTimes times{.counts = true};
    MPI_Request request = MPI_REQUEST_NULL;
    times.begin = times.from = now();
    post_(arguments_.data, &request);
    const Reading posted = now();
    if (prescription.work > 0) {
      work_for(prescription.work, multiplication_);
    }
    // The checker does not see that post_ is a non-blocking call.
    MPI_Wait(&request, MPI_STATUS_IGNORE);  // NOLINT(clang-analyzer-optin.mpi.MPI-Checker)
    times.to = now();
    if (part_ == '1') {
      times.to = posted;
    } else if (part_ == '2') {
      times.from = posted;
    }
    return times;
  }

 private:
  GroupArguments arguments_;
  double multiplication_;
  char part_ = '1';
  void (*post_)(Data& a, MPI_Request* request) = nullptr;
};

class CommunicatorOperation : public TimedOperation {
 public:
  explicit CommunicatorOperation(const OperationSetting& setting)
      : group_(setting.group),
        splits_(setting.series.function->name == "comm_split"),
        rank_(rank_in(setting.group)),
        color_(rank_ < size_of(setting.group) / 2 ? 0 : 1) {}

  void prepare(std::uint64_t /*trial*/) override {}

  TrialTimes run(const Prescription& /*prescription*/) override {
    TrialTimes times{.counts = true};
    times.begin = times.from = now();
    if (splits_) {
      MPI_Comm_split(group_, color_, rank_, &made_);
    } else {
      MPI_Comm_dup(group_, &made_);
    }
    times.to = now();
    return times;
  }

  void clean_up() override { MPI_Comm_free(&made_); }

 private:
  MPI_Comm group_;
  bool splits_;
  int rank_;
  int color_;
  MPI_Comm made_ = MPI_COMM_NULL;
};

}  // namespace

std::unique_ptr<TimedOperation> make_collective(const OperationSetting& setting) {
  return std::make_unique<CollectiveOperation>(setting);
}

std::unique_ptr<TimedOperation> make_nonblocking(const OperationSetting& setting) {
  return std::make_unique<NonblockingOperation>(setting);
}

std::unique_ptr<TimedOperation> make_neighbour(const OperationSetting& setting) {
  return std::make_unique<NeighbourOperation>(setting);
}

std::unique_ptr<TimedOperation> make_communicator_operation(const OperationSetting& setting) {
  return std::make_unique<CommunicatorOperation>(setting);
}

}  // namespace dps::rawtiming
