/// The owner of virtual time of an MPI program: it takes the requests of the ranks, and replies
/// when their calls end. Its implementations take the times from the equations of a data sheet
/// (sequencer.h), or from a model of hosts and a network. Source: docs/programs.md, "Predictions";
/// docs/protocol_board.md, "Predictions".
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/exit_status.h"
#include "base/time_units.h"
#include "mpi_programs/board/messages.h"
#include "mpi_programs/board/request.h"
#include "mpi_programs/library/functions.h"

namespace dps::sequencer {

/// The usual limit of tests in a row that find nothing.
inline constexpr std::uint64_t kUsualPollLimit = 10'000;

/// Sends replies to the ranks.
class Replies {
 public:
  virtual ~Replies() = default;
  virtual void reply(std::int32_t rank, const board::BoardReply& reply,
                     const std::vector<board::Completion>& completions) = 0;
};

/// The reason for which a prediction cannot continue.
struct Obstacle {
  ExitStatus status = ExitStatus::kFailed;
  std::string reason;
  std::string next_step;
};

/// Facts about the machine for ranks, and for the analysis of their logs.
struct ProgramTerms {
  Picoseconds wtime{};              ///< the duration of MPI_Wtime
  std::optional<Picoseconds> step;  ///< time of dps_compute(1); nullopt: the machine has none
  /// The largest message that never waits for its receive, wherever the ranks are.
  std::uint64_t eager = std::numeric_limits<std::uint64_t>::max();
  std::uint32_t network = 0;  ///< board::NetworkTerm
};

/// Calls of a function that MPI has carried out in real time.
struct AwayCalls {
  std::uint64_t calls = 0;
  std::uint64_t nanoseconds = 0;  ///< of real time, of all ranks together
};

/// An instant of a rank: the start of a call, on which the end of another call depended.
struct RankInstant {
  std::int32_t rank = 0;
  std::int64_t at = 0;
};

/// The instant on which the end of a call depended.
struct EndOfCall {
  std::int32_t rank = 0;
  std::int64_t call = 0;  ///< the start of the call
  RankInstant on;         ///< of its own rank, unless another rank's call decided the end
};

/// Times are picoseconds since the return of MPI_Init. Requests may come in any order that the
/// ranks allow; it has no effect on the times.
class ProgramTime {
 public:
  virtual ~ProgramTime() = default;

  /// Takes a request; `listed`: the numbers that follow it. Ranks are not trusted: an invalid
  /// request is an obstacle.
  virtual void take(std::int32_t rank, const board::BoardRequest& request,
                    std::vector<std::int32_t> listed) = 0;
  /// Called when the connection of the rank has ended.
  virtual void end(std::int32_t rank) = 0;
  /// Carries out all events that no rank can change any more. To be called after some requests.
  virtual void settle() = 0;

  [[nodiscard]] virtual const std::optional<Obstacle>& obstacle() const = 0;
  /// True if all ranks that have not ended wait for one another for ever.
  [[nodiscard]] virtual bool is_deadlock() const = 0;
  /// True if a rank has ended before MPI_Finalize: the command then ends all others.
  [[nodiscard]] virtual bool has_lost_rank() const = 0;
  /// Remarks on the assumptions of the figures.
  [[nodiscard]] virtual std::vector<std::string> notes() const = 0;

  /// The calls that MPI has carried out in real time, by function.
  [[nodiscard]] virtual std::map<mpi_library::Function, AwayCalls> away() const = 0;

  /// Of calls that may wait, in any order; not of tests. Empty unless they are observed.
  [[nodiscard]] virtual const std::vector<EndOfCall>& ends_of_calls() const = 0;

  [[nodiscard]] virtual ProgramTerms terms() const = 0;
  /// The host of a rank, by its position among the hosts of the machine; for a machine without
  /// hosts, the rank.
  [[nodiscard]] virtual std::uint32_t host_of(std::int32_t rank) const = 0;
};

}  // namespace dps::sequencer
