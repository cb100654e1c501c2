#include "profiles/traces/export/otf2_functions.h"

#include <algorithm>
#include <array>
#include <utility>

namespace dps::traces {
namespace {

using Named = std::pair<std::string_view, OTF2_CollectiveOp>;

/// The operations by the names of functions in lower case, without "MPI_" or "MPI_I".
constexpr std::array<Named, 17> kOperations{{
    {"barrier", OTF2_COLLECTIVE_OP_BARRIER},
    {"bcast", OTF2_COLLECTIVE_OP_BCAST},
    {"gather", OTF2_COLLECTIVE_OP_GATHER},
    {"gatherv", OTF2_COLLECTIVE_OP_GATHERV},
    {"scatter", OTF2_COLLECTIVE_OP_SCATTER},
    {"scatterv", OTF2_COLLECTIVE_OP_SCATTERV},
    {"allgather", OTF2_COLLECTIVE_OP_ALLGATHER},
    {"allgatherv", OTF2_COLLECTIVE_OP_ALLGATHERV},
    {"alltoall", OTF2_COLLECTIVE_OP_ALLTOALL},
    {"alltoallv", OTF2_COLLECTIVE_OP_ALLTOALLV},
    {"alltoallw", OTF2_COLLECTIVE_OP_ALLTOALLW},
    {"allreduce", OTF2_COLLECTIVE_OP_ALLREDUCE},
    {"reduce", OTF2_COLLECTIVE_OP_REDUCE},
    {"reduce_scatter", OTF2_COLLECTIVE_OP_REDUCE_SCATTER},
    {"reduce_scatter_block", OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK},
    {"scan", OTF2_COLLECTIVE_OP_SCAN},
    {"exscan", OTF2_COLLECTIVE_OP_EXSCAN},
}};

constexpr std::array<std::string_view, 13> kCreations{"Comm_create",
                                                      "Comm_dup",
                                                      "Comm_dup_with_info",
                                                      "Comm_idup",
                                                      "Comm_split",
                                                      "Comm_split_type",
                                                      "Cart_create",
                                                      "Cart_sub",
                                                      "Graph_create",
                                                      "Dist_graph_create",
                                                      "Dist_graph_create_adjacent",
                                                      "Intercomm_merge",
                                                      "Intercomm_create"};

constexpr std::array<std::string_view, 30> kMessages{
    "Send",    "Bsend",    "Ssend",   "Rsend",    "Isend",     "Ibsend",
    "Issend",  "Irsend",   "Recv",    "Irecv",    "Sendrecv",  "Sendrecv_replace",
    "Probe",   "Iprobe",   "Mprobe",  "Improbe",  "Mrecv",     "Imrecv",
    "Wait",    "Waitall",  "Waitany", "Waitsome", "Test",      "Testall",
    "Testany", "Testsome", "Start",   "Startall", "Send_init", "Recv_init"};

constexpr std::array<std::string_view, 12> kOneSided{
    "Put",  "Get",         "Accumulate",      "Get_accumulate",   "Fetch_and_op", "Rput",
    "Rget", "Raccumulate", "Rget_accumulate", "Compare_and_swap", "Win_fence",    "Win_lock"};

template <typename List, typename Item>
bool has(const List& list, const Item& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

std::string_view behind(std::string_view prefix, std::string_view text) {
  return text.starts_with(prefix) ? text.substr(prefix.size()) : std::string_view();
}

}  // namespace

std::string_view function_in(std::string_view tag) {
  return tag.substr(0, tag.find('@'));
}

std::optional<OTF2_CollectiveOp> otf2_operation_of(std::string_view function) {
  const std::string_view name = behind("MPI_", function);
  if (has(kCreations, name)) {
    return OTF2_COLLECTIVE_OP_CREATE_HANDLE;
  }
  if (name == "Comm_disconnect") {
    return OTF2_COLLECTIVE_OP_DESTROY_HANDLE;
  }
  const std::string_view of_request = behind("I", name);
  for (const auto& [lower, operation] : kOperations) {
    const bool is_blocking = name.size() == lower.size() && name.substr(1) == lower.substr(1) &&
                             name[0] - 'A' == lower[0] - 'a';
    if (is_blocking || of_request == lower) {
      return operation;
    }
  }
  return std::nullopt;
}

std::optional<OTF2_CollectiveOp> otf2_operation_of_line(std::string_view operation) {
  if (operation == "reduce_scatter") {
    return OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK;
  }
  for (const auto& [lower, of] : kOperations) {
    if (operation == lower) {
      return of;
    }
  }
  return std::nullopt;
}

OTF2_RegionRole otf2_role_of(std::string_view function) {
  const auto operation = otf2_operation_of(function);
  const std::string_view name = behind("MPI_", function);
  if (!operation) {
    return has(kMessages, name)                              ? OTF2_REGION_ROLE_POINT2POINT
           : has(kOneSided, name)                            ? OTF2_REGION_ROLE_RMA
           : name.starts_with("File_")                       ? OTF2_REGION_ROLE_FILE_IO
           : name.find("eighbor_") != std::string_view::npos ? OTF2_REGION_ROLE_COLL_OTHER
                                                             : OTF2_REGION_ROLE_FUNCTION;
  }
  switch (*operation) {
    case OTF2_COLLECTIVE_OP_BARRIER:
      return OTF2_REGION_ROLE_BARRIER;
    case OTF2_COLLECTIVE_OP_BCAST:
    case OTF2_COLLECTIVE_OP_SCATTER:
    case OTF2_COLLECTIVE_OP_SCATTERV:
      return OTF2_REGION_ROLE_COLL_ONE2ALL;
    case OTF2_COLLECTIVE_OP_GATHER:
    case OTF2_COLLECTIVE_OP_GATHERV:
    case OTF2_COLLECTIVE_OP_REDUCE:
      return OTF2_REGION_ROLE_COLL_ALL2ONE;
    case OTF2_COLLECTIVE_OP_SCAN:
    case OTF2_COLLECTIVE_OP_EXSCAN:
    case OTF2_COLLECTIVE_OP_CREATE_HANDLE:
    case OTF2_COLLECTIVE_OP_DESTROY_HANDLE:
      return OTF2_REGION_ROLE_COLL_OTHER;
    default:
      return OTF2_REGION_ROLE_COLL_ALL2ALL;
  }
}

bool has_root(OTF2_CollectiveOp operation) {
  constexpr std::array<OTF2_CollectiveOp, 6> kRooted{
      OTF2_COLLECTIVE_OP_BCAST,   OTF2_COLLECTIVE_OP_GATHER,   OTF2_COLLECTIVE_OP_GATHERV,
      OTF2_COLLECTIVE_OP_SCATTER, OTF2_COLLECTIVE_OP_SCATTERV, OTF2_COLLECTIVE_OP_REDUCE};
  return has(kRooted, operation);
}

CollectiveBytes bytes_in(OTF2_CollectiveOp operation, bool is_root, std::uint64_t block) {
  switch (operation) {
    case OTF2_COLLECTIVE_OP_BCAST:
      return is_root ? CollectiveBytes{block, 0} : CollectiveBytes{0, block};
    case OTF2_COLLECTIVE_OP_SCATTER:
    case OTF2_COLLECTIVE_OP_SCATTERV:
      return {0, block};
    case OTF2_COLLECTIVE_OP_ALLREDUCE:
    case OTF2_COLLECTIVE_OP_SCAN:
      return {block, block};
    case OTF2_COLLECTIVE_OP_REDUCE:
      return {block, is_root ? block : 0};
    default:
      return {block, 0};
  }
}

CollectiveBytes bytes_in_all(OTF2_CollectiveOp operation, bool is_root, std::uint64_t block,
                             std::uint64_t members) {
  const std::uint64_t all = block * members;
  switch (operation) {
    case OTF2_COLLECTIVE_OP_GATHER:
      return {block, is_root ? all : 0};
    case OTF2_COLLECTIVE_OP_SCATTER:
      return {is_root ? all : 0, block};
    case OTF2_COLLECTIVE_OP_ALLGATHER:
      return {block, all};
    case OTF2_COLLECTIVE_OP_ALLTOALL:
      return {all, all};
    case OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK:
      return {all, block};
    default:
      return bytes_in(operation, is_root, block);
  }
}

}  // namespace dps::traces
