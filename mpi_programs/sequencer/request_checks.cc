#include "mpi_programs/sequencer/request_checks.h"

#include <utility>

#include <fmt/format.h>

#include "base/units.h"
#include "mpi_programs/board/record.h"
#include "mpi_programs/library/functions.h"
#include "mpi_programs/sequencer/instants.h"

namespace dps::sequencer {

using board::RequestKind;

std::string_view name_of(std::uint16_t function) {
  return function < mpi_library::kFunctions ? mpi_library::kFunctionTable[function].name
                                            : std::string_view("a function");
}

std::uint32_t context_of(const board::BoardRequest& request, const CommunicatorView& where) {
  constexpr std::uint32_t kCollective = std::uint32_t{1} << 31;
  return (request.flags & board::kOfCollective) != 0 ? where.common | kCollective : where.common;
}

void RequestChecks::block(std::int32_t rank, const std::string& reason, std::string next_step) {
  if (!obstacle_) {
    obstacle_ =
        Obstacle{ExitStatus::kFailed, fmt::format("p[{}] {}", rank, reason), std::move(next_step)};
  }
}

void RequestChecks::block_senseless(std::int32_t rank) {
  block(rank, "sent an invalid request: the prediction cannot continue");
}

void RequestChecks::block_strangers(std::int32_t rank) {
  block(rank, "has a communicator with processes outside MPI_COMM_WORLD",
        "a prediction supports only processes that the command starts");
}

bool RequestChecks::can_take(std::int32_t rank, const board::BoardRequest& request, bool is_next,
                             std::int64_t clock) {
  if (request.kind == RequestKind::kTwoThreads) {  // while the other thread waits for its reply
    block(rank, fmt::format("calls MPI in two threads at one time, {} and {}: a prediction "
                            "supports MPI_THREAD_SERIALIZED at most",
                            name_of(request.other_function), name_of(request.function)));
  } else if (!is_next || request.clock < clock || request.function >= mpi_library::kFunctions) {
    block_senseless(rank);
  } else if (request.clock >= kMostTime) {
    block(rank, "has reached 2^62 ps (53 days), the longest time of a prediction");
  }
  return !obstacle_;
}

void RequestChecks::refuse(std::int32_t rank, const board::BoardRequest& request) {
  switch (request.kind) {
    case RequestKind::kUnsupported:
      return block(
          rank, fmt::format("calls {}, which cannot be predicted yet", name_of(request.function)),
          "'dps run -- COMMAND' runs the program; docs/programs.md lists the functions "
          "that a prediction supports");
    case RequestKind::kLongList:
      return block(rank,
                   fmt::format("calls {} with {} requests; in a prediction a list has at most {}",
                               name_of(request.function), request.bytes, request.operation),
                   "call it for parts of the list");
    case RequestKind::kLongElement:
      return block(rank,
                   fmt::format("passes an element of {}, which is not contiguous; in a prediction "
                               "such an element has less than 2 GiB",
                               format_size(request.bytes)),
                   "send more elements of a smaller type");
    case RequestKind::kHeapIsFull:
      return block(
          rank,
          fmt::format("has no room to send {} in {}: the messages that were sent and not received "
                      "fill the memory of the prediction",
                      format_size(request.bytes), name_of(request.function)),
          "enlarge it, for example with DPS_BOARD_SIZE=16GiB");
    case RequestKind::kElsewhere:
      return block(rank, "is on this host, and other ranks of its program are not",
                   "dps predicts programs all of whose ranks run on this host: start them without "
                   "a list of hosts");
    case RequestKind::kNoArena:
      return block(rank, "has no room in its address space for the memory of the prediction",
                   "raise the limit ('ulimit -v'), or reduce the memory, for example with "
                   "DPS_BOARD_SIZE=64MiB");
    default:
      return block(rank, "sent a request of an unknown kind");
  }
}

std::int32_t RequestChecks::world_rank(std::int32_t rank, const board::BoardRequest& request,
                                       const CommunicatorView& where, std::int32_t peer) {
  const std::vector<std::int32_t>& peers = where.peers();
  if (peer < 0 || static_cast<std::size_t>(peer) >= peers.size()) {
    block(rank, fmt::format("calls {} with an invalid rank", name_of(request.function)));
    return -1;
  }
  return peers[static_cast<std::size_t>(peer)];
}

bool RequestChecks::is_source(std::int32_t rank, const board::BoardRequest& request,
                              const CommunicatorView& where, std::int32_t source) {
  return source == board::kAny || world_rank(rank, request, where, source) >= 0;
}

const CommunicatorView* RequestChecks::communicator(std::int32_t rank,
                                                    const board::BoardRequest& request,
                                                    const Communicators& all) {
  const CommunicatorView* const where = all.find(rank, request.communicator);
  if (where == nullptr) {
    block(rank, fmt::format("calls {} with a communicator that it has not described",
                            name_of(request.function)));
  }
  return where;
}

}  // namespace dps::sequencer
