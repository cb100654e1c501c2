/// Checks the requests of ranks, which are not trusted, and keeps the reason for which a prediction
/// cannot continue.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "mpi_programs/board/request.h"
#include "mpi_programs/sequencer/communicators.h"
#include "mpi_programs/sequencer/program_time.h"

namespace dps::sequencer {

/// "MPI_Send"; "a function" for an unknown number.
std::string_view name_of(std::uint16_t function);

/// The communicator of the messages of a request; messages of collective operations have another
/// one.
std::uint32_t context_of(const board::BoardRequest& request, const CommunicatorView& where);

/// Its functions note at most one obstacle, the first.
class RequestChecks {
 public:
  void block(std::int32_t rank, const std::string& reason, std::string next_step = {});
  /// Notes this obstacle unless there is one.
  void stop(Obstacle obstacle) { obstacle_ = obstacle_ ? obstacle_ : std::move(obstacle); }
  /// Notes as an obstacle that the rank sent a request that its library never sends.
  void block_senseless(std::int32_t rank);
  /// Notes as an obstacle that the rank has a communicator with processes that are not predicted.
  void block_strangers(std::int32_t rank);
  /// Notes as an obstacle a function that predictions do not support.
  void refuse(std::int32_t rank, const board::BoardRequest& request);
  /// Returns false after noting an obstacle: the rank, whose clock was `clock`, cannot send this
  /// request. `is_next`: it does not wait for a reply.
  bool can_take(std::int32_t rank, const board::BoardRequest& request, bool is_next,
                std::int64_t clock);

  /// The rank in MPI_COMM_WORLD of a peer; -1 after noting an obstacle.
  std::int32_t world_rank(std::int32_t rank, const board::BoardRequest& request,
                          const CommunicatorView& where, std::int32_t peer);
  /// Returns false after noting an obstacle.
  bool is_source(std::int32_t rank, const board::BoardRequest& request,
                 const CommunicatorView& where, std::int32_t source);
  /// The communicator of the request; null after noting an obstacle.
  const CommunicatorView* communicator(std::int32_t rank, const board::BoardRequest& request,
                                       const Communicators& all);

  [[nodiscard]] const std::optional<Obstacle>& obstacle() const { return obstacle_; }

 private:
  std::optional<Obstacle> obstacle_;
};

}  // namespace dps::sequencer
