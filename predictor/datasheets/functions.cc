#include "predictor/datasheets/functions.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace dps::datasheets {
namespace {

using machines::FunctionClass;
using enum FunctionGroup;

constexpr auto kPair = FunctionClass::kPointToPoint;
constexpr auto kAll = FunctionClass::kCollective;
constexpr auto kWithoutData = FunctionClass::kBarrier;
constexpr auto kAlone = FunctionClass::kLocal;

constexpr auto kFunctions = std::to_array<KnownFunction>({
    {"send", kPair, kPointToPoint, "MPI_Send, while the other process receives"},
    {"ssend", kPair, kPointToPoint, "MPI_Ssend, while the other process receives"},
    {"rsend", kPair, kPointToPoint, "MPI_Rsend to a receive that was posted before"},
    {"isend1", kPair, kPointToPoint, "MPI_Isend, until it returns"},
    {"isend2", kPair, kPointToPoint, "MPI_Wait directly after MPI_Isend"},
    {"isendoverlap", kPair, kPointToPoint,
     "from the return of MPI_Isend until MPI_Test reports completion"},
    {"recv", kPair, kPointToPoint, "MPI_Recv, begun at the same time as the send"},
    {"irecv1", kPair, kPointToPoint, "MPI_Irecv, until it returns"},
    {"irecv2", kPair, kPointToPoint, "MPI_Wait directly after MPI_Irecv"},
    {"irecvoverlap", kPair, kPointToPoint,
     "from the return of MPI_Irecv until MPI_Test reports completion"},
    {"recvmin", kPair, kPointToPoint, "MPI_Recv of a message that has arrived"},
    {"sendlate", kPair, kPointToPoint, "MPI_Send to a receiver that comes late"},
    {"stream", kPair, kPointToPoint, "a message among 64 that are sent at once"},
    {"sendrecv", kPair, kPointToPoint, "MPI_Sendrecv of two processes with each other"},
    {"pingpong", kPair, kPointToPoint, "a message and the answer of the same size"},
    {"allsend", kAll, kContended, "send of all pairs at once, the slowest"},
    {"allrecv", kAll, kContended, "recv of all pairs at once, the slowest"},
    {"allsendrecv", kAll, kContended, "sendrecv of all pairs at once, the slowest"},
    {"allpingpong", kAll, kContended, "pingpong of all pairs at once, the slowest"},
    {"barrier", kWithoutData, kCollective, "MPI_Barrier, until the last process returns"},
    {"bcast", kAll, kCollective, "MPI_Bcast, until the last process returns"},
    {"reduce", kAll, kCollective, "MPI_Reduce"},
    {"allreduce", kAll, kCollective, "MPI_Allreduce"},
    {"gather", kAll, kCollective, "MPI_Gather, d from each process"},
    {"gatherv", kAll, kCollective, "MPI_Gatherv, d from each process on average"},
    {"allgather", kAll, kCollective, "MPI_Allgather, d from each process"},
    {"allgatherv", kAll, kCollective, "MPI_Allgatherv, d from each process on average"},
    {"scatter", kAll, kCollective, "MPI_Scatter, d to each process"},
    {"scatterv", kAll, kCollective, "MPI_Scatterv, d to each process on average"},
    {"alltoall", kAll, kCollective, "MPI_Alltoall, d to each process"},
    {"alltoallv", kAll, kCollective, "MPI_Alltoallv, d to each process on average"},
    {"alltoallw", kAll, kCollective, "MPI_Alltoallw, with types that differ"},
    {"alltoallvi", kAll, kCollective, "alltoallw under its name in the dissertation"},
    {"reduce_scatter", kAll, kCollective, "MPI_Reduce_scatter, d to each process"},
    {"reduce_scatter_block", kAll, kCollective, "MPI_Reduce_scatter_block, d to each process"},
    {"scan", kAll, kCollective, "MPI_Scan"},
    {"exscan", kAll, kCollective, "MPI_Exscan"},
    {"ibarrier1", kWithoutData, kNonblocking, "MPI_Ibarrier, until it returns"},
    {"ibarrier2", kWithoutData, kNonblocking, "MPI_Wait directly after MPI_Ibarrier"},
    {"ibarrieroverlap", kWithoutData, kNonblocking,
     "the part of MPI_Ibarrier that computing hides"},
    {"ibcast1", kAll, kNonblocking, "MPI_Ibcast, until it returns"},
    {"ibcast2", kAll, kNonblocking, "MPI_Wait directly after MPI_Ibcast"},
    {"ibcastoverlap", kAll, kNonblocking, "the part of MPI_Ibcast that computing hides"},
    {"ireduce1", kAll, kNonblocking, "MPI_Ireduce, until it returns"},
    {"ireduce2", kAll, kNonblocking, "MPI_Wait directly after MPI_Ireduce"},
    {"ireduceoverlap", kAll, kNonblocking, "the part of MPI_Ireduce that computing hides"},
    {"iallreduce1", kAll, kNonblocking, "MPI_Iallreduce, until it returns"},
    {"iallreduce2", kAll, kNonblocking, "MPI_Wait directly after MPI_Iallreduce"},
    {"iallreduceoverlap", kAll, kNonblocking, "the part of MPI_Iallreduce that computing hides"},
    {"iallgather1", kAll, kNonblocking, "MPI_Iallgather, until it returns"},
    {"iallgather2", kAll, kNonblocking, "MPI_Wait directly after MPI_Iallgather"},
    {"iallgatheroverlap", kAll, kNonblocking, "the part of MPI_Iallgather that computing hides"},
    {"ialltoall1", kAll, kNonblocking, "MPI_Ialltoall, until it returns"},
    {"ialltoall2", kAll, kNonblocking, "MPI_Wait directly after MPI_Ialltoall"},
    {"ialltoalloverlap", kAll, kNonblocking, "the part of MPI_Ialltoall that computing hides"},
    {"neighbor_allgather", kAll, kNeighbour,
     "MPI_Neighbor_allgather on a grid, d to each neighbour"},
    {"neighbor_alltoall", kAll, kNeighbour, "MPI_Neighbor_alltoall on a grid, d to each neighbour"},
    {"comm_split", kWithoutData, kCommunicator, "MPI_Comm_split into halves"},
    {"comm_dup", kWithoutData, kCommunicator, "MPI_Comm_dup"},
    {"put", kPair, kRma, "MPI_Put and MPI_Win_flush"},
    {"get", kPair, kRma, "MPI_Get and MPI_Win_flush"},
    {"accumulate", kPair, kRma, "MPI_Accumulate and MPI_Win_flush"},
    {"wtime", kAlone, kLocal, "MPI_Wtime"},
    {"iprobe", kAlone, kLocal, "MPI_Iprobe, while no message is there"},
    {"pack", kPair, kLocal, "MPI_Pack"},
    {"unpack", kPair, kLocal, "MPI_Unpack"},
    {"copy", kPair, kLocal, "memcpy"},
    {"multiply", kAlone, kLocal, "a multiplication of doubles, each after the one before"},
    {"compute", kAlone, kLocal, "a store of a double at an index"},
});

constexpr std::array<std::string_view, 8> kGroups{
    "p2p", "contended", "collective", "nonblocking", "neighbour", "communicator", "rma", "local"};

/// The name without the end that marks a function in two groups at once.
std::string_view whole_name(std::string_view name) {
  constexpr std::string_view kHalf = "_half";
  return name.ends_with(kHalf) ? name.substr(0, name.size() - kHalf.size()) : name;
}

std::size_t position_of(std::string_view name) {
  const KnownFunction* known = find_known(name);
  return known == nullptr ? kFunctions.size() : static_cast<std::size_t>(known - kFunctions.data());
}

}  // namespace

std::span<const KnownFunction> known_functions() {
  return kFunctions;
}

const KnownFunction* find_known(std::string_view name) {
  const auto* const found = std::find_if(
      kFunctions.begin(), kFunctions.end(),
      [&](const KnownFunction& function) { return function.name == whole_name(name); });
  return found == kFunctions.end() ? nullptr : found;
}

std::span<const std::string_view> group_names() {
  return kGroups;
}

std::optional<FunctionGroup> group_named(std::string_view name) {
  const auto* const found = std::find(kGroups.begin(), kGroups.end(), name);
  return found == kGroups.end()
             ? std::nullopt
             : std::optional(static_cast<FunctionGroup>(found - kGroups.begin()));
}

bool is_before(std::string_view one, std::string_view other) {
  return std::tuple(position_of(one), one) < std::tuple(position_of(other), other);
}

}  // namespace dps::datasheets
