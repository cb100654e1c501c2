#include "mpi_programs/library/played/played_operation.h"

#include "mpi_programs/library/call.h"
#include "mpi_programs/library/communicators.h"
#include "mpi_programs/library/containers/item_list.h"
#include "mpi_programs/library/predicted/predicted_messages.h"
#include "mpi_programs/library/predicted/predicted_requests.h"
#include "mpi_programs/library/prediction_session.h"
#include "mpi_programs/library/topology.h"

namespace dps::mpi_library {

using board::BoardRequest;
using board::Completion;
using board::RequestKind;

static_assert(MPI_ROOT == board::kIsRoot && MPI_PROC_NULL == board::kNobody);

Members::Members(MPI_Comm comm) {
  int is_inter = 0;
  DPS_NEXT(Comm_rank)(comm, &self);
  DPS_NEXT(Comm_size)(comm, &count);
  DPS_NEXT(Comm_test_inter)(comm, &is_inter);
  has_two_groups = is_inter != 0;
  partners = count;
  if (has_two_groups) {
    DPS_NEXT(Comm_remote_size)(comm, &partners);
  }
}

bool is_wrong_in_place(const Members& members, bool is_in_place) {
  return is_in_place && members.has_two_groups;
}

int checked(const MemberBlocks& data, int i, MPI_Comm comm) {
  return check_sent({data.address(i), data.count_of(i), data.type_of(i), MPI_PROC_NULL, 0}, comm);
}

namespace {

/// Lists the sizes of all blocks, which follow the request.
void list_sizes(const MemberBlocks& blocks, int count, std::int32_t* list) {
  constexpr unsigned kBits = 32;
  for (int i = 0; i < count; ++i) {
    const std::uint64_t bytes = blocks.bytes(i);
    *list++ = static_cast<std::int32_t>(static_cast<std::uint32_t>(bytes));
    *list++ = static_cast<std::int32_t>(static_cast<std::uint32_t>(bytes >> kBits));
  }
}

}  // namespace

int play(const PlayedOperation& operation, MPI_Request* request) {
  const Members members(operation.comm);
  BoardRequest board_request = request_of(RequestKind::kPlay, operation.function);
  board_request.communicator = number_of(operation.comm);
  board_request.peer = operation.root;
  board_request.bytes = operation.bytes;
  int code = bring(operation.brings, board_request);
  if (code != MPI_SUCCESS) {
    return code;
  }
  const int all = members.partners;
  const int listed = operation.sizes != nullptr ? 2 * operation.blocks : 0;
  ItemList<std::int32_t> sizes(listed);
  ItemList<Completion> brought(all);
  if (sizes.get() == nullptr || brought.get() == nullptr ||
      listed > static_cast<int>(board::kMostListed)) {
    board_request.kind = RequestKind::kUnsupported;
    query(board_request);
  }
  if (listed > 0) {
    list_sizes(*operation.sizes, operation.blocks, sizes.get());
  }
  if (request != nullptr) {
    board_request.kind = RequestKind::kBeginPlay;
    board_request.operation = next_operation();
    query(board_request, sizes.get(), static_cast<std::size_t>(listed), nullptr, 0);
    MemberResult takes = operation.takes;
    takes.comm = operation.comm;  // of MPI_Ibarrier, too
    return begin_play_request(board_request.operation, takes, all, request);
  }
  query(board_request, sizes.get(), static_cast<std::size_t>(listed), brought.get(),
        static_cast<std::size_t>(all));
  return take_results(operation.takes, brought.get(), all);
}

MemberBlocks vector_of(const void* data, int count, MPI_Datatype type) {
  MemberBlocks blocks;
  blocks.data = const_cast<void*>(data);  // NOLINT: it is read only
  blocks.count = count;
  blocks.type = type;
  return blocks;
}

MemberBlocks blocks_of(const void* data, const int counts[], const int at[], MPI_Datatype type) {
  MemberBlocks blocks = vector_of(data, 0, type);
  blocks.counts = counts;
  blocks.at = at;
  return blocks;
}
MemberBlocks blocks_of(const void* data, const int counts[], const int at[],
                       const MPI_Datatype types[]) {
  MemberBlocks blocks = vector_of(data, 0, nullptr);
  blocks.counts = counts;
  blocks.at = at;
  blocks.types = types;
  return blocks;
}

}  // namespace dps::mpi_library
